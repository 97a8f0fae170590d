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

/// True if an option in front of Git's subcommand has its value in the next argument.
inline bool takes_next_argument(std::string_view option) noexcept {
  for (std::string_view const name :
       {"-c", "-C", "--attr-source", "--config-env", "--git-dir", "--namespace", "--shallow-file",
        "--super-prefix", "--work-tree"})
    if (option == name) return true;
  return false;
}

/// The first argument that is neither an option nor the value of one.
inline std::string_view subcommand_of(text_list argv) noexcept {
  for (std::size_t i = 1; i < argv.count; ++i)
    if (std::string_view const argument = argv.items[i]; takes_next_argument(argument))
      ++i;
    else if (!argument.starts_with('-'))
      return argument;
  return {};
}

/// The first word of a command line for a shell, without the quotes around it.
inline std::string_view first_word(std::string_view line) noexcept {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\n"), line.size()));
  if (line.starts_with('\'') || line.starts_with('"'))
    return line.substr(1, line.find(line.front(), 1) - 1);
  return line.substr(0, line.find_first_of(" \t\n"));
}

/// The program that a child runs: the first word of its command line, which may be written for a
/// shell. Git's subcommand is added; a hook has its own name.
inline std::string program_of(event::child_start const& event) {
  if (!event.hook_name.empty()) return std::string{event.hook_name};
  if (event.argv.empty()) return {};
  std::string_view const program = event.argv.items[0];
  std::string name{program_name(event.use_shell ? first_word(program) : program)};
  std::string_view const subcommand = subcommand_of(event.argv);
  if (name == "git" && !subcommand.empty()) name.append(" ").append(subcommand);
  return name;
}

}}}  // namespace trace2::v0::read
