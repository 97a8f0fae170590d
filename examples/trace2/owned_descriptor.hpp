// A descriptor that is closed with its owner.
#pragma once

#include <utility>

#include <unistd.h>

namespace trace2_program {

class owned_descriptor {
 public:
  explicit owned_descriptor(int fd = -1) noexcept : fd_{fd} {}
  owned_descriptor(owned_descriptor&& other) noexcept : fd_{std::exchange(other.fd_, -1)} {}
  owned_descriptor& operator=(owned_descriptor&& other) noexcept {
    reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~owned_descriptor() { reset(); }

  /// The descriptor; negative when there is none.
  int get() const noexcept { return fd_; }
  explicit operator bool() const noexcept { return fd_ >= 0; }

  void reset(int fd = -1) noexcept {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

 private:
  int fd_;
};

}  // namespace trace2_program
