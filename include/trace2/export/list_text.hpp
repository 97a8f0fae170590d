// Writes a list of commands as aligned text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/command_list.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/table.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// A command line without the directory of its program.
inline std::string_view without_directory(std::string_view command) noexcept {
  std::string_view const program = command.substr(0, command.find(' '));
  std::size_t const slash = program.rfind('/');
  if (program.starts_with('/') && slash + 1 < program.size()) command.remove_prefix(slash + 1);
  return command;
}

/// Writes one line for each command: when it began in local time, its wall time, its exit code, its
/// repository and its command line. Commands of one day share their date, which the title has.
/// `count` is the number of all commands, also of those that have no row.
inline void write_list(sink& to, std::vector<listed_command> const& rows, std::uint64_t count,
                       text_style style,
                       std::size_t width = std::numeric_limits<std::size_t>::max()) {
  constexpr std::size_t date = std::string_view{"2000-01-31"}.size();
  constexpr std::size_t narrow = 5;  // parts of the width, one of which a repository may take
  bool const is_one_day = std::all_of(rows.begin(), rows.end(), [&](listed_command const& row) {
    return shown_moment(row.at).substr(0, date) == shown_moment(rows.front().at).substr(0, date);
  });
  std::string title = std::to_string(count) + (count == 1 ? " command" : " commands");
  if (is_one_day && !rows.empty())
    title.append(" of ").append(shown_moment(rows.front().at).substr(0, date));
  auto const cells_of = [&](listed_command const& row) {
    std::string const when = shown_moment(row.at);
    return table::cells{when.substr(is_one_day ? date + 1 : 0), table::cell::time(row.wall),
                        shown_exit(row.code, row.state),
                        shortened_in_front(shown_text(row.repository), width / narrow),
                        shown_text(without_directory(row.command))};
  };
  if (count == 0) return;
  to.write(style.bold(title) + "\n");
  table{"", {"when", "wall", "exit", "repository", "command"}, {"repository"}}
      .with_texts({"repository"})
      .write(to, rows, cells_of, rows.size(), style, count - rows.size(), width);
}

}}}  // namespace trace2::v0::exporter
