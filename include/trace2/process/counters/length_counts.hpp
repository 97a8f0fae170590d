// How long the intervals of a timer were.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/reentrant_memory.hpp>
#include <trace2/process/counters/timer_sum.hpp>
#include <trace2/value/log_buckets.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// How many intervals there were of each length, in ticks of the clock.
class length_counts final : public timer_sum::distribution {
 public:
  /// 1/64 of the length at most: what converts and merges the lengths may add as much.
  using buckets = log_buckets<5>;

  /// Those of a timer in one thread, made at first. Null when memory ran out. Threads: the owner.
  static length_counts* of(timer_sum& sum) noexcept {
    if (sum.lengths.load_relaxed() == nullptr) make(sum);
    return static_cast<length_counts*>(sum.lengths.load_relaxed());
  }
  /// The counts of the present generation, or null. Threads: any.
  static length_counts const* find(timer_sum const& sum) noexcept {
    auto const* const counts = static_cast<length_counts const*>(sum.lengths.load_acquire());
    bool const is_current =
        counts != nullptr && counts->generation_.load_acquire() == sum.generation.load_relaxed();
    return is_current ? counts : nullptr;
  }

  void add(std::int64_t length, unsigned generation) noexcept override {
    if (generation != generation_.load_relaxed()) [[unlikely]]
      return add_first(length, generation);
    counts_[buckets::bucket_of(length)].add_by_owner(1);
  }
  bool fold_into(timer_sum& into, unsigned generation) const noexcept override {
    if (generation != generation_.load_acquire()) return true;
    auto* const to = of(into);
    if (to == nullptr) return false;
    unsigned const own = into.generation.load_relaxed();
    if (own != to->generation_.load_relaxed()) to->begin(own);
    for (std::size_t i = 0; i < buckets::count; ++i)
      if (std::uint64_t const count = count_in(i); count != 0) to->counts_[i].add_by_owner(count);
    return true;
  }
  void release() noexcept override { reentrant_memory::destroy(this); }

  /// The number of intervals in a bucket.
  std::uint64_t count_in(std::size_t bucket) const noexcept {
    return counts_[bucket].load_relaxed();
  }

 private:
  friend class reentrant_memory;

  explicit length_counts(unsigned generation) noexcept : generation_{generation} {}
  ~length_counts() = default;

  [[gnu::noinline, gnu::cold]] static void make(timer_sum& sum) noexcept {
    auto* const made = reentrant_memory::make<length_counts>(sum.generation.load_relaxed());
    // A signal handler may have come in between.
    if (made != nullptr && !sum.lengths.compare_exchange(nullptr, made)) made->release();
  }
  // The end of `add`, which then needs no room of its own.
  [[gnu::noinline, gnu::cold]] void add_first(std::int64_t length, unsigned generation) noexcept {
    begin(generation);
    add(length, generation);
  }
  [[gnu::noinline, gnu::cold]] void begin(unsigned generation) noexcept {
    for (auto& count : counts_) count.store_relaxed(0);
    generation_.store_release(generation);
  }

  atomic<unsigned> generation_;
  atomic<std::uint64_t> counts_[buckets::count]{};
};

/// The lengths of the intervals of a timer in one thread, as any thread reads them.
class distribution_of {
 public:
  using buckets = length_counts::buckets;

  explicit distribution_of(timer_sum const& sum) noexcept
      : counts_{length_counts::find(sum)},
        shortest_{sum.shortest.load_relaxed()},
        longest_{sum.longest.load_relaxed()} {}

  /// The number of intervals in a bucket.
  std::uint64_t count_in(std::size_t bucket) const noexcept {
    return counts_ == nullptr ? 0 : counts_->count_in(bucket);
  }
  std::uint64_t count_in_all() const noexcept {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < buckets::count; ++i) sum += count_in(i);
    return sum;
  }

  /// The length that stands for a bucket, in ticks. None is beyond the shortest and the longest.
  std::int64_t length_in(std::size_t bucket) const noexcept {
    std::int64_t const middle = buckets::middle_of(bucket);
    return middle < shortest_ ? shortest_ : middle > longest_ ? longest_ : middle;
  }
  /// The length of a quantile, in ticks. `count` is that of all intervals.
  [[gnu::noinline]] std::int64_t length_at(double quantile, std::uint64_t count) const noexcept {
    if (count == 0) return 0;
    auto const count_of = [this](std::size_t bucket) noexcept { return count_in(bucket); };
    return length_in(buckets::find(position_of(quantile, count), count_of));
  }

  std::int64_t shortest() const noexcept { return shortest_; }  ///< in ticks
  std::int64_t longest() const noexcept { return longest_; }    ///< in ticks

 private:
  length_counts const* counts_;  ///< null without intervals
  std::int64_t shortest_;
  std::int64_t longest_;
};

}}}  // namespace trace2::v0::detail
