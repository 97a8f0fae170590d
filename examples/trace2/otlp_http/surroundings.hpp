// What a delivery works in: a command that waits for it, or a thread of a program that goes on.
#pragma once

#include <chrono>
#include <string>

#include "output/messages.hpp"

namespace trace2::program::otlp_http {

/// By itself that of a command, which has the time that its settings give it.
class surroundings {
 public:
  using clock = std::chrono::steady_clock;

  surroundings() = default;
  surroundings(surroundings const&) = delete;
  surroundings& operator=(surroundings const&) = delete;
  virtual ~surroundings() = default;

  /// Waits until a request can be tried again. False, perhaps early, when there is no time for
  /// that.
  virtual bool wait(std::chrono::milliseconds time);
  /// True if a request that began then must not go on.
  virtual bool gives_up(clock::time_point) { return false; }
  /// True if there is time for what an earlier call has left.
  virtual bool has_time() { return true; }
  /// True if the program goes on for so long that settings may become right, and that its user
  /// wants to know of trouble when it happens.
  virtual bool goes_on() const { return false; }
  virtual void tell(std::string const& message) { say(message); }
};

/// That of commands.
surroundings& of_command();

}  // namespace trace2::program::otlp_http
