// Terminals, and the consoles of Windows.
#pragma once

#include <array>
#include <cstddef>

namespace trace2::program {

bool is_terminal(int fd) noexcept;

/// In characters; 0 if it is unknown.
std::size_t width_of_terminal(int fd) noexcept;

/// While it lives, consoles take bytes for UTF-8 and understand the sequences of colours. Elsewhere
/// than on Windows they always do.
class plain_console {
 public:
  plain_console() noexcept;
  plain_console(plain_console const&) = delete;
  plain_console& operator=(plain_console const&) = delete;
  ~plain_console();

 private:
  [[maybe_unused]] unsigned page_ = 0;  ///< before; 0: there is no console
  [[maybe_unused]] std::array<unsigned long, 2> modes_{};  ///< of standard output and error before
};

}  // namespace trace2::program
