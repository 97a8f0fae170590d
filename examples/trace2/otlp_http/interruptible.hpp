// The surroundings of a command that sends what exists nowhere else.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

#include "../ending_signals.hpp"
#include "surroundings.hpp"
#include <poll.h>
#include <signal.h>

namespace trace2_program::otlp_http {

/// When its user interrupts it, it tries no longer: what is left goes to the spool. A second signal
/// ends the command as usual. One object at a time.
class interruptible final : public surroundings {
 public:
  interruptible() {
    is_over_ = 0;
    struct ::sigaction caught {};
    caught.sa_handler = [](int) { is_over_ = 1; };
    caught.sa_flags = static_cast<int>(SA_RESETHAND);
    for (std::size_t i = 0; i < ending_signals.size(); ++i) {
      ::sigaction(ending_signals[i], nullptr, &before_[i]);
      // nohup and shells without jobs have commands ignore some of them.
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(ending_signals[i], &caught, nullptr);
    }
  }
  ~interruptible() override {
    for (std::size_t i = 0; i < ending_signals.size(); ++i)
      ::sigaction(ending_signals[i], &before_[i], nullptr);
  }

  bool wait(std::chrono::milliseconds time) override {
    // A signal between the look and the wait is seen by the next look.
    constexpr std::chrono::milliseconds most{100};
    for (auto const end = clock::now() + time; has_time() && clock::now() < end;) {
      auto const left = std::chrono::ceil<std::chrono::milliseconds>(end - clock::now());
      ::poll(nullptr, 0, static_cast<int>(std::clamp(left, left.zero(), most).count()));
    }
    return has_time();
  }
  bool gives_up(clock::time_point) override { return !has_time(); }
  bool has_time() override { return is_over_ == 0; }

 private:
  static inline volatile sig_atomic_t is_over_ = 0;
  std::array<struct ::sigaction, ending_signals.size()> before_{};
};

}  // namespace trace2_program::otlp_http
