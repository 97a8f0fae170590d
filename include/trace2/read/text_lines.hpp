// Reads the lines of a NORMAL or PERF trace, joins those of one event, and skips those of other
// programs.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/surroundings/line_cleaner.hpp>
#include <trace2/read/text_end.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// Reads events of one line or more. `Columns` has `read(line)`, which is true for the first line
/// of an event, and tells how the event ends (`end`) and where its text begins (`payload`).
///
/// An event's text may have line feeds. Then its further lines are those up to its closing quote or
/// bracket; of a message, all up to the next event or to a line with which Git begins a message on
/// standard error.
template <class Columns>
class text_lines {
 public:
  /// `cleaner`, if any, takes away what stands before events.
  text_lines(byte_source& from, std::string name, problem_handler report, std::size_t longest_line,
             surroundings::line_cleaner* cleaner = nullptr)
      : reader_{from, longest_line},
        longest_{longest_line},
        name_{std::move(name)},
        report_{std::move(report)},
        cleaner_{cleaner} {}

  /// Goes to the next event and stores its columns, valid until the next call. False at the end.
  bool next(Columns& columns) {
    while (has_line()) {
      is_ahead_ = false;
      if (!read(columns)) {
        if (!is_blank_or_comment(line_)) complain_of_line(Columns::is_none);
        continue;
      }
      event_number_ = reader_.number();
      if (line_.ends_with('\r') && !is_any_) trims_ = true;
      is_any_ = true;
      if (trims_ && trim()) columns.read(line_);
      if (text_end const how = columns.end(); how == text_end::line || join(columns, how))
        return true;
    }
    return false;
  }

  /// The part of the lines behind the event that is read already.
  std::string_view ahead() const noexcept { return reader_.ahead(); }
  /// Number of the event's first line, from 1 on.
  std::uint64_t number() const noexcept { return event_number_; }
  std::string_view name() const noexcept { return name_; }

  /// Reports a problem of the latest event, or of the whole file.
  void complain(std::string_view reason) { report_({name_, event_number_, reason}); }
  void report(std::string_view reason) { report_({name_, 0, reason}); }

 private:
  /// Reports a problem of the latest line, which may be one behind the event.
  void complain_of_line(std::string_view reason) { report_({name_, reader_.number(), reason}); }

  /// Reads a line, unless there is one ahead.
  bool has_line() {
    while (!is_ahead_ && !is_over_) {
      switch (reader_.next()) {
        case line_reader::result::line:
        case line_reader::result::torn_line:
          line_ = reader_.line();
          if (trims_) trim();
          return is_ahead_ = true;
        case line_reader::result::too_long:
          complain_of_line("is too long");
          break;
        case line_reader::result::error:
          report(reason_of(reader_.error()));
          is_over_ = true;
          break;
        case line_reader::result::end:
          is_over_ = true;
          break;
      }
    }
    return is_ahead_;
  }

  /// Reads the latest line, if need be without what stands before the event.
  bool read(Columns& columns) {
    if (columns.read(line_)) return true;
    if (cleaner_ == nullptr) return false;
    auto const rest = cleaner_->rescued(line_, reader_.number());
    if (!rest || !columns.read(*rest)) return false;
    line_ = *rest;
    return true;
  }

  /// Appends the further lines of an event. False, after a report, when it is too long.
  bool join(Columns& columns, text_end how) {
    open_end end{how};
    if (how != text_end::message && !end.is_open_behind(columns.payload)) return true;
    whole_.assign(line_);
    Columns further;
    bool is_open = true;
    while (is_open && has_line() && !read(further) &&
           (how != text_end::message || !is_of_standard_error(line_))) {
      is_ahead_ = false;
      whole_.append("\n").append(line_);
      is_open = how == text_end::message || end.is_open_behind(line_);
      if (whole_.size() <= longest_) continue;
      complain("is too long");
      return false;
    }
    return columns.read(whole_);
  }

  bool trim() noexcept {
    if (!line_.ends_with('\r')) return false;
    line_.remove_suffix(1);
    return true;
  }

  static bool is_of_standard_error(std::string_view line) noexcept {
    for (std::string_view const beginning :
         {"fatal: ", "error: ", "warning: ", "hint: ", "BUG: ", "usage: ", "remote: "})
      if (line.starts_with(beginning)) return true;
    return false;
  }

  line_reader reader_;
  std::size_t longest_;
  std::string name_;
  problem_handler report_;
  surroundings::line_cleaner* cleaner_;
  std::string_view line_;  ///< the latest line
  std::string whole_;      ///< all lines of an event that has several
  bool is_ahead_ = false;  ///< the latest line is not yet used
  bool is_over_ = false;
  bool is_any_ = false;
  bool trims_ = false;  ///< lines end with CR LF
  std::uint64_t event_number_ = 0;
};

}}}  // namespace trace2::v0::read
