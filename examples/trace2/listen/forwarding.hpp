// Sends the spans and metrics of what finishes to a receiver of OpenTelemetry, while the event loop
// goes on.
#pragma once

#include <trace2/read/label_table.hpp>

#include <string>
#include <vector>

#include "listen/live_spans.hpp"
#include "listen/losses.hpp"
#include "listen/outgoing.hpp"
#include "listen/sender.hpp"
#include "otlp_http/settings.hpp"
#include "output/messages.hpp"

namespace trace2::program::listening {

/// Makes messages on the thread of the event loop, and sends them on one of its own.
class forwarding {
 public:
  /// All of them live longer. `needs_ends`: only the end of a process tells whether it is chosen.
  forwarding(otlp_http::endpoints const& to, bool needs_ends, read::label_table& labels,
             losses& lost);
  forwarding(forwarding const&) = delete;
  forwarding& operator=(forwarding const&) = delete;

  /// Empty, or the reason why nothing can be sent.
  std::string start() { return sender_.start(); }

  live_spans& spans() noexcept { return spans_; }

  /// Can be read when there is something to say.
  int fd() const noexcept { return queue_.fd(); }
  std::vector<std::string> take_told() { return queue_.take_told(); }

  /// Ends the input. Spans that the receiver does not take in some seconds stay in the spool.
  void end();

  /// Waits for that, and says what has become of it. False if something was neither accepted nor
  /// kept.
  bool finish();

 private:
  losses& lost_;
  outgoing queue_;
  live_spans spans_;
  sender sender_;
};

}  // namespace trace2::program::listening
