// Takes away what stands before, behind and within the lines of a trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/surroundings/line_anchor.hpp>
#include <trace2/read/surroundings/line_characters.hpp>
#include <trace2/read/surroundings/log_record.hpp>
#include <trace2/read/surroundings/prefix_shape.hpp>
#include <trace2/read/surroundings/removed_text.hpp>
#include <trace2/read/surroundings/table_row.hpp>
#include <trace2/read/surroundings/wrapped_lines.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// Surroundings that were recognised in the first lines of an input, and are taken away from all
/// lines.
struct recognised {
  bool has_colours = false;
  bool has_odd_blanks = false;
  bool has_entities = false;
  bool has_escapes = false;
  bool has_fences = false;
  bool has_progress = false;
  bool has_quotes = false;   ///< marks of quotation, `remote: `, indentation
  bool has_objects = false;  ///< JSON is not one object in each line
  bool pads_lines = false;   ///< blanks at the ends of lines mean nothing
  std::string suffix{};      ///< behind each line
  log_record record{};
  std::optional<table_columns> table{};
  std::vector<prefix_shape> prefixes{};  ///< of a log; each line has one
  wrapping broken{};
  std::string refusal{};  ///< why the input can't be read; a part of a sentence

  bool is_any() const noexcept {
    return has_colours || has_odd_blanks || has_entities || has_escapes || has_fences ||
           has_progress || has_quotes || has_objects || pads_lines || !suffix.empty() ||
           record.is_known() || table || !prefixes.empty() || broken || !refusal.empty();
  }
};

/// The size of what people and Git put before lines that they pass on: `> `, `| `, `remote: `, and
/// blanks; 0 if a line has none.
inline std::size_t size_of_quotation(std::string_view line) noexcept {
  constexpr std::string_view remote = "remote: ";
  std::size_t at = 0;
  for (;;) {
    std::size_t const next = line.find_first_not_of(" \t>", at);
    if (next == line.npos) return line.size();
    if (line.substr(next).starts_with(remote))
      at = next + remote.size();
    else if (line.substr(next).starts_with("| "))
      at = next + 2;
    else
      return next;
  }
}

/// True if a line begins or ends a block of code: "```", `~~~` or `{code}`.
inline bool is_fence(std::string_view line) noexcept {
  line = detail::trimmed(line);
  for (std::string_view const mark : {"```", "~~~"})
    if (line.starts_with(mark)) return line.find_first_of(" |", mark.size()) == line.npos;
  return line.ends_with('}') && (line.starts_with("{code") || line.starts_with("{noformat"));
}

/// Cleans lines by what was recognised.
class line_cleaner {
 public:
  explicit line_cleaner(recognised known = {}) : known_{std::move(known)} {}

  recognised const& known() const noexcept { return known_; }
  removed_texts& removed() noexcept { return removed_; }
  removed_texts const& removed() const noexcept { return removed_; }

  /// The text of a line; nothing if all of it is to be left out. Valid until the next call.
  std::optional<std::string_view> cleaned(std::string_view line, std::uint64_t number) {
    number_ = number;
    while (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > longest_line) return line;
    if (known_.has_fences && is_fence(line)) {
      note(surrounding::fences, "took away marks of a block of code:");
      return std::nullopt;
    }
    if (known_.record.is_known()) {
      next_.clear();
      if (known_.record.append_text(next_, line)) {
        note(surrounding::log_records,
             "took the member " + std::string{known_.record.name()} + " out of the JSON of");
        line = keep();
      }
    }
    line = with_plain_characters(line);
    if (known_.has_progress) line = behind_progress(line);
    if (known_.table) return row(line);
    return without_padding(without_suffix(without_prefix(line)));
  }

  /// The same of a line that could not be read, of an input that began without anything around its
  /// lines: takes away a progress meter, quotation and colours. Nothing if that doesn't help.
  std::optional<std::string_view> rescued(std::string_view line, std::uint64_t number) {
    number_ = number;
    std::string_view rest = line;
    if (line.size() > longest_line) return std::nullopt;
    while (rest.ends_with('\r')) rest.remove_suffix(1);
    if (has_escape(rest)) {
      next_.clear();
      append_without_escapes(next_, rest);
      rest = keep();
    }
    std::string_view const shown = rest;
    rest = behind_progress(rest);
    std::size_t const quotation = size_of_quotation(rest);
    if (find_anchor(rest).at != quotation || rest.data() + quotation == line.data())
      return std::nullopt;
    if (shown.data() != line.data()) note(surrounding::colours, "took away colours of");
    return without_suffix(without_quotation(rest, quotation));
  }

  /// Counts an event that had several lines, or was part of one.
  void note_joined(std::size_t lines) {
    auto const first = [&](std::size_t before) { return number_ > before ? number_ - before : 1; };
    if (known_.has_objects)
      removed_.note(surrounding::objects, first(lines - 1),
                    "read JSON that is not one object in each line:");
    else if (lines > 1)
      removed_.note(
          surrounding::wrapping, first(lines),
          "joined lines that were broken at " + std::to_string(known_.broken.width) + " columns:");
  }

 private:
  static constexpr std::size_t most_shapes = 32;
  /// Longer lines, which only writers of EVENT make, are left as they are.
  static constexpr std::size_t longest_line = 4 * limits::mebibyte;

  void note(surrounding what, std::string_view text) { removed_.note(what, number_, text); }

  std::string_view keep() {
    line_.swap(next_);
    return line_;
  }

  template <class Append>
  std::string_view changed(std::string_view line, surrounding what, std::string_view text,
                           Append append) {
    next_.clear();
    append(next_, line);
    if (next_ == line) return line;
    note(what, text);
    return keep();
  }

  std::string_view with_plain_characters(std::string_view line) {
    if (known_.has_colours && line.find('\x1b') != line.npos)
      line = changed(line, surrounding::colours, "took away colours of", append_without_escapes);
    if (known_.has_odd_blanks)
      line = changed(line, surrounding::blanks, "replaced no-break spaces in",
                     append_with_plain_blanks);
    if (known_.has_entities)
      line = changed(line, surrounding::entities, "replaced entities of HTML in",
                     append_as_shown_by_page);
    if (known_.has_escapes && !known_.table)
      line = changed(line, surrounding::escapes, "took away backslashes of Markdown in",
                     append_unescaped);
    return line;
  }

  /// A progress meter ends with a CR, so that the next line begins in the middle of its line.
  std::string_view behind_progress(std::string_view line) {
    std::size_t const cr = line.rfind('\r');
    if (cr == line.npos || !find_anchor(line.substr(cr + 1))) return line;
    note(surrounding::progress, "took away a progress meter before");
    return line.substr(cr + 1);
  }

  std::optional<std::string_view> row(std::string_view line) {
    bool const is_row = detail::trimmed(line).starts_with('|') || line.find('|') != line.npos;
    next_.clear();
    if (!is_row) return line;
    if (!known_.table->append_line(next_, line)) {
      table_columns other;
      if (is_rule(line) || other.read_head(line)) return std::nullopt;
      return line;
    }
    note(surrounding::table, "read the rows of a table:");
    return keep();
  }

  std::string_view without_prefix(std::string_view line) {
    if (line.empty()) return line;
    line_anchor const anchor = find_anchor(line);
    std::size_t const quotation = anchor ? size_of_quotation(line) : 0;
    if (anchor && anchor.at == quotation) return without_quotation(line, quotation);
    if (!known_.prefixes.empty()) return without_log_prefix(line, anchor);
    if (anchor || quotation_.empty()) return line;
    // A further line of an event is quoted as its first one.
    if (line.starts_with(quotation_)) return without_quotation(line, quotation_.size());
    return quotation_.starts_with(line) ? line.substr(line.size()) : line;
  }

  std::string_view without_quotation(std::string_view line, std::size_t size) {
    std::string_view const mark = line.substr(0, size);
    quotation_.assign(mark);
    if (size == 0) return line;
    note(surrounding::prefix, text_of(mark));
    line.remove_prefix(size);
    if (!quotation_.ends_with("remote: ")) return line;
    // Git covers what stood in the line of a terminal.
    for (std::string_view const padding : {"        ", "\x1b[K"})
      if (line.ends_with(padding)) line.remove_suffix(padding.size());
    return line;
  }

  std::string_view without_log_prefix(std::string_view line, line_anchor const& anchor) {
    if (anchor) {
      prefix_shape shape{line.substr(0, anchor.at)};
      bool const is_known =
          std::find(known_.prefixes.begin(), known_.prefixes.end(), shape) != known_.prefixes.end();
      if (!is_known && known_.prefixes.size() < most_shapes)
        known_.prefixes.push_back(std::move(shape));
      note(surrounding::prefix, text_of(line.substr(0, anchor.at)));
      return line.substr(anchor.at);
    }
    for (prefix_shape const& shape : known_.prefixes)
      if (std::size_t const size = shape.match(line); size != 0) {
        note(surrounding::prefix, text_of(line.substr(0, size)));
        return line.substr(size);
      }
    return line;
  }

  static std::string text_of(std::string_view prefix) {
    constexpr std::size_t longest = 48;
    std::string text = "took away `";
    text.append(cut_text(prefix, longest))
        .append(prefix.size() > longest ? "…` before" : "` before");
    return text;
  }

  std::string_view without_padding(std::string_view line) {
    std::size_t const end = line.find_last_not_of(" \t") + 1;
    if (!known_.pads_lines || end == line.size()) return line;
    note(surrounding::suffix, "took away blanks behind");
    return line.substr(0, end);
  }

  std::string_view without_suffix(std::string_view line) {
    if (known_.suffix.empty()) return line;
    std::string_view rest = line.substr(0, line.find_last_not_of(" \t") + 1);
    if (!rest.ends_with(known_.suffix)) return line;
    rest.remove_suffix(known_.suffix.size());
    if (known_.suffix == "|") rest = rest.substr(0, rest.find_last_not_of(' ') + 1);
    note(surrounding::suffix, "took away `" + known_.suffix + "` behind");
    return rest;
  }

  recognised known_;
  removed_texts removed_;
  std::string line_;  ///< the line, if it was changed
  std::string next_;
  std::uint64_t number_ = 0;
  std::string quotation_;  ///< of the latest event
};

}}}}  // namespace trace2::v0::read::surroundings
