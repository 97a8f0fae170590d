// The option --rows, by which a command limits its tables.
#pragma once

#include <cstddef>
#include <string>

namespace CLI {
class App;
class Option;
}

namespace trace2::program {

/// The option --rows: as many rows as the command says by default, and 0 for all.
class row_limit {
 public:
  explicit row_limit(std::size_t by_default) noexcept : rows_{by_default} {}

  /// `help` says which rows are counted.
  CLI::Option* add_to(CLI::App& command, std::string const& help);

  std::size_t most() const noexcept;

 private:
  std::size_t rows_;
};

}  // namespace trace2::program
