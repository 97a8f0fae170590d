// How long to wait before a request is tried again.
#pragma once

#include <chrono>
#include <optional>
#include <random>

namespace trace2::program::otlp_http {

/// Waits that double up to a limit, each with a random part, so that many senders don't come back
/// at the same moment.
class backoff {
 public:
  using milliseconds = std::chrono::milliseconds;

  void reset() noexcept { next_ = first; }

  /// The next wait; never less than what the receiver asks for.
  milliseconds next(std::optional<std::chrono::seconds> asked_for);

 private:
  static constexpr milliseconds first{500};
  static constexpr milliseconds longest{16'000};

  milliseconds next_ = first;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace trace2::program::otlp_http
