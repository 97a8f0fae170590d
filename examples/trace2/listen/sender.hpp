// The thread of a listener that sends.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <system_error>
#include <thread>

#include "listen/outgoing.hpp"
#include "otlp_http/message.hpp"
#include "otlp_http/settings.hpp"
#include "output/messages.hpp"
#include <signal.h>

#ifdef TRACE2_PROGRAM_SENDS_HTTP
#  include "otlp_http/batch.hpp"
#  include "otlp_http/sending.hpp"
#endif

namespace trace2::program::listening {

#ifdef TRACE2_PROGRAM_SENDS_HTTP

/// Sends what it finds in a queue, and in the spool when there is time. The sender waits for
/// receivers and disks, so that the event loop doesn't.
class sender {
 public:
  /// Both live longer. Call it on the thread that calls all others, before any other thread.
  sender(otlp_http::endpoints const& to, outgoing& from)
      : to_{to}, from_{from}, sending_{to, from} {}
  sender(sender const&) = delete;
  sender& operator=(sender const&) = delete;
  ~sender() {
    from_.end(outgoing::clock::now());
    finish();
  }

  /// Empty, or the reason why there is no thread.
  std::string start() {
    // Signals are for the event loop: the thread begins with all of them blocked.
    ::sigset_t all;
    ::sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::string reason;
    try {
      thread_ = std::thread{[this] { work(); }};
    } catch (std::system_error const& problem) {
      reason = problem.what();
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return reason;
  }

  /// Waits for the thread, behind the end of its queue.
  void finish() {
    if (thread_.joinable()) thread_.join();
  }

  // Behind `finish`:

  bool is_whole() const noexcept { return failed_ == 0 && sending_.is_whole(); }
  void report() const {
    sending_.report();
    if (failed_ != 0)
      say(std::to_string(failed_) + " spans and data points lost: " + failed_because_);
  }

 private:
  void work() noexcept {
    for (;;) {
      parcel next;
      try {
        switch (from_.next(next, sending_.due())) {
          case outgoing::next_step::end:
            return;
          case outgoing::next_step::look_again:
            sending_.resume();
            break;
          case outgoing::next_step::send:
            if (to_.of(next.of).is_gzip) compress(next.what);
            sending_.send(next.of, next.what);
        }
      } catch (std::exception const& problem) {
        note(problem, next.what.items);
      }
    }
  }

  void note(std::exception const& problem, std::uint64_t items) noexcept {
    failed_ += items;
    try {
      if (failed_because_.empty()) failed_because_ = problem.what();
    } catch (std::exception const&) {
      // The count says enough.
    }
  }

  otlp_http::endpoints const& to_;
  outgoing& from_;
  otlp_http::sending sending_;
  std::uint64_t failed_ = 0;
  std::string failed_because_;
  std::thread thread_;
};

#else

/// Without HTTP no settings are made for it.
class sender {
 public:
  sender(otlp_http::endpoints const&, outgoing&) {}
  std::string start() { return "this program was built without HTTP"; }
  void finish() {}
  bool is_whole() const noexcept { return false; }
  void report() const {}
};

#endif

}  // namespace trace2::program::listening
