// Recognises prefixes, tables, and lines that were broken or joined.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/read/normal_line.hpp>
#include <trace2/read/perf_columns.hpp>
#include <trace2/read/surroundings/first_lines.hpp>
#include <trace2/read/surroundings/json_objects.hpp>
#include <trace2/read/surroundings/line_cleaner.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// Looks for it in the first lines, from which other characters were taken away.
class found_layout {
 public:
  found_layout(first_lines& first, recognised& known) noexcept : first_{first}, known_{known} {}

  void find_all() {
    find_table();
    if (known_.table || !known_.refusal.empty()) return;
    find_prefix();
    find_suffix();
    find_padding();
    find_wrapping();
    if (!known_.broken) find_objects();
  }

 private:
  using mark = line_anchor::mark;

  static std::string_view table_of(std::string_view line) noexcept {
    return line.substr(size_of_table_quotation(line));
  }

  void find_table() {
    for (std::size_t i = 0; i < first_.lines().size(); ++i) {
      table_columns columns;
      std::string_view const line = first_.lines()[i];
      bool const is_head = line.find('|') != line.npos && i + 1 < first_.lines().size() &&
                           (is_rule(first_.lines()[i + 1]) || table_of(line).starts_with("||"));
      if (is_head && columns.read_head(line)) {
        std::string const missing = columns.missing();
        if (!missing.empty())
          known_.refusal =
              "is a table of PERF without the column " + missing + ": paste whole lines";
        known_.table = columns;
        return;
      }
      if (begins_event(line)) return;
      // Where the time has a cell of its own, no line can be read as it is.
      if (table_of(line).starts_with('|') && find_anchor(line).by != mark::timed &&
          columns.read_row(line)) {
        known_.table = columns;
        return;
      }
    }
  }

  void find_prefix() {
    std::vector<prefix_shape> shapes;
    std::size_t events = 0;
    std::size_t without = 0;
    bool is_first_without = false;
    for (std::string const& line : first_.lines()) {
      line_anchor const anchor = find_anchor(line);
      if (!anchor) continue;
      ++events;
      std::size_t const quotation = size_of_quotation(line);
      if (anchor.at == quotation) {
        bool const has_mark =
            std::string_view{line}.substr(0, quotation).find_first_not_of(" \t") != line.npos;
        known_.has_quotes = known_.has_quotes || has_mark;
        ++without;
        is_first_without = is_first_without || events == 1;
        continue;
      }
      std::string_view const prefix = std::string_view{line}.substr(0, anchor.at);
      if (prefix.find_first_not_of(" \t[,") == prefix.npos) continue;  // of an array
      if (prefix.find_first_of("'\"{}") != prefix.npos) return;
      prefix_shape shape{prefix};
      if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end())
        shapes.push_back(std::move(shape));
    }
    constexpr std::size_t most = 8;
    // A person who copies lines may begin within the first one.
    bool const is_everywhere = without == 0 || (without == 1 && is_first_without && events > 2);
    if (events == 0) find_prefix_of_brief();
    if (events == 0 && known_.prefixes.empty()) find_prefix_of_objects();
    if (!shapes.empty() && shapes.size() <= most && is_everywhere)
      known_.prefixes = std::move(shapes);
    clean_lines();
  }

  /// A brief line of NORMAL has no mark; but the first one tells a version, as hardly another.
  void find_prefix_of_brief() {
    constexpr std::string_view version = " version ";
    for (std::string_view const line : first_.lines()) {
      std::size_t const at = line.find(version);
      if (at == line.npos || at > longest_prefix) continue;
      std::string_view const number = line.substr(at + version.size());
      if (number.empty() || !detail::is_digit(number.front())) continue;
      prefix_shape shape{line.substr(0, at + 1)};
      auto const is_normal = [&shape](std::string_view each) {
        std::size_t const size = shape.match(each);
        normal_line parts;
        return size != 0 && parts.read(each.substr(size)) && !parts.time_of_day;
      };
      auto const count = static_cast<std::size_t>(
          std::count_if(first_.lines().begin(), first_.lines().end(), is_normal));
      if (count > 1 && count * 2 > first_.lines().size()) known_.prefixes = {std::move(shape)};
      return;
    }
  }

  /// Of JSON with line feeds, the line of a bracket alone tells what stands before each line.
  void find_prefix_of_objects() {
    for (std::string const& line : first_.lines()) {
      std::size_t const open = line.find_first_of("{[");
      if (open == line.npos || open == 0 || line.find_first_not_of(" \t[{", open) != line.npos)
        continue;
      std::string_view const prefix = std::string_view{line}.substr(0, open);
      if (size_of_quotation(line) == open && prefix.find_first_not_of(" \t") == prefix.npos) return;
      prefix_shape shape{prefix};
      auto const has = [&shape](std::string const& each) {
        return each.empty() || shape.match(each) != 0;
      };
      if (std::all_of(first_.lines().begin(), first_.lines().end(), has))
        known_.prefixes = {std::move(shape)};
      return;
    }
  }

  /// Goes on with the lines as they are without their prefix.
  void clean_lines() {
    recognised only;
    only.prefixes = known_.prefixes;
    only.has_quotes = known_.has_quotes;
    line_cleaner cleaner{std::move(only)};
    for (std::string& line : first_.lines()) line = std::string{*cleaner.cleaned(line, 1)};
  }

  void find_suffix() {
    constexpr std::array<std::string_view, 7> breaks{"<br>", "<br/>", "<br />", "</br>",
                                                     "|",    "`",     "\\"};
    constexpr std::size_t least = 2;
    for (std::string_view const suffix : breaks) {
      auto const has = [suffix](std::string_view line) {
        return line.substr(0, line.find_last_not_of(" \t") + 1).ends_with(suffix);
      };
      auto const without = [suffix](std::string_view line) {
        line = line.substr(0, line.rfind(suffix));
        return suffix == "|" ? line.substr(0, line.find_last_not_of(' ') + 1) : line;
      };
      // An empty last column of PERF ends with a bar, too.
      auto const is_around = [&](std::string_view line) {
        if (find_event(line) == 0) return without(line).ends_with('}');
        return perf_columns{}.read(line) ? perf_columns{}.read(without(line))
                                         : normal_line{}.read(line);
      };
      if (!first_.is_all(has, least) || !first_.is_any([&](std::string_view line) {
            return find_anchor(line) && is_around(line);
          }))
        continue;
      known_.suffix = suffix;
      for (std::string& line : first_.lines())
        if (has(line)) line = std::string{without(line)};
      return;
    }
  }

  void find_objects() {
    std::size_t whole = 0;
    std::size_t complete = 0;
    json_objects objects;
    auto const count = [&complete](std::string_view line, std::size_t) {
      json_depth depth;
      depth.take(line);
      bool const is_event = find_event(line) == 0 && line.find("\"sid\"") != line.npos;
      if (!depth.is_open() && is_event) ++complete;
    };
    for (std::string const& line : first_.lines()) {
      json_depth depth;
      depth.take(line);
      whole += !depth.is_open() && begins_event(line) && line.ends_with('}');
      objects.take(line, count);
    }
    objects.end(count);
    known_.has_objects = complete > whole;
  }

  void find_wrapping() {
    std::size_t most = 0;
    for (wrapping const& each : wrapping::possible(first_.lines())) {
      if (!each) continue;
      std::size_t complete = 0;
      std::size_t is_any_joined = 0;
      wrapped_lines joined{each};
      auto const count = [&](std::string_view line, std::size_t lines) {
        bool const is_complete = begins_event(line) && !is_incomplete(line);
        complete += is_complete;
        is_any_joined += is_complete && lines > 1;
      };
      for (std::string const& line : first_.lines()) joined.take(line, count);
      joined.end(count);
      if (is_any_joined == 0 || complete <= most) continue;
      most = complete;
      known_.broken = each;
    }
  }

  /// Blanks mean nothing if each event ends with some, or if they fill lines up to one width.
  void find_padding() {
    constexpr std::size_t least = 2;
    // An empty last column of PERF ends with a blank, too.
    auto const is_padded = [](std::string_view line) {
      std::size_t const last = line.find_last_not_of(" \t");
      return last != line.npos && last + 1 != line.size() && line[last] != '|';
    };
    std::size_t width = 0;
    std::size_t padded = 0;
    std::size_t first_padded = 0;
    for (std::string const& line : first_.lines())
      if (is_padded(line)) {
        ++padded;
        first_padded += begins_event(line);
        width = std::max(width, width_of(line));
      }
    auto const is_filled = [&](std::string_view line) {
      return width_of(line) == width || (width_of(line) > width && !is_padded(line));
    };
    if (padded < least) return;
    known_.pads_lines = std::all_of(first_.lines().begin(), first_.lines().end(), is_filled);
    // Where lines are broken, the blanks at their ends may be part of an event.
    auto const possible = wrapping::possible(first_.lines());
    bool const is_broken = possible[0] || possible[1];
    if (!is_broken &&
        (first_.is_all(is_padded, least) || (first_padded > 0 && first_.is_all(is_filled, least))))
      known_.pads_lines = true;
    if (!known_.pads_lines) return;
    for (std::string& line : first_.lines()) line.erase(line.find_last_not_of(" \t") + 1);
  }

  first_lines& first_;
  recognised& known_;
};

}}}}  // namespace trace2::v0::read::surroundings
