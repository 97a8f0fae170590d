// A descriptor that is closed with its owner.
#pragma once

#include <utility>

namespace trace2::program {

class owned_descriptor {
 public:
  explicit owned_descriptor(int fd = -1) noexcept : fd_{fd} {}
  owned_descriptor(owned_descriptor&& other) noexcept : fd_{std::exchange(other.fd_, -1)} {}
  owned_descriptor& operator=(owned_descriptor&& other) noexcept;
  ~owned_descriptor() { reset(); }

  /// The descriptor; negative when there is none.
  int get() const noexcept { return fd_; }
  explicit operator bool() const noexcept { return fd_ >= 0; }

  /// Hands the descriptor to the caller, who closes it.
  int release() noexcept { return std::exchange(fd_, -1); }

  void reset(int fd = -1) noexcept;

 private:
  int fd_;
};

}  // namespace trace2::program
