// The types of Chrome's Trace Event format that the export uses.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/reflect.hpp>
#include <trace2/value/text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace trace2::program {

/// A time, written as microseconds with decimals where needed.
struct chrome_time {
  read::nanoseconds length{};

  /// Clamps to 70 years, so that no difference overflows.
  static constexpr chrome_time bounded(read::nanoseconds length) noexcept {
    constexpr read::nanoseconds most = read::nanoseconds::max() / 4;
    return {std::clamp(length, -most, most)};
  }
  void append_json(buffer& out) const noexcept { read::append_microseconds(out, length); }
  friend constexpr chrome_time operator-(chrome_time end, chrome_time begin) noexcept {
    return {end.length - begin.length};
  }
  friend constexpr auto operator<=>(chrome_time, chrome_time) noexcept = default;
};

/// An event of the format. Members that don't apply to it are absent.
struct chrome_event {
  std::string_view ph{};  ///< kind of the event, one letter
  std::string_view name{};
  std::string_view cat{};
  chrome_time ts{};
  std::optional<chrome_time> dur{};
  std::uint64_t pid{};
  std::uint64_t tid{};
  std::optional<std::uint64_t> id{};
  std::string_view s{};
  std::string_view bp{};
  std::optional<json_text> args{};
};
BOOST_DESCRIBE_STRUCT(chrome_event, (), (ph, name, cat, ts, dur, pid, tid, id, s, bp, args))

/// Assigns ids to processes. Viewers distinguish processes by these alone, but sessions may share a
/// process id.
class chrome_pids {
 public:
  /// Returns the process id if no other session has it, else an id that the system never assigns.
  std::uint64_t take(std::uint32_t own) {
    bool const is_free = own != 0 && own < first_made_up && taken_.size() < most_taken;
    return is_free && taken_.insert(own).second ? own : next_++;
  }

 private:
  static constexpr std::uint64_t first_made_up = std::uint64_t{1} << 23;
  /// A bound for the memory. Further sessions get ids that are made up.
  static constexpr std::size_t most_taken = 200'000;

  std::unordered_set<std::uint64_t> taken_;
  std::uint64_t next_ = first_made_up;
};

/// Keeps the edges of slices in order. Viewers nest the slices of a thread by time alone, so a
/// later edge gets a later time: by a nanosecond where the trace has equal times.
class slice_edges {
 public:
  void begin_thread(std::uint64_t tid, chrome_time at) { latest_.insert_or_assign(tid, at); }

  chrome_time next(std::uint64_t tid, chrome_time at) {
    chrome_time& latest = latest_[tid];
    return latest = std::max(at, chrome_time{latest.length + read::nanoseconds{1}});
  }

  void end_thread(std::uint64_t tid) { latest_.erase(tid); }

 private:
  std::unordered_map<std::uint64_t, chrome_time> latest_;
};

}  // namespace trace2::program
