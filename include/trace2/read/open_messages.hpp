// The messages with which open regions and tasks began.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Keeps messages for the tracker, which hands out pointers to them. Memory: at most `most` bytes.
/// Threads: one.
class open_messages {
 public:
  explicit open_messages(std::size_t most = limits::messages_memory) noexcept : left_{most} {}
  open_messages(open_messages const&) = delete;
  open_messages& operator=(open_messages const&) = delete;

  /// A copy, valid until `forget`. Null for an empty message, or when there is no room.
  std::string const* keep(std::string_view message) {
    return message.empty() ? nullptr : copy(message);
  }

  /// Makes room for others. A null pointer has no effect.
  void forget(std::string const* message) {
    if (message != nullptr) [[unlikely]]
      release(const_cast<std::string&>(*message));
  }

 private:
  static constexpr std::size_t per_message = 64;  ///< what the containers take, besides the text

  [[gnu::noinline]] std::string const* copy(std::string_view message) {
    if (left_ < per_message + message.size()) return nullptr;
    if (free_.empty()) free_.push_back(&all_.emplace_back());
    std::string& kept = *free_.back();
    kept.assign(message);
    free_.pop_back();
    left_ -= per_message + message.size();
    return &kept;
  }

  [[gnu::noinline]] void release(std::string& message) {
    left_ += per_message + message.size();
    std::string{}.swap(message);
    free_.push_back(&message);
  }

  std::size_t left_;
  std::deque<std::string> all_;
  std::vector<std::string*> free_;
};

}}}  // namespace trace2::v0::read
