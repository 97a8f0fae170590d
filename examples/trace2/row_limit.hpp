// The option --rows, by which a command limits its tables.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "not_negative.hpp"
#include <CLI/CLI.hpp>

namespace trace2_program {

/// The option --rows: as many rows as the command says by default, and 0 for all.
class row_limit {
 public:
  explicit row_limit(std::size_t by_default) noexcept : rows_{by_default} {}

  /// `help` says which rows are counted.
  CLI::Option* add_to(CLI::App& command, std::string const& help) {
    return command
        .add_option("--rows", rows_, help + "; 0 for all (default: " + std::to_string(rows_) + ")")
        ->check(not_negative())
        ->type_name("N");
  }

  std::size_t most() const noexcept {
    return rows_ == 0 ? std::numeric_limits<std::size_t>::max() : rows_;
  }

 private:
  std::size_t rows_;
};

}  // namespace trace2_program
