// Waits for descriptors that can be read.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>

#include "system/owned_descriptor.hpp"
#include <sys/epoll.h>

namespace trace2::program::listening {

/// The milliseconds until a moment, for `readiness::wait`: rounded up, and never negative.
int milliseconds_until(std::chrono::steady_clock::time_point at,
                       std::chrono::steady_clock::time_point now);

/// A set of descriptors, each with a number that its owner has chosen. Level-triggered.
class readiness {
 public:
  readiness() noexcept : set_{::epoll_create1(EPOLL_CLOEXEC)} {}

  /// False for a regular file, which can always be read.
  bool add(int fd, std::uint64_t number) noexcept { return change(EPOLL_CTL_ADD, fd, number); }
  /// A closed descriptor leaves the set by itself, unless a child has inherited it.
  void remove(int fd) noexcept { change(EPOLL_CTL_DEL, fd, 0); }

  /// Waits for the first one, at most for this number of milliseconds; without end if it is
  /// negative.
  std::span<::epoll_event const> wait(int milliseconds) noexcept;

 private:
  bool change(int how, int fd, std::uint64_t number) noexcept;

  owned_descriptor set_;
  std::array<::epoll_event, 256> ready_{};
};

}  // namespace trace2::program::listening
