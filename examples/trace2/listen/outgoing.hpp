// What goes from the event loop to the thread that sends, and back.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../otlp_http/message.hpp"
#include "../otlp_http/surroundings.hpp"
#include "../owned_descriptor.hpp"
#include "limits.hpp"
#include <sys/eventfd.h>
#include <unistd.h>

namespace trace2_program::listening {

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
  bool put(parcel next) {
    {
      std::lock_guard const lock{mutex_};
      std::size_t const size = next.what.body.size();
      if (!parcels_.empty() && size_ + size > waiting_messages) return false;
      size_ += size;
      parcels_.push_back(std::move(next));
    }
    changed_.notify_one();
    return true;
  }

  /// Nothing more comes. Requests go on until a moment; what is left then goes to the spool.
  void end(clock::time_point until) {
    {
      std::lock_guard const lock{mutex_};
      end_ = until;
    }
    changed_.notify_one();
  }

  /// Can be read when there is something to say.
  int fd() const noexcept { return told_.get(); }
  /// What the thread has to say since the last call.
  std::vector<std::string> take_told() {
    std::uint64_t count = 0;
    // Nobody needs the count: what was told is in the list.
    if (::read(told_.get(), &count, sizeof count) < 0) count = 0;
    std::lock_guard const lock{mutex_};
    return std::exchange(telling_, {});
  }

  // ---- calls of the thread ----

  enum class next_step : unsigned char { send, look_again, end };

  /// Waits for the next message, until a moment if there is one.
  next_step next(parcel& into, std::optional<clock::time_point> until) {
    std::unique_lock lock{mutex_};
    auto const is_over = [this] { return !parcels_.empty() || end_.has_value(); };
    if (!until)
      changed_.wait(lock, is_over);
    else if (*until > clock::now())
      changed_.wait_until(lock, *until, is_over);
    if (parcels_.empty()) return end_ ? next_step::end : next_step::look_again;
    into = std::move(parcels_.front());
    parcels_.pop_front();
    size_ -= into.what.body.size();
    return next_step::send;
  }

  bool wait(std::chrono::milliseconds time) override {
    std::unique_lock lock{mutex_};
    return !changed_.wait_until(lock, clock::now() + time, [this] { return is_in_a_hurry(); });
  }
  bool gives_up(clock::time_point began) override {
    constexpr std::chrono::seconds patience{2};
    std::lock_guard const lock{mutex_};
    auto const now = clock::now();
    return (end_ && now >= *end_) || (is_filling() && now - began >= patience);
  }
  bool has_time() override {
    std::lock_guard const lock{mutex_};
    return !is_in_a_hurry();
  }
  bool goes_on() const override { return true; }
  void tell(std::string const& message) override {
    constexpr std::size_t most = 100;
    std::lock_guard const lock{mutex_};
    if (telling_.size() < most) telling_.push_back(message);
    std::uint64_t const one = 1;
    // It fails only when it can be read anyway.
    if (::write(told_.get(), &one, sizeof one) < 0) return;
  }

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

}  // namespace trace2_program::listening
