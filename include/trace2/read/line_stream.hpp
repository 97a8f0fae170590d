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
              problem_handler report, std::int64_t written, std::size_t longest_line)
      : clock_{written},
        processes_{tag_of(target, name), written, has_depths},
        lines_{from, std::move(name), std::move(report), longest_line} {}
  ~line_stream() = default;

  static constexpr std::size_t event_count = boost::mp11::mp_size<builtin_events>::value;

 private:
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
