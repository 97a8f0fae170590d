// A file descriptor that is closed with its owner.
#pragma once

#include <utility>

#include <unistd.h>

namespace dupes {

class descriptor {
 public:
  explicit descriptor(int value = -1) : value_{value} {}
  descriptor(descriptor&& other) noexcept : value_{std::exchange(other.value_, -1)} {}
  descriptor& operator=(descriptor other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~descriptor() {
    if (value_ >= 0) ::close(value_);
  }

  int value() const { return value_; }
  explicit operator bool() const { return value_ >= 0; }

 private:
  int value_;
};

}  // namespace dupes
