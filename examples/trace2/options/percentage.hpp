// Options that take a percentage.
#pragma once

#include <trace2/read/number_text.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace trace2::program {

/// The part of 1 that a text such as "5" or "5%" means; nothing for other text.
std::optional<double> share_in(std::string_view text);

/// Adds an option that takes a percentage, and whose value is the part of 1, at most `most`.
inline void add_percentage(CLI::App& command, char const* name, auto& to, char const* help,
                           double most = std::numeric_limits<double>::infinity()) {
  command
      .add_option_function<std::string>(
          name,
          [&to, name, most](std::string const& given) {
            auto const share = share_in(given);
            if (!share) throw CLI::ValidationError{name, given + " is no percentage"};
            if (*share > most)
              throw CLI::ValidationError{
                  name, given + " is above " + std::to_string(std::lround(100 * most))};
            to = *share;
          },
          help)
      ->type_name("PERCENT");
}

}  // namespace trace2::program
