#include <trace2/process/counters/length_counts.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include <sys/resource.h>

namespace length_counts_test {

using trace2::detail::distribution_of;
using trace2::detail::length_counts;
using trace2::detail::timer_sum;

namespace {

/// A sum that gives its room back.
struct owned_sum : timer_sum {
  owned_sum() { REQUIRE(length_counts::of(*this) != nullptr); }
  owned_sum(owned_sum const&) = delete;
  owned_sum& operator=(owned_sum const&) = delete;
  ~owned_sum() { release(); }

  void measure(std::int64_t length) {
    start(1000);
    stop_and_keep(1000 + length);
  }
  std::uint64_t count_in(std::size_t bucket) const {
    return distribution_of{*this}.count_in(bucket);
  }
  std::uint64_t count_in_all() const { return distribution_of{*this}.count_in_all(); }
  std::int64_t length_at(double quantile, std::uint64_t count) const {
    return distribution_of{*this}.length_at(quantile, count);
  }
};

/// From some ticks to some minutes, the way run times are spread.
std::vector<std::int64_t> run_times(std::size_t count) {
  std::mt19937 random{20260101};
  std::lognormal_distribution<double> spread{8, 3};
  std::vector<std::int64_t> lengths(count);
  for (auto& length : lengths) length = static_cast<std::int64_t>(spread(random));
  return lengths;
}

}  // namespace

TEST_CASE("a quantile is within a sixty-fourth of what its share of all intervals doesn't exceed") {
  for (std::size_t const count : {1u, 2u, 10u, 500u, 20'000u}) {
    auto lengths = run_times(count);
    lengths.back() = 10'000'000'000;  // alone in the tail
    owned_sum sum;
    for (std::int64_t const length : lengths) sum.measure(length);
    CHECK(sum.count_in_all() == count);
    for (int const permille : {1, 100, 500, 900, 990, 999, 1000}) {
      auto const found = static_cast<double>(sum.length_at(permille / 1000.0, count));
      auto const most = std::count_if(lengths.begin(), lengths.end(), [&](std::int64_t length) {
        return static_cast<double>(length) <= found / (1 - 1.0 / 64);
      });
      auto const fewer = std::count_if(lengths.begin(), lengths.end(), [&](std::int64_t length) {
        return static_cast<double>(length) < found / (1 + 1.0 / 64);
      });
      INFO(permille << " of " << count << ": " << found);
      CHECK(static_cast<std::size_t>(most) * 1000 >= static_cast<std::size_t>(permille) * count);
      CHECK(static_cast<std::size_t>(fewer) * 1000 < static_cast<std::size_t>(permille) * count);
    }
  }
}

TEST_CASE("one interval of 500 is the tail") {
  owned_sum sum;
  for (int i = 0; i < 499; ++i) sum.measure(20);
  sum.measure(1'000'000'000);
  CHECK(sum.length_at(0.99, 500) == 20);
  CHECK(sum.length_at(0.999, 500) > 980'000'000);
}

TEST_CASE("no length is beyond the shortest and the longest") {
  owned_sum sum;
  sum.measure(1025);
  CHECK(sum.length_at(0.5, 1) == 1025);
  sum.measure(1055);
  CHECK(sum.length_at(1, 2) <= 1055);
}

TEST_CASE("a distribution sums up as a timer does", "[R-TMR-01][R-TMR-02]") {
  owned_sum sum;
  sum.start(0);
  sum.start(10);
  CHECK(sum.stop_and_keep(20));
  CHECK(sum.count_in_all() == 0);
  CHECK(sum.stop_and_keep(30));
  CHECK_FALSE(sum.stop_and_keep(40));
  CHECK(sum.count_in_all() == 1);
  CHECK(sum.intervals.load_relaxed() == 1);
  CHECK(sum.total.load_relaxed() == 30);
}

TEST_CASE("distributions of threads are added", "[R-TMR-06]") {
  owned_sum all;
  owned_sum total;
  for (int part = 0; part < 3; ++part) {
    owned_sum of_thread;
    for (std::int64_t const length : run_times(100)) {
      all.measure(length + part);
      of_thread.measure(length + part);
    }
    total.fold(of_thread);
  }
  total.fold(timer_sum{});
  for (std::size_t i = 0; i < length_counts::buckets::count; ++i)
    if (total.count_in(i) != all.count_in(i)) FAIL("bucket " << i);
  CHECK(total.longest.load_relaxed() == all.longest.load_relaxed());
}

TEST_CASE("forgotten intervals leave a running timer and its room") {
  owned_sum sum;
  sum.measure(10);
  sum.start(100);
  sum.forget();
  CHECK(sum.count_in_all() == 0);
  CHECK(sum.stop_and_keep(105));
  CHECK(sum.count_in(5) == 1);
}

TEST_CASE("forgotten lengths are zero at once, and for those measured next") {
  owned_sum sum;
  sum.measure(10);
  sum.forget();
  CHECK(sum.count_in(10) == 0);
  owned_sum total;
  total.fold(sum);
  CHECK(total.count_in_all() == 0);
  sum.measure(20);
  CHECK(sum.count_in_all() == 1);
  CHECK(sum.count_in(20) == 1);
  total.measure(5);
  total.forget();
  total.fold(sum);
  CHECK(total.count_in_all() == 1);
}

TEST_CASE("lengths are forgotten also when another forgetting was cut short", "[R-LIM-12]") {
  owned_sum sum;
  sum.measure(10);
  // A fork has copied the lengths of a timer forgotten, and its sums not yet.
  sum.generation.store_relaxed(sum.generation.load_relaxed() + 1);
  sum.clear();
  CHECK(sum.count_in_all() == 0);
  sum.measure(20);
  CHECK(sum.count_in_all() == 1);
}

TEST_CASE("forgetting does not touch the counts, so that a fork is quick") {
  std::vector<owned_sum> sums(100);
  for (auto& sum : sums) sum.measure(10);
  // Each page of a child's memory is copied when the child first writes to it.
  int const result = support::run_in_child([&] {
    rusage before{}, after{};
    ::getrusage(RUSAGE_SELF, &before);
    for (auto& sum : sums) sum.clear();
    ::getrusage(RUSAGE_SELF, &after);
    if (after.ru_minflt - before.ru_minflt > 50) return 1;
    for (auto& sum : sums)
      if (sum.count_in_all() != 0) return 2;
    return 0;
  });
  CHECK(result == 0);
}

TEST_CASE("a cleared sum is as new", "[R-LIM-12]") {
  owned_sum sum;
  sum.measure(10);
  sum.start(100);
  sum.clear();
  CHECK_FALSE(sum.stop_and_keep(105));
  CHECK_FALSE(sum.is_used());
  CHECK(sum.count_in_all() == 0);
}

TEST_CASE("without intervals there is no length") {
  timer_sum const timer;
  distribution_of const sum{timer};
  CHECK(sum.count_in_all() == 0);
  CHECK(sum.length_at(0.5, 0) == 0);
}

TEST_CASE("another thread may read while the owner measures") {
  owned_sum sum;
  std::atomic<bool> has_ended{false};
  constexpr std::uint64_t most = 20'000;
  std::thread owner{[&] {
    for (std::uint64_t i = 0; i < most; ++i) {
      sum.start(0);
      sum.stop_and_keep(static_cast<std::int64_t>(i % 100));
    }
    has_ended = true;
  }};
  std::uint64_t before = 0;
  bool is_growing = true;
  while (!has_ended) {
    owned_sum total;
    total.fold(sum);
    std::uint64_t const now = total.count_in_all();
    is_growing &= now >= before;
    before = now;
  }
  owner.join();
  CHECK(is_growing);
  CHECK(sum.count_in_all() == most);
}

}  // namespace length_counts_test
