// The surroundings of a command that sends what exists nowhere else.
#pragma once

#include <array>
#include <chrono>

#include "otlp_http/surroundings.hpp"
#include "system/posix/ending_signals.hpp"
#include <poll.h>
#include <signal.h>

namespace trace2::program::otlp_http {

/// When its user interrupts it, it tries no longer: what is left goes to the spool. A second signal
/// ends the command as usual. One object at a time.
class interruptible final : public surroundings {
 public:
  interruptible();
  ~interruptible() override;

  bool wait(std::chrono::milliseconds time) override;
  bool gives_up(clock::time_point) override { return !has_time(); }
  bool has_time() override { return is_over_ == 0; }

 private:
  static inline sig_atomic_t volatile is_over_ = 0;
  std::array<struct ::sigaction, ending_signals.size()> before_{};
};

}  // namespace trace2::program::otlp_http
