// The common part of the streams of PERF and NORMAL.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/day_clock.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/event_memory.hpp>
#include <trace2/read/line_processes.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/quoted_words.hpp>
#include <trace2/read/text_lines.hpp>

#include <boost/mp11/algorithm.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// Text that differs for different names of streams, for session ids.
inline std::string tag_of(std::string_view target, std::string_view stream) {
  std::uint32_t hash = 2166136261u;
  for (char const c : stream) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  std::string tag{target};
  for (int shift = 28; shift >= 0; shift -= 4)
    tag.push_back("0123456789abcdef"[hash >> shift & 15]);
  return tag;
}

/// The base of a stream of events whose lines have no session ids. `Stream` has `make()`, which
/// turns `columns_` into an occurrence, or reports why it can't, and returns null.
template <class Stream, class Columns, class Payload>
class line_stream {
 public:
  line_stream(line_stream const&) = delete;
  line_stream& operator=(line_stream const&) = delete;

  /// The next event, valid until the next call; null at the end.
  occurrence const* next() {
    while (lines_.next(columns_)) {
      memory_.release();
      if (!std::exchange(has_begun_, true)) find_set_back();
      if (occurrence const* const made = static_cast<Stream&>(*this).make()) return made;
    }
    report_lines(std::exchange(unclear_, 0), "that may be of several processes");
    std::uint64_t const refused = processes_.refused();
    report_lines(refused - std::exchange(refused_, refused),
                 "of more threads and children than there is room for");
    return nullptr;
  }

  /// Number of the latest line, from 1 on.
  std::uint64_t line_number() const noexcept { return lines_.number(); }
  std::string_view name() const noexcept { return lines_.name(); }

 protected:
  /// `target` is the name of the target, for session ids. For the others see `perf_stream`,
  /// `line_processes` and `text_lines`.
  line_stream(std::string_view target, bool has_depths, byte_source& from, std::string name,
              problem_handler report, std::int64_t written, std::size_t longest_line,
              surroundings::line_cleaner* cleaner)
      : clock_{written},
        processes_{tag_of(target, name), written, has_depths},
        lines_{from, std::move(name), std::move(report), longest_line, cleaner} {}
  ~line_stream() = default;

  static constexpr std::size_t event_count = boost::mp11::mp_size<builtin_events>::value;

 private:
  /// Tells the day of the first line of a trace in which the clock is set back, as at the end of
  /// summer time. PERF measures by how much; in NORMAL, summer time is what sets clocks back.
  void find_set_back() {
    if (!columns_.time_of_day || !clock_.is_unsure(*columns_.time_of_day)) return;
    constexpr std::int64_t hour = 3'600'000'000;
    constexpr std::int64_t minute = hour / 60;
    Columns before = columns_;
    Columns here;
    std::string_view text = lines_.ahead();
    while (!text.empty()) {
      std::string_view const line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (!here.read(line) || !here.time_of_day) continue;
      std::int64_t by = *before.time_of_day - *here.time_of_day;
      bool is_set = here.event != "version" && by < 2 * hour;
      if constexpr (requires { here.t_abs; }) {
        if (here.depth != columns_.depth || !here.t_abs) continue;
        std::int64_t const elapsed = here.t_abs->in_microseconds();
        std::int64_t const elapsed_before = before.t_abs ? before.t_abs->in_microseconds() : 0;
        is_set = elapsed >= elapsed_before;
        by += elapsed - elapsed_before;
        if (by > 12 * hour) by -= 24 * hour;
      }
      if (is_set && by > minute) clock_.set_back(by);
      before = here;
    }
  }

  void report_lines(std::uint64_t count, std::string_view which) {
    if (count != 0)
      lines_.report(std::string{"has "}
                        .append(std::to_string(count))
                        .append(count == 1 ? " line " : " lines ")
                        .append(which));
  }

  event_memory memory_;
  quoted_words words_{memory_.resource()};
  std::uint64_t refused_ = 0;  ///< of what is reported
  bool has_begun_ = false;

 protected:
  Payload payload_{words_};
  Columns columns_;
  day_clock clock_;
  line_processes processes_;
  text_lines<Columns> lines_;
  occurrence made_{};
  std::uint64_t unclear_ = 0;  ///< lines that may be of several processes
};

}}}  // namespace trace2::v0::read
