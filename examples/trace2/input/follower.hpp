// Follows a trace by read::tracker. A unit that includes the tracker itself compiles all of it.
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/remark.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <memory>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {
class tracker;
}}}  // namespace trace2::v0::read

namespace trace2::program {

/// A read::tracker, with the contracts of its functions.
class follower {
 public:
  follower(read::tracker_visitor& visitor, read::label_table& labels,
           read::tracker_limits const& limits = {});
  ~follower();
  follower(follower const&) = delete;
  follower& operator=(follower const&) = delete;

  char const* take(read::occurrence const& what);
  bool take(read::plain_event const& what);
  void end(read::traced_process& process);
  void finish();
  read::remark_list const& remarks() const noexcept;
  read::traced_process* find(std::string_view sid) noexcept;

 private:
  std::unique_ptr<read::tracker> tracker_;
};

}  // namespace trace2::program
