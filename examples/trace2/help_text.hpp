// The text of --help. The layout of CLI11 differs from version to version, and newer ones join the
// lines of examples and tables; this one is always the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

namespace trace2_program {

class help_text : public CLI::FormatterBase {
 public:
  std::string make_help(CLI::App const* command, std::string name,
                        CLI::AppFormatMode) const override {
    auto const operands =
        command->get_options([](CLI::Option const* o) { return o->get_positional(); });
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
    // The first group has --help, and another name in other versions.
    auto const groups = command->get_groups();
    for (std::string const& group : groups) {
      text += "\n" + (group == groups.front() ? "Options" : group) + ":\n";
      for (auto const* option : command->get_options([&group](CLI::Option const* o) {
             return o->nonpositional() && o->get_group() == group;
           })) {
        auto const value = option->get_type_size() == 0 ? "" : " " + option->get_type_name();
        text += row(option->get_name(false, true) + value + requirement(*option),
                    option->get_description());
      }
    }
    if (!commands.empty()) text += "\nSubcommands:\n";
    for (auto const* other : commands) text += row(other->get_name(), other->get_description());
    return text + "\n" + footer(command->get_footer());
  }

 private:
  static constexpr std::size_t column = 30;
  static constexpr std::size_t width = 80;

  static std::string dots(CLI::Option const& operand) {
    return operand.get_expected_max() > 1 ? "..." : "";
  }
  static std::string requirement(CLI::Option const& option) {
    return option.get_required() ? " REQUIRED" : "";
  }

  static std::string row(std::string const& name, std::string const& description) {
    std::string text = wrapped_name("  " + name);
    std::size_t const size = text.size();
    append_words(text, description, column, size < column ? size : width);
    return text + '\n';
  }

  /// Goes on in further lines where a list of words to choose from is too long.
  static std::string wrapped_name(std::string name) {
    constexpr std::size_t indentation = 6;
    for (std::size_t begin = 0; name.size() - begin > width;) {
      std::size_t const comma = name.rfind(',', begin + width - 1);
      if (comma == name.npos || comma < begin + indentation) break;
      name.insert(comma + 1, '\n' + std::string(indentation, ' '));
      begin = comma + 2;
    }
    return name;
  }

  /// Divides paragraphs among lines; tables and examples, whose lines are indented, stay.
  static std::string footer(std::string const& text) {
    std::string result, paragraph, line;
    for (std::istringstream lines{text + "\n"}; std::getline(lines, line);) {
      bool const is_prose = !line.empty() && line.front() != ' ';
      if (is_prose) {
        paragraph += (paragraph.empty() ? "" : " ") + line;
        continue;
      }
      end_paragraph(result, paragraph);
      result += line + '\n';
    }
    end_paragraph(result, paragraph);
    return result;
  }
  static void end_paragraph(std::string& result, std::string& paragraph) {
    if (paragraph.empty()) return;
    append_words(result, std::exchange(paragraph, {}), 0, 0);
    result += '\n';
  }

  /// Appends the words in lines that begin at `from`. The present line has `at` characters.
  static void append_words(std::string& text, std::string const& words, std::size_t from,
                           std::size_t at) {
    for (std::size_t begin = 0; begin < words.size();) {
      std::size_t const end = std::min(words.find(' ', begin), words.size());
      std::size_t gap = at < from ? from - at : at > from ? 1 : 0;
      if (at + gap + end - begin > width && at != 0) {
        text += '\n';
        at = 0;
        gap = from;
      }
      text.append(gap, ' ').append(words, begin, end - begin);
      at += gap + end - begin;
      begin = end + 1;
    }
  }
};

}  // namespace trace2_program
