// The queue from the event loop to the thread that sends, and its answers.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "listen/limits.hpp"
#include "otlp_http/message.hpp"
#include "otlp_http/surroundings.hpp"
#include "system/owned_descriptor.hpp"
#include <sys/eventfd.h>
#include <unistd.h>

namespace trace2::program::listening {

/// A message, and where it goes.
struct parcel {
  otlp_http::signal of{};
  otlp_http::message what{};
};

/// A queue of messages that holds nobody up: what finds no room is refused. The thread that sends
/// waits here, so that it can be told to hurry: at the end, and when the queue fills up because a
/// receiver is slow; then the spool is the place for waiting.
class outgoing final : public otlp_http::surroundings {
 public:
  outgoing() : told_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)} {}

  // ---- calls of the event loop ----

  /// False when there is no room.
  bool put(parcel next);

  /// Nothing more comes. Requests go on until a moment; what is left then goes to the spool.
  void end(clock::time_point until);

  /// Can be read when there is something to say.
  int fd() const noexcept { return told_.get(); }
  /// Takes the messages of the thread since the last call.
  std::vector<std::string> take_told();

  // ---- calls of the thread ----

  enum class next_step : unsigned char { send, look_again, end };

  /// Waits for the next message, until a moment if there is one.
  next_step next(parcel& into, std::optional<clock::time_point> until);

  bool wait(std::chrono::milliseconds time) override;
  bool gives_up(clock::time_point began) override;
  bool has_time() override;
  bool goes_on() const override { return true; }
  void tell(std::string const& message) override;

 private:
  bool is_filling() const noexcept { return size_ > waiting_messages / 2; }
  bool is_in_a_hurry() const noexcept { return end_.has_value() || is_filling(); }

  owned_descriptor told_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<parcel> parcels_;
  std::size_t size_ = 0;  ///< bytes of their bodies
  std::vector<std::string> telling_;
  std::optional<clock::time_point> end_;
};

}  // namespace trace2::program::listening
