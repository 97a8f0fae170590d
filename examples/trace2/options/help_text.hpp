// The text of --help. The layout of CLI11 differs from version to version, and newer ones join the
// lines of examples and tables; this one is always the same.
#pragma once

#include <cstddef>
#include <string>

#include <CLI/CLI.hpp>

namespace trace2::program {

class help_text : public CLI::FormatterBase {
 public:
  std::string make_help(CLI::App const* command, std::string name,
                        CLI::AppFormatMode) const override;

 private:
  static constexpr std::size_t column = 30;

  static std::string dots(CLI::Option const& operand);
  static std::string requirement(CLI::Option const& option);

  static std::string row(std::string const& name, std::string const& description);

  /// Goes on in further lines where a list of words to choose from is too long.
  static std::string wrapped_name(std::string name);

  /// Divides paragraphs among lines; tables and examples, whose lines are indented, stay.
  static std::string footer(std::string const& text);
  static void end_paragraph(std::string& result, std::string& paragraph);
};

}  // namespace trace2::program
