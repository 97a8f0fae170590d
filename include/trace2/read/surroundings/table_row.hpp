// Makes lines of PERF of the rows of a table, as Markdown and Jira have them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// The size of the marks of quotation before a row.
inline std::size_t size_of_table_quotation(std::string_view row) noexcept {
  return std::min(row.find_first_not_of(" \t>"), row.size());
}

/// The cells of a row, without the blanks around them. A bar behind a backslash is part of a cell.
inline std::vector<std::string_view> cells_of(std::string_view row) {
  constexpr std::size_t most = 64;
  std::vector<std::string_view> cells;
  row = detail::trimmed(row.substr(size_of_table_quotation(row)));
  if (row.starts_with('|')) row.remove_prefix(1);
  if (row.ends_with('|') && !row.ends_with("\\|")) row.remove_suffix(1);
  for (std::size_t at = 0; cells.size() < most;) {
    at = row.find('|', at);
    if (at != row.npos && at > 0 && row[at - 1] == '\\') {
      ++at;
      continue;
    }
    std::string_view cell = detail::trimmed(row.substr(0, at));
    if (cell.size() > 2 && cell.front() == '`' && cell.back() == '`')
      cell = cell.substr(1, cell.size() - 2);
    cells.push_back(cell);
    if (at == row.npos) break;
    row.remove_prefix(at + 1);
    at = 0;
  }
  return cells;
}

/// True if a row is the rule between the head of a table and its rows.
inline bool is_rule(std::string_view row) {
  if (row.find("---") == row.npos && row.find(":-") == row.npos && row.find("|-") == row.npos)
    return false;
  return row.find('|') != row.npos && row.find_first_not_of("|-: \t+>") == row.npos;
}

/// The columns of PERF in a table: which cell has which.
class table_columns {
 public:
  enum column : unsigned char {
    time,
    place,
    depth,
    thread,
    event,
    repo,
    t_abs,
    t_rel,
    category,
    payload,
    count
  };

  /// Reads the names in the head of a table. False if they are of no table of PERF.
  bool read_head(std::string_view row) {
    where_.fill(none);
    auto cells = cells_of(row);
    if (row.substr(size_of_table_quotation(row)).starts_with("||"))  // `||a||b||`, as Jira has it
      std::erase_if(cells, [](auto cell) { return cell.empty(); });
    std::size_t columns = 0;
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (name const& each : names)
        if (where_[each.of] == none &&
            detail::equal_ignoring_case(without_marks(cells[i]), each.text)) {
          where_[each.of] = i;
          ++columns;
          break;
        }
    cells_ = cells.size();
    return columns >= 4 && columns + 1 >= cells.size() && where_[event] != none;
  }

  /// Recognises a table by a row of it, if it has all columns. False if it is none of PERF.
  bool read_row(std::string_view row) {
    auto const cells = cells_of(row);
    for (std::size_t const first : {std::size_t{time}, std::size_t{depth}}) {
      std::size_t const own_depth = depth - first;
      if (cells.size() < count - first || !is_depth(cells[own_depth])) continue;
      for (std::size_t of = 0; of < count; ++of) where_[of] = of < first ? none : of - first;
      cells_ = count - first;
      return true;
    }
    return false;
  }

  /// The names of the columns without which no line can be read; empty if there are all.
  std::string missing() const {
    std::string text;
    for (auto const& [of, own] :
         {name{depth, "depth"}, name{event, "event"}, name{payload, "message"}})
      if (where_[of] == none) text.append(text.empty() ? "" : ", ").append(own);
    return text;
  }

  /// Appends the line of PERF of a row. False if the row is none of an event.
  bool append_line(std::string& to, std::string_view row) const {
    auto const cells = cells_of(row);
    std::string_view const own_depth = cell(cells, depth);
    if (cells.size() < 2 || !is_depth(own_depth) || cell(cells, event).empty()) return false;
    if (std::string_view const own_time = cell(cells, time); !own_time.empty()) {
      append_time(to, own_time);
      to.append(" ").append(cell(cells, place)).append(" | ");
    }
    to.append(own_depth);
    append(to, where_[thread] == none ? "main" : cell(cells, thread));
    append(to, cell(cells, event));
    for (column const of : {repo, t_abs, t_rel, category}) append(to, cell(cells, of));
    to.append(" | ");
    append_payload(to, cells);
    return true;
  }

 private:
  struct name {
    column of;
    std::string_view text;
  };
  static constexpr std::size_t none = 99;
  static constexpr std::array<name, 40> names{
      {{time, "time"},       {time, "time of day"},  {time, "clock"},      {time, "wall"},
       {time, "timestamp"},  {place, "file"},        {place, "file:line"}, {place, "source"},
       {place, "place"},     {place, "location"},    {depth, "depth"},     {depth, "d"},
       {depth, "level"},     {thread, "thread"},     {thread, "th"},       {thread, "thread name"},
       {event, "event"},     {event, "event name"},  {event, "type"},      {repo, "repo"},
       {repo, "r"},          {repo, "repo-id"},      {t_abs, "abs"},       {t_abs, "t_abs"},
       {t_abs, "abs time"},  {t_abs, "absolute"},    {t_abs, "elapsed"},   {t_rel, "rel"},
       {t_rel, "t_rel"},     {t_rel, "rel time"},    {t_rel, "relative"},  {t_rel, "duration"},
       {category, "cat"},    {category, "category"}, {payload, "msg"},     {payload, "message"},
       {payload, "payload"}, {payload, "data"},      {payload, "label"},   {payload, "text"}}};

  static std::string_view without_marks(std::string_view cell) noexcept {
    while (!cell.empty() && std::string_view{"*_`"}.find(cell.front()) != cell.npos)
      cell.remove_prefix(1);
    while (!cell.empty() && std::string_view{"*_`"}.find(cell.back()) != cell.npos)
      cell.remove_suffix(1);
    return cell;
  }

  static bool is_depth(std::string_view cell) noexcept {
    return cell.size() > 1 && cell.size() < 6 && cell[0] == 'd' &&
           cell.find_first_not_of("0123456789", 1) == cell.npos;
  }

  /// A time of day in all its six decimals.
  static void append_time(std::string& to, std::string_view text) {
    to.append(text);
    std::size_t const point = text.find('.');
    constexpr std::size_t decimals = 6;
    std::size_t const count = point == text.npos ? 0 : text.size() - point - 1;
    if (point == text.npos) to.push_back('.');
    if (count < decimals) to.append(decimals - count, '0');
  }

  static void append(std::string& to, std::string_view cell) { to.append(" | ").append(cell); }

  std::string_view cell(std::vector<std::string_view> const& cells, column of) const noexcept {
    return where_[of] < cells.size() ? cells[where_[of]] : std::string_view{};
  }

  /// Bars in the text of an event make more cells.
  void append_payload(std::string& to, std::vector<std::string_view> const& cells) const {
    std::size_t const first = where_[payload];
    for (std::size_t i = first; i < cells.size() && (i == first || first + 1 == cells_); ++i) {
      if (i != first) to.append(" | ");
      append_with_plain_bars(to, cells[i]);
    }
  }

  /// Appends a cell without the backslashes before its bars.
  static void append_with_plain_bars(std::string& to, std::string_view cell) {
    for (std::size_t at; (at = cell.find("\\|")) != cell.npos; cell.remove_prefix(at + 1))
      to.append(cell.substr(0, at));
    to.append(cell);
  }

  std::array<std::size_t, count> where_{none, none, none, none, none, none, none, none, none, none};
  std::size_t cells_ = 0;
};

}}}}  // namespace trace2::v0::read::surroundings
