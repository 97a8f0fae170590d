// The end of a command that goes on until its user interrupts it.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include <poll.h>
#include <signal.h>

namespace trace2::program {

/// Ends a wait when the user interrupts the command, without a signal that is missed in between.
class interruption {
 public:
  interruption();

  static bool is_over() noexcept { return is_over_ != 0; }
  /// Waits for a descriptor, the end of the time or an interruption.
  void wait(pollfd* watched, nfds_t count, std::optional<std::chrono::nanoseconds> most) const;

  /// Writes all; a reader who has stopped holds the command up until `end` or an interruption at
  /// most. 0, or the negated errno value: -EINTR if bytes are left.
  int write(int fd, std::string_view bytes,
            std::optional<std::chrono::steady_clock::time_point> end) const;

 private:
  static inline sig_atomic_t volatile is_over_ = 0;
  sigset_t before_;
};

}  // namespace trace2::program
