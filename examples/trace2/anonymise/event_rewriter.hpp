// Changes the texts of events on their way from a reader to whatever shows them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/occurrence.hpp>
#include <trace2/read/other_event.hpp>

#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace trace2::program {

/// Makes of each occurrence one with other texts:
///
///     program::event_rewriter rewriter{texts};
///     while (auto const* event = events.next()) tracker.take(rewriter(*event));
///
/// `Texts` does the replacing. It has `begin()`, which is called before each event; `sid`,
/// `thread`, `file`, `event_name` and `member_name`, which take and return a text; `rewrite(event)`
/// for each event of the list; and `member(name, value)`, which returns the JSON value for a member
/// without a description. Equal texts must become equal texts, and different session ids and
/// threads different ones: the keys of an occurrence stay. `Texts` must outlive the rewriter.
template <class Texts>
class event_rewriter {
 public:
  explicit event_rewriter(Texts& texts) noexcept : texts_{texts} {}

  /// The changed occurrence, valid until the next call, and as long as the one it is made of.
  read::occurrence const& operator()(read::occurrence const& from) {
    texts_.begin();
    made_ = from;
    made_.text = {};  // it has all the texts as they were
    made_.sid = texts_.sid(from.sid);
    made_.thread = texts_.thread(from.thread);
    if (from.file.data() != nullptr) made_.file = texts_.file(from.file);
    std::visit([this](auto& event) { this->rewrite(event); }, made_.event);
    rewrite_others(from);
    return made_;
  }

 private:
  template <class Event>
  void rewrite(Event& event) {
    if constexpr (std::is_same_v<Event, read::other_event>)
      event.event_name = made_.event_name = texts_.event_name(made_.event_name);
    else
      texts_.rewrite(event);
  }

  void rewrite_others(read::occurrence const& from) {
    others_.clear();
    for (read::json_member const& one : from.others)
      others_.push_back({texts_.member_name(one.name), texts_.member(one.name, one.value)});
    made_.others = read::other_members{others_};
    if (auto* const other = std::get_if<read::other_event>(&made_.event))
      other->members = made_.others;
  }

  Texts& texts_;
  read::occurrence made_{};
  std::vector<read::json_member> others_;
};

}  // namespace trace2::program
