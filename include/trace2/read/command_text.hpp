// Shows the arguments of a program as one line.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/detail/text/quote.hpp>
#include <trace2/event/child.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/text_list.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// True if a path ends in ".exe", in any spelling.
inline bool is_windows_program(std::string_view path) noexcept {
  constexpr std::string_view ending = ".exe";
  return path.size() > ending.size() &&
         detail::equal_ignoring_case(path.substr(path.size() - ending.size()), ending);
}

/// The name of a program without directory and ".exe".
inline std::string_view program_name(std::string_view path) noexcept {
  path.remove_prefix(path.find_last_of("/\\") + 1);
  if (is_windows_program(path)) path.remove_suffix(4);
  return path;
}

/// The arguments, quoted for a shell where they need it, and cut visibly to about `most` bytes. A
/// line that is already written for a shell is not quoted again.
inline std::string command_text(text_list argv, std::size_t most, bool is_for_shell = false) {
  buffer line;
  for (std::string_view const argument : argv) {
    if (!line.empty()) line.append(' ');
    if (is_for_shell)
      line.append(cut_text(argument, most));
    else
      detail::append_quoted(line, cut_text(argument, most));
    if (line.size() > most) break;
  }
  return cut_text_visibly(line.view(), most);
}

/// The command for people. Windows tells a program its whole path where other systems tell it the
/// word that was typed; there the name stands for the path.
inline std::string shown_command(text_list argv, std::size_t most, bool is_for_shell = false) {
  if (argv.empty() || is_for_shell || !is_windows_program(argv.items[0]))
    return command_text(argv, most, is_for_shell);
  std::string_view const name[] = {program_name(argv.items[0])};
  std::string result = command_text({name, 1}, most);
  if (argv.count > 1)
    result.append(" ").append(command_text({argv.items + 1, argv.count - 1}, most));
  return cut_text_visibly(result, most);
}

/// The text that tells a child from others: its command line, or the name of a hook, whose path
/// says less.
inline std::string title_of(event::child_start const& event, std::size_t most) {
  if (!event.hook_name.empty()) return cut_text_visibly(event.hook_name, most);
  return shown_command(event.argv, most, event.use_shell);
}

}}}  // namespace trace2::v0::read
