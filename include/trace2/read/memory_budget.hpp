// Bounds the memory of texts and buffers from a trace, which a stranger may have written, and of
// the tables that share it with them. The longest texts are thousands of times as long as the usual
// ones, so that no number of them would be a limit. A table whose entries have one size, and that
// shares its memory with nothing, has a limit of entries instead.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// Counts bytes up to a limit. Tables ask before they grow; they estimate what their containers
/// take, growth included. Threads: one.
class memory_budget {
 public:
  /// Allows `most` bytes.
  explicit memory_budget(std::size_t most) noexcept : left_{most} {}

  /// Takes bytes. False, and nothing is taken, when fewer are left.
  [[nodiscard]] bool take(std::size_t bytes) noexcept {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }
  /// Gives bytes back that were taken before.
  void give_back(std::size_t bytes) noexcept { left_ += bytes; }

  /// Bytes that may still be taken.
  std::size_t left() const noexcept { return left_; }

 private:
  std::size_t left_;
};

/// Bytes of a budget, given back at the end of this object. The budget must outlive it.
class memory_share {
 public:
  explicit memory_share(memory_budget& of) noexcept : of_{&of} {}
  memory_share(memory_share const&) = delete;
  memory_share& operator=(memory_share const&) = delete;
  memory_share(memory_share&& from) noexcept
      : of_{from.of_}, size_{std::exchange(from.size_, 0)} {}
  memory_share& operator=(memory_share&& from) noexcept {
    std::swap(of_, from.of_);
    std::swap(size_, from.size_);
    return *this;
  }
  ~memory_share() { of_->give_back(size_); }

  /// A share of the same budget that has no bytes yet.
  memory_share another() const noexcept { return memory_share{*of_}; }

  /// Takes further bytes. False, and nothing is taken, when fewer are left, or when fewer than
  /// `reserve` would be left for others.
  [[nodiscard]] bool take(std::size_t bytes, std::size_t reserve = 0) noexcept {
    if (of_->left() < reserve || of_->left() - reserve < bytes || !of_->take(bytes)) return false;
    size_ += bytes;
    return true;
  }
  /// True if at least `bytes` are left.
  bool has(std::size_t bytes) const noexcept { return bytes <= of_->left(); }
  /// Gives back a part of the bytes.
  void give_back(std::size_t bytes) noexcept {
    of_->give_back(bytes);
    size_ -= bytes;
  }

 private:
  memory_budget* of_;
  std::size_t size_ = 0;
};

}}}  // namespace trace2::v0::read
