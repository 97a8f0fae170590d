// A signal that a failing write raises, such as SIGPIPE: this program goes on with the error that
// the write returns.
#pragma once

#include <csignal>

namespace trace2::program {

/// Ignores a signal in the whole process as long as the object lives. Threads: two objects may
/// overlap only if the one that begins first also ends last.
class ignored_signal {
 public:
  explicit ignored_signal(int signal) noexcept : signal_{signal} {
    struct ::sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(signal_, &ignore, &before_);
  }
  ignored_signal(ignored_signal const&) = delete;
  ignored_signal& operator=(ignored_signal const&) = delete;
  ~ignored_signal() { ::sigaction(signal_, &before_, nullptr); }

 private:
  int signal_;
  struct ::sigaction before_{};
};

}  // namespace trace2::program
