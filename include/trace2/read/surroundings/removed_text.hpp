// Texts that stood around the lines of a trace and were taken away before the lines were read.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// The kinds of things that people's tools put around the lines of a trace.
enum class surrounding : unsigned char {
  encoding,     ///< UTF-16
  line_ends,    ///< CR alone
  colours,      ///< escape sequences of terminals
  blanks,       ///< no-break spaces, and characters without a width
  entities,     ///< `&quot;` and tags of a web page
  escapes,      ///< backslashes that Markdown wants
  log_records,  ///< JSON of a logger, with the line as one of its members
  prefix,       ///< the same before each line: a time, a name, a quotation mark
  suffix,       ///< the same behind each line: blanks, bars, `<br>`
  progress,     ///< a progress meter, and the CR behind it
  fences,       ///< lines that begin or end a block of code
  table,        ///< the cells of a Markdown table
  wrapping,     ///< line feeds where a line was too wide
  objects       ///< line feeds in JSON, brackets and commas around it
};

/// One kind of thing that was taken away from an input.
struct removed_text {
  surrounding what{};
  std::string text{};            ///< for a person: "took away `remote: ` before"
  std::uint64_t lines = 0;       ///< the lines that had it; 0 for the input as a whole
  std::uint64_t first_line = 0;  ///< the number of the first one, from 1 on
};

/// All that was taken away from an input; grows while the input is read.
class removed_texts {
 public:
  /// Counts a line that had it. `text` is kept of the first one.
  void note(surrounding what, std::uint64_t line, std::string_view text) {
    for (removed_text& each : all_)
      if (each.what == what) {
        ++each.lines;
        return;
      }
    all_.push_back({what, std::string{text}, 1, line});
  }

  /// Says something of the whole input, without a number of lines.
  void note_all(surrounding what, std::string_view text) {
    all_.push_back({what, std::string{text}});
  }

  std::vector<removed_text> const& all() const noexcept { return all_; }
  bool empty() const noexcept { return all_.empty(); }

  /// One line for a person; empty if nothing was taken away.
  std::string text() const {
    std::string line;
    for (removed_text const& each : all_) {
      line.append(line.empty() ? "" : "; ").append(each.text);
      if (each.lines == 0) continue;
      line.append(" ")
          .append(std::to_string(each.lines))
          .append(each.lines == 1 ? " line" : " lines");
      if (each.first_line > 1)
        line.append(" from line ").append(std::to_string(each.first_line)).append(" on");
    }
    return line;
  }

 private:
  std::vector<removed_text> all_;  // at most one of each kind
};

}}}  // namespace trace2::v0::read
