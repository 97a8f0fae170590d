// The sink that keeps lines in memory, for tests of programs that trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/mutex.hpp>
#include <trace2/detail/text/whole_lines.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// Keeps lines until `clear`.
///
/// Lifetime: the view that `text` returns ends with the next `write` or `clear`. Threads: any, also
/// at the same time; not in a signal handler. Errors: lines beyond `most` bytes are counted as
/// dropped.
class memory_sink final : public sink {
 public:
  static constexpr std::size_t default_most = std::size_t{64} * 1024 * 1024;  ///< bytes: 64 MiB

  /// Keeps lines of at most `most` bytes together.
  constexpr explicit memory_sink(std::size_t most = default_most) noexcept : most_{most} {}

  void write(std::string_view lines) noexcept override {
    detail::lock_guard const guard{lock_};
    std::uint64_t const count = detail::count_lines(lines);
    if (lines.size() > most_ - text_.size() || !text_.reserve(lines.size())) {
      dropped_.fetch_add(count);
      return;
    }
    text_.append(lines);
    count_ += count;
  }

  int drop_reason() const noexcept override { return dropped() == 0 ? 0 : ENOBUFS; }

  // Takes no lock: the end of a session asks, also in a handler that has interrupted `write`.
  std::uint64_t dropped() const noexcept override { return dropped_.load_relaxed(); }

  /// Number of lines kept.
  std::uint64_t line_count() const noexcept {
    detail::lock_guard const guard{lock_};
    return count_;
  }

  /// All lines kept. Lifetime: until the next `write` or `clear` of any thread.
  std::string_view text() const noexcept {
    detail::lock_guard const guard{lock_};
    return text_.view();
  }

  /// Calls `use` with each line kept, without its LF. Threads that write wait meanwhile.
  template <class Use>
  void for_each_line(Use&& use) const {
    detail::lock_guard const guard{lock_};
    for (std::string_view rest = text_.view(); !rest.empty();) {
      std::size_t const size = detail::first_line(rest);
      std::string_view const line = rest.substr(0, size);
      use(line.back() == '\n' ? line.substr(0, size - 1) : line);
      rest.remove_prefix(size);
    }
  }

  /// Forgets the lines and the counts.
  void clear() noexcept {
    detail::lock_guard const guard{lock_};
    text_.clear();
    count_ = 0;
    dropped_.store_relaxed(0);
  }

 private:
  mutable detail::mutex lock_;
  buffer text_;
  std::uint64_t count_ = 0;
  detail::atomic<std::uint64_t> dropped_{0};
  std::size_t most_;
};

}}  // namespace trace2::v0
