// Terminals, and the consoles of Windows.
#pragma once

#include <array>
#include <cstddef>

namespace trace2::program {

bool is_terminal(int fd) noexcept;

/// In characters; 0 if it is unknown.
std::size_t width_of_terminal(int fd) noexcept;

/// While it lives, the standard streams take bytes as they are: consoles take them for UTF-8 and
/// understand the sequences of colours. Elsewhere than on Windows they always do.
class plain_streams {
 public:
  plain_streams() noexcept;
  plain_streams(plain_streams const&) = delete;
  plain_streams& operator=(plain_streams const&) = delete;
  ~plain_streams();

 private:
  struct console_state {
    unsigned page = 0;  ///< 0: it stays as it is
    std::array<unsigned long, 2> modes{};
  };
  console_state before_{};
};

}  // namespace trace2::program
