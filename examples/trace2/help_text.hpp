// The text of --help. The layout of CLI11 differs from version to version, and newer ones join the
// lines of examples and tables; this one is always the same.
#pragma once

#include <cstddef>
#include <string>

#include <CLI/CLI.hpp>

namespace trace2_program {

class help_text : public CLI::FormatterBase {
 public:
  std::string make_help(CLI::App const* command, std::string name,
                        CLI::AppFormatMode) const override {
    auto const operands =
        command->get_options([](CLI::Option const* o) { return o->get_positional(); });
    auto const options =
        command->get_options([](CLI::Option const* o) { return o->nonpositional(); });
    auto const commands = command->get_subcommands([](CLI::App const*) { return true; });

    std::string text = command->get_description() + "\nUsage: " + name + " [OPTIONS]";
    for (auto const* operand : operands) {
      bool const is_needed = operand->get_required();
      text += (is_needed ? " " : " [") + operand->get_name(true) + dots(*operand) +
              (is_needed ? "" : "]");
    }
    text += commands.empty() ? "\n" : " SUBCOMMAND\n";

    if (!operands.empty()) text += "\nPositionals:\n";
    for (auto const* operand : operands)
      text += row(operand->get_name(true) + (dots(*operand).empty() ? "" : " ") + dots(*operand) +
                      requirement(*operand),
                  operand->get_description());
    text += "\nOptions:\n";
    for (auto const* option : options) {
      auto const value = option->get_type_size() == 0 ? "" : " " + option->get_type_name();
      text += row(option->get_name(false, true) + value + requirement(*option),
                  option->get_description());
    }
    if (!commands.empty()) text += "\nSubcommands:\n";
    for (auto const* other : commands) text += row(other->get_name(), other->get_description());
    return text + "\n" + command->get_footer() + "\n";
  }

 private:
  static constexpr std::size_t column = 30;

  static std::string dots(CLI::Option const& operand) {
    return operand.get_expected_max() > 1 ? "..." : "";
  }
  static std::string requirement(CLI::Option const& option) {
    return option.get_required() ? " REQUIRED" : "";
  }

  /// A name and its description, which may have several lines.
  static std::string row(std::string const& name, std::string const& description) {
    std::string text = "  " + name;
    if (text.size() >= column)
      text += '\n' + std::string(column, ' ');
    else
      text.resize(column, ' ');
    for (char const c : description)
      text += c == '\n' ? c + std::string(column, ' ') : std::string{c};
    return text + '\n';
  }
};

}  // namespace trace2_program
