// The lanes of a recorder, which serve one thread after the other.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/lazy_memory.hpp>
#include <trace2/recording/lane.hpp>
#include <trace2/recording/layout.hpp>

#include <cstddef>
#include <new>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// All lanes of a recorder. A lane serves one thread after the other. Lifetime: the process.
class lane_pool {
 public:
  /// Returns the lane that has been free for longest, or a new one while at most `kept` lanes are
  /// free.
  lane* take(unsigned kept) noexcept {
    if (free_count_ <= kept) return make();
    lane* const oldest = oldest_;
    oldest_ = oldest->next;
    --free_count_;
    return oldest;
  }

  void give_back(lane& ended) noexcept {
    ended.next = nullptr;
    (free_count_ == 0 ? oldest_ : newest_->next) = &ended;
    newest_ = &ended;
    ++free_count_;
  }

  /// True if no thread has a lane.
  bool is_idle() const noexcept { return free_count_ == made_count_; }

  void for_each_free(auto const& use) noexcept {
    for (lane* ended = free_count_ == 0 ? nullptr : oldest_; ended != nullptr; ended = ended->next)
      use(*ended);
  }
  void for_each(auto const& use) noexcept {
    for (lane* each = latest_; each != nullptr; each = each->older) use(*each);
  }

 private:
  /// Not from the heap: a signal handler may have interrupted the program inside malloc.
  lane* make() noexcept {
    if (spare_count_ == 0) {
      spare_ = static_cast<lane*>(map_zeros(granule));
      if (spare_ == nullptr) return nullptr;
      spare_count_ = granule / sizeof(lane);
    }
    auto* const made = ::new (spare_ + --spare_count_) lane;
    made->older = latest_;
    ++made_count_;
    return latest_ = made;
  }

  lane* oldest_ = nullptr;
  lane* newest_ = nullptr;
  unsigned free_count_ = 0;
  unsigned made_count_ = 0;
  lane* latest_ = nullptr;
  lane* spare_ = nullptr;
  std::size_t spare_count_ = 0;
};

}}}}  // namespace trace2::v0::detail::recording
