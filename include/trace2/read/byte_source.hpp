// Sources of a trace's bytes: a descriptor, a text in memory, or a class of the program's own.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/system_calls.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// A finite stream of bytes.
class byte_source {
 public:
  virtual ~byte_source() = default;

  /// Stores at most `size` bytes (not 0) and waits for the first one only. Returns their number, 0
  /// at the end, or a negated errno value.
  virtual std::ptrdiff_t read(char* room, std::size_t size) = 0;

  /// Number of bytes taken from the medium so far. A compressed medium gives fewer bytes than
  /// `read`.
  virtual std::size_t position() const noexcept = 0;
};

/// Reads a descriptor of any kind. Closes it, unless it is standard input.
class descriptor_source final : public byte_source {
 public:
  explicit descriptor_source(int fd) noexcept : fd_{fd} {}
  descriptor_source(descriptor_source const&) = delete;
  descriptor_source& operator=(descriptor_source const&) = delete;
  ~descriptor_source() override {
    if (fd_ > 0) trace2::detail::system_calls::close(fd_);
  }

  std::ptrdiff_t read(char* room, std::size_t size) override {
    std::ptrdiff_t got = 0;
    do {
      got = trace2::detail::system_calls::read(fd_, room, size);
    } while (got == -EINTR);
    if (got > 0) position_ += static_cast<std::size_t>(got);
    return got;
  }
  std::size_t position() const noexcept override { return position_; }

 private:
  int fd_;
  std::size_t position_ = 0;
};

/// Reads a text in memory.
class text_source final : public byte_source {
 public:
  explicit text_source(std::string text) noexcept : text_{std::move(text)} {}

  std::ptrdiff_t read(char* room, std::size_t size) override {
    std::string_view const piece = std::string_view{text_}.substr(position_, size);
    std::copy(piece.begin(), piece.end(), room);
    position_ += piece.size();
    return static_cast<std::ptrdiff_t>(piece.size());
  }
  std::size_t position() const noexcept override { return position_; }

 private:
  std::string text_;
  std::size_t position_ = 0;
};

/// Writes all bytes and waits where it must. Returns 0 or the negated errno value, even where a
/// file may grow no further: SIGXFSZ doesn't end the program.
inline int write_all(int fd, std::string_view bytes) noexcept {
  trace2::detail::signal_guard<> too_large{trace2::detail::sink_system::signal_of_full_file};
  while (!bytes.empty()) {
    ssize_t const written = too_large.watch(trace2::detail::system_calls::write(fd, bytes));
    if (written == -EINTR) continue;
    if (written < 0) return static_cast<int>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}}}  // namespace trace2::v0::read
