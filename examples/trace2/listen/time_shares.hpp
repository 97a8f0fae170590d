// The largest shares of a process's time: its regions by themselves, and its children.
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trace2::program::listening {

/// Sums of time by label. Memory: bounded; what comes when all places are taken is left out.
class time_shares {
 public:
  struct share {
    read::label_id label{};
    bool is_child = false;
    read::nanoseconds time{};
    read::moment until{};  ///< the time up to here is counted
  };

  /// A region's own time.
  void add_region(read::label_id label, read::nanoseconds time);

  /// Children with the same name that run at the same time count once.
  void add_child(read::label_id label, read::moment begin, read::moment end);

  /// The largest one; null when there is none.
  share const* largest() const noexcept;

 private:
  static constexpr std::size_t most = 64;

  share* find(read::label_id label, bool is_child);

  std::vector<share> all_;
};

}  // namespace trace2::program::listening
