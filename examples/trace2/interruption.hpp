// The end of a command that goes on until its user interrupts it.
#pragma once

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstddef>
#include <ctime>
#include <optional>
#include <string_view>

#include "ending_signals.hpp"
#include <poll.h>
#include <signal.h>
#include <unistd.h>

namespace trace2_program {

/// Ends a wait when the user interrupts the command, without a signal that is missed in between.
class interruption {
 public:
  interruption() {
    struct ::sigaction caught {};
    caught.sa_handler = [](int) { is_over_ = 1; };
    sigset_t watched;
    sigemptyset(&watched);
    for (int const signal : ending_signals) {
      struct ::sigaction before {};
      // nohup and shells without jobs have commands ignore some of them.
      if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
      ::sigaddset(&watched, signal);
      ::sigaction(signal, &caught, nullptr);
    }
    ::sigprocmask(SIG_BLOCK, &watched, &before_);
  }

  static bool is_over() noexcept { return is_over_ != 0; }
  /// Waits for a descriptor, the end of the time or an interruption.
  void wait(pollfd* watched, nfds_t count, std::optional<std::chrono::nanoseconds> most) const {
    using namespace std::chrono;
    timespec time{};
    if (most) {
      auto const left = std::max(*most, nanoseconds{0});
      time.tv_sec = static_cast<time_t>(duration_cast<seconds>(left).count());
      time.tv_nsec = static_cast<long>((left % seconds{1}).count());
    }
    if (::ppoll(watched, count, most ? &time : nullptr, &before_) <= 0)
      for (nfds_t i = 0; i < count; ++i) watched[i].revents = 0;
  }

  /// Writes all; a reader who has stopped holds the command up until `end` or an interruption at
  /// most. 0, or the negated errno value: -EINTR if bytes are left.
  int write(int fd, std::string_view bytes,
            std::optional<std::chrono::steady_clock::time_point> end) const {
    while (!bytes.empty()) {
      std::optional<std::chrono::nanoseconds> left;
      if (end) left = *end - std::chrono::steady_clock::now();
      if (is_over() || (left && left->count() <= 0)) return -EINTR;
      pollfd watched{fd, POLLOUT, 0};
      wait(&watched, 1, left);
      if (watched.revents == 0) continue;
      // A pipe that can be written to has room for so much. A terminal that is stopped may not
      // have it: signals end the call.
      sigset_t blocked;
      ::sigprocmask(SIG_SETMASK, &before_, &blocked);
      ssize_t const written =
          is_over() ? 0 : ::write(fd, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
      int const error = written < 0 ? errno : 0;
      ::sigprocmask(SIG_SETMASK, &blocked, nullptr);
      if (error == EINTR || error == EAGAIN) continue;
      if (error != 0) return -error;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
  }

 private:
  static inline volatile sig_atomic_t is_over_ = 0;
  sigset_t before_;
};

}  // namespace trace2_program
