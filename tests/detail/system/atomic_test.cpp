#include <trace2/detail/system/atomic.hpp>

#include <cstdint>
#include <thread>
#include <vector>

#include "support/catch.hpp"

namespace atomic_test {

using trace2::detail::atomic;

TEST_CASE("an atomic starts with its value, at compile time if wanted") {
  static constinit atomic<int> seven{7};
  static constinit atomic<int> zero;
  CHECK(seven.load_relaxed() == 7);
  CHECK(zero.load_acquire() == 0);
}

TEST_CASE("what is made of atomics begins anew by assignment") {
  struct {
    atomic<int> first{1};
    atomic<bool> second{true};
  } state, fresh;
  state.first.store_relaxed(5);
  state.second.store_relaxed(false);
  state = fresh;
  CHECK(state.first.load_relaxed() == 1);
  CHECK(state.second.load_relaxed());
}

TEST_CASE("operations return the value before them") {
  atomic<unsigned> bits{1};
  CHECK(bits.fetch_add(4) == 1);
  CHECK(bits.fetch_and(3) == 5);
  CHECK(bits.exchange(9) == 1);
  CHECK(bits.load_relaxed() == 9);
}

TEST_CASE("a value is exchanged only if it is the expected one") {
  atomic<int> value{1};
  CHECK_FALSE(value.compare_exchange(2, 3));
  CHECK(value.load_relaxed() == 1);
  CHECK(value.compare_exchange(1, 3));
  CHECK(value.load_relaxed() == 3);
}

TEST_CASE("small types wrap around like their own", "[R-CTR-01]") {
  atomic<std::uint8_t> small{255};
  small.add_by_owner(2);
  CHECK(small.load_relaxed() == 1);
}

TEST_CASE("no addition is lost among threads") {
  constexpr int thread_count = 4;
  constexpr int additions = 10'000;
  atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < thread_count; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < additions; ++k) sum.fetch_add(1);
    });
  for (auto& thread : threads) thread.join();
  CHECK(sum.load_relaxed() == thread_count * additions);
}

TEST_CASE("what is stored before a release is seen behind the acquire") {
  int message = 0;
  atomic<bool> is_sent{false};
  std::thread sender{[&] {
    message = 42;
    is_sent.store_release(true);
  }};
  while (!is_sent.load_acquire()) std::this_thread::yield();
  CHECK(message == 42);
  sender.join();
}

}  // namespace atomic_test
