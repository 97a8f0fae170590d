// Sends the spans and metrics of what finishes to a receiver of OpenTelemetry, while the event loop
// goes on.
#pragma once

#include <trace2/export/left_out.hpp>
#include <trace2/read/label_table.hpp>

#include <chrono>
#include <string>
#include <vector>

#include "../messages.hpp"
#include "../otlp_http/settings.hpp"
#include "live_spans.hpp"
#include "losses.hpp"
#include "outgoing.hpp"
#include "sender.hpp"

namespace trace2_program::listening {

/// Makes messages on the thread of the event loop, and sends them on one of its own.
class forwarding {
 public:
  /// All of them live longer. `needs_ends`: only the end of a process tells whether it is chosen.
  forwarding(otlp_http::endpoints const& to, bool needs_ends, trace2::read::label_table& labels,
             losses& lost)
      : lost_{lost}, spans_{to, needs_ends, labels, queue_, lost}, sender_{to, queue_} {}
  forwarding(forwarding const&) = delete;
  forwarding& operator=(forwarding const&) = delete;

  /// Empty, or the reason why nothing can be sent.
  std::string start() { return sender_.start(); }

  live_spans& spans() noexcept { return spans_; }

  /// Can be read when there is something to say.
  int fd() const noexcept { return queue_.fd(); }
  std::vector<std::string> take_told() { return queue_.take_told(); }

  /// Nothing more comes. What the receiver does not take in some seconds is kept in the spool.
  void end() {
    constexpr std::chrono::seconds patience{5};
    spans_.end();
    queue_.end(outgoing::clock::now() + patience);
  }

  /// Waits for that, and says what has become of it. False if something was neither accepted nor
  /// kept.
  bool finish() {
    sender_.finish();
    for (std::string const& message : take_told()) say(message);
    sender_.report();
    bool const is_whole = report_left_out(spans_.left_out(), followed::all) == followed::all;
    return is_whole && sender_.is_whole() && lost_.count(loss::unsent) == 0;
  }

 private:
  losses& lost_;
  outgoing queue_;
  live_spans spans_;
  sender sender_;
};

}  // namespace trace2_program::listening
