// The option --color, by which a command says when it shows colours.
#pragma once

#include <trace2/export/table.hpp>

#include <cstdlib>
#include <string>

#include "output.hpp"
#include <CLI/CLI.hpp>

namespace trace2_program {

/// The option --color: by default, colours on terminals only.
class colour_choice {
 public:
  void add_to(CLI::App& command) {
    command
        .add_option("--color", when_,
                    "auto (the default), always or never; --color alone means always")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
        ->type_name("WHEN");
  }

  trace2::exporter::text_style style(output const& out) const {
    if (when_ != "auto") return {when_ == "always"};
    char const* const unwanted = std::getenv("NO_COLOR");
    return {out.is_terminal() && (unwanted == nullptr || *unwanted == '\0')};
  }

 private:
  std::string when_ = "auto";
};

}  // namespace trace2_program
