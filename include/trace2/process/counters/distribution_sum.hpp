// The sums of a timer in one thread, and how long its intervals were.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/reentrant_memory.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/counters/timer_sum.hpp>
#include <trace2/value/log_buckets.hpp>

#include <cstddef>
#include <cstdint>
#include <new>

namespace trace2 { inline namespace v0 { namespace detail {

/// A timer's intervals in one thread, and how many there were of each length, in ticks of the
/// clock. Threads: the owner measures, any may read. Destroying it frees nothing: `release` does.
class distribution_sum : public timer_sum {
 public:
  /// 1/64 of the length at most: what converts and merges the lengths may add as much.
  using buckets = log_buckets<5>;

  /// Makes room for the counts. To be called before `start` and `stop`; false when memory ran out.
  bool has_room() noexcept { return counts_.load_relaxed() != nullptr || make_room(); }

  /// False when the timer was not running.
  bool stop(std::int64_t now = clock::now()) noexcept {
    if (recursion == 1) {
      renew_counts();
      counts_.load_relaxed()->of[buckets::bucket_of(now - started)].add_by_owner(1);
    }
    return timer_sum::stop(now);
  }

  /// Adds what another thread has measured. False when memory ran out: the counts are then too
  /// small.
  [[gnu::noinline]] bool fold(distribution_sum const& other) noexcept {
    timer_sum::fold(other);
    counts const* const from = other.current_counts();
    if (from == nullptr) return true;
    if (!has_room()) return false;
    renew_counts();
    for (std::size_t i = 0; i < buckets::count; ++i)
      if (std::uint64_t const count = from->of[i].load_relaxed(); count != 0)
        counts_.load_relaxed()->of[i].add_by_owner(count);
    return true;
  }

  /// As that of a timer. Takes no time for the counts: the owner sets them to zero when it needs
  /// them next. Threads: any, but only one at a time.
  void forget(std::int64_t now = clock::now()) noexcept {
    // First, because a fork may come at any moment: the child must not take the counts for its own.
    generation_.store_relaxed(generation_.load_relaxed() + 1);
    timer_sum::forget(now);
  }

  /// Makes it as new, but keeps its room. Threads: the owner, while nobody reads.
  void clear() noexcept {
    forget(0);
    started = 0;
    recursion = left_over = 0;
  }

  /// Gives the room back.
  void release() noexcept {
    reentrant_memory::give_back(counts_.exchange(nullptr), sizeof(counts));
  }

  /// The number of intervals in a bucket.
  std::uint64_t count_in(std::size_t bucket) const noexcept {
    counts const* const all = current_counts();
    return all == nullptr ? 0 : all->of[bucket].load_relaxed();
  }
  std::uint64_t count_in_all() const noexcept {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < buckets::count; ++i) sum += count_in(i);
    return sum;
  }

  /// The length that stands for a bucket, in ticks. None is beyond the shortest and the longest.
  std::int64_t length_in(std::size_t bucket) const noexcept {
    std::int64_t const middle = buckets::middle_of(bucket);
    std::int64_t const least = shortest.load_relaxed();
    std::int64_t const most = longest.load_relaxed();
    return middle < least ? least : middle > most ? most : middle;
  }
  /// The length of a quantile, in ticks. `count` is that of all intervals.
  [[gnu::noinline]] std::int64_t length_at(double quantile, std::uint64_t count) const noexcept {
    if (count == 0) return 0;
    auto const count_of = [this](std::size_t bucket) noexcept { return count_in(bucket); };
    return length_in(buckets::find(position_of(quantile, count), count_of));
  }

 private:
  struct counts {
    atomic<std::uint64_t> of[buckets::count];
  };

  [[gnu::noinline, gnu::cold]] bool make_room() noexcept {
    void* const memory = reentrant_memory::take(sizeof(counts));
    if (memory == nullptr) return false;
    auto* const made = ::new (memory) counts{};
    generation_of_counts_.store_relaxed(generation_.load_relaxed());
    // A signal handler may have come in between.
    if (!counts_.compare_exchange(nullptr, made)) reentrant_memory::give_back(made, sizeof(counts));
    return true;
  }

  /// Null when there are none, or only forgotten ones.
  counts const* current_counts() const noexcept {
    bool const is_current = generation_of_counts_.load_acquire() == generation_.load_relaxed();
    return is_current ? counts_.load_acquire() : nullptr;
  }

  void renew_counts() noexcept {
    if (generation_of_counts_.load_relaxed() != generation_.load_relaxed()) [[unlikely]]
      clear_counts();
  }
  [[gnu::noinline, gnu::cold]] void clear_counts() noexcept {
    unsigned const generation = generation_.load_relaxed();
    for (auto& count : counts_.load_relaxed()->of) count.store_relaxed(0);
    generation_of_counts_.store_release(generation);
  }

  atomic<counts*> counts_{nullptr};
  atomic<unsigned> generation_{0};            ///< the number of times that sums were forgotten
  atomic<unsigned> generation_of_counts_{0};  ///< counts of an earlier one are forgotten
};

}}}  // namespace trace2::v0::detail
