// The check of options that take a number.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace trace2_program {

/// Some versions of CLI11 take a number below 0 for a huge one.
inline CLI::Validator not_negative() {
  auto const check = [](std::string const& text) {
    return text.starts_with('-') ? text + " is below 0" : std::string{};
  };
  return {check, ""};
}

}  // namespace trace2_program
