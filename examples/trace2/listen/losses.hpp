// The losses of a listener: refused, left out or given up. The first of each kind is said at once,
// all are counted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace trace2::program::listening {

enum class loss : unsigned char {
  slow_reading,      ///< a connection whose lines came faster than they were looked at
  refused,           ///< a connection beyond the limit
  idle,              ///< a connection that made room for another one
  foreign,           ///< a connection or datagram of another user
  long_line,         ///< a line beyond the limit
  cut_line,          ///< a line without its end
  cut_datagram,      ///< a datagram beyond the limit
  dropped_datagram,  ///< a datagram that found no room
  unknown_line,      ///< a line that is no event, or a part of one
  other_target,      ///< a line of PERF or NORMAL
  given_up,          ///< a process that was forgotten to make room for others
  unshown,           ///< a line for which the reader of the output was too slow
  unexecuted,        ///< a match for which no command was run
  unkept,            ///< bytes that could not be written to the files
  removed_file,      ///< a file that was being written when somebody removed it
  unsent,            ///< spans and data points for which there was no room
  late_event,        ///< an event of a process whose spans are on their way
};
inline constexpr std::size_t loss_count = 17;

/// Counts losses by their kind. Says the first of each kind through `say`.
class losses {
 public:
  explicit losses(std::function<void(std::string const&)> say) : say_{std::move(say)} {}

  /// `detail` tells of this one.
  void add(loss of, std::string_view detail = {}, std::uint64_t count = 1);

  std::uint64_t count(loss of) const noexcept { return counts_[index(of)]; }

  /// Calls `tell(text)` for each kind that has occurred.
  template <class Tell>
  void each(Tell const& tell) const {
    for (std::size_t i = 0; i < loss_count; ++i)
      if (counts_[i] != 0) tell(std::string{texts[i].second} + ": " + std::to_string(counts_[i]));
  }

 private:
  static constexpr std::size_t index(loss of) noexcept { return static_cast<std::size_t>(of); }

  /// Of the first one, and behind the number of all.
  static constexpr std::array<std::pair<std::string_view, std::string_view>, loss_count> texts{{
      {"a connection was closed, because it sends more than can be looked at",
       "connections closed that sent more than could be looked at"},
      {"a connection was refused, because there is no room for more",
       "connections refused for which there was no room"},
      {"a silent connection was closed, because others need its place",
       "silent connections closed whose places others needed"},
      {"what another user sends was refused", "times another user was refused"},
      {"a line was left out, because it is too long", "lines left out that were too long"},
      {"a connection ended in the middle of a line",
       "connections that ended in the middle of a line"},
      {"a datagram was left out, because it is too long", "datagrams left out that were too long"},
      {"a datagram was left out, because more came than can be looked at",
       "datagrams left out, because more came than could be looked at"},
      {"a line is no event of Trace2", "lines that were no events of Trace2, or had no room"},
      {"a line is one of PERF or NORMAL, and only EVENT is followed",
       "lines of PERF or NORMAL, of which nothing is shown"},
      {"a silent process was given up, because there is no room for more",
       "silent processes given up, because there was no room for more"},
      {"a line is not shown, because the reader of the output is too slow",
       "lines not shown, because the reader of the output was too slow"},
      {"a match runs no command, because too many wait", "matches that ran no command"},
      {"the files miss what could not be written", "bytes that the files miss"},
      {"the file that was being written has been removed, and another one begins",
       "files removed while they were being written"},
      {"spans are not sent, because more come than can wait",
       "spans and data points not sent, because more came than could wait"},
      {"an event is not sent, because it comes behind the end of its process",
       "events not sent that came behind the end of their process"},
  }};

  std::function<void(std::string const&)> say_;
  std::array<std::uint64_t, loss_count> counts_{};
};

}  // namespace trace2::program::listening
