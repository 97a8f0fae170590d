// Reads the events of an EVENT stream, one at a time and in constant memory. A line that is no
// event costs that line only.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/decoder.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/surroundings/line_cleaner.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// Reads an EVENT stream:
///
///     trace2::read::event_stream events{source, "trace.event", report};
///     while (auto const* line = events.next()) …
///
/// Blank lines and lines that begin with `#` are skipped. A line that is too long, torn or no event
/// is reported with its number. If a torn line is followed by a whole event on the same line,
/// because its writer was cut short (R-WR-03), this event is used. `cleaner`, if any, takes away
/// what stands before events.
template <class Events = builtin_events>
class basic_event_stream {
 public:
  using occurrence_type = basic_occurrence<Events>;

  basic_event_stream(byte_source& from, std::string name, problem_handler report,
                     std::size_t longest_line = line_reader::default_most,
                     surroundings::line_cleaner* cleaner = nullptr)
      : reader_{from, longest_line},
        name_{std::move(name)},
        report_{std::move(report)},
        cleaner_{cleaner} {}

  /// The next event, valid until the next call; null at the end.
  occurrence_type const* next() {
    for (;;) {
      switch (reader_.next()) {
        case line_reader::result::line:
        case line_reader::result::torn_line:
          if (occurrence_type const* const line = decode(reader_.line())) return line;
          break;
        case line_reader::result::too_long:
          complain("is too long");
          break;
        case line_reader::result::error:
          report_({name_, 0, reason_of(reader_.error())});
          return nullptr;
        case line_reader::result::end:
          return nullptr;
      }
    }
  }

  /// Number of the latest line, from 1 on.
  std::uint64_t line_number() const noexcept { return reader_.number(); }
  std::string_view name() const noexcept { return name_; }

 private:
  static constexpr std::string_view event_begin = "{\"event\":\"";

  occurrence_type const* decode(std::string_view text) {
    if (is_blank_or_comment(text)) return nullptr;
    if (occurrence_type const* const line = decoder_.decode(text)) return line;
    if (cleaner_ != nullptr)
      if (auto const rest = cleaner_->rescued(text, reader_.number()))
        if (occurrence_type const* const line = decoder_.decode(*rest)) return line;
    complain(decoder_.problem());
    std::size_t const begin = text.rfind(event_begin);
    return begin == 0 || begin == text.npos ? nullptr : decoder_.decode(text.substr(begin));
  }

  void complain(std::string_view reason) { report_({name_, reader_.number(), reason}); }

  line_reader reader_;
  basic_decoder<Events> decoder_;
  std::string name_;
  problem_handler report_;
  surroundings::line_cleaner* cleaner_;
};

using event_stream = basic_event_stream<>;

}}}  // namespace trace2::v0::read
