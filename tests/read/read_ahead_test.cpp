#include <trace2/read/read_ahead.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include <sched.h>
#include <signal.h>

namespace read_ahead_test {

using namespace trace2;
using ahead = read::read_ahead<int>;

namespace {

/// Fills batches with the numbers from 1 on. None follows a multiple of `per_run`.
struct counting {
  int per_run;
  int latest = 0;
  bool operator()(int& batch) { return (batch = ++latest) % per_run != 0; }
};

std::vector<int> rest_of(ahead& numbers) {
  std::vector<int> all;
  while (int const* const number = numbers.next()) all.push_back(*number);
  return all;
}

}  // namespace

TEST_CASE("batches that are read ahead come in their order", "[read]") {
  ahead numbers{counting{1'000}};
  REQUIRE(numbers.begin());
  std::vector<int> const all = rest_of(numbers);
  REQUIRE(all.size() == 1'000);
  for (int i = 0; i < 1'000; ++i) CHECK(all[static_cast<std::size_t>(i)] == i + 1);
}

TEST_CASE("reading ahead goes on behind its end as often as one likes", "[read]") {
  ahead numbers{counting{3}};
  CHECK(numbers.next() == nullptr);
  for (int first = 1; first < 300; first += 3) {
    REQUIRE(numbers.begin());
    CHECK(rest_of(numbers) == std::vector{first, first + 1, first + 2});
    CHECK(numbers.next() == nullptr);
  }
}

TEST_CASE("nobody reads ahead behind the end", "[read]") {
  std::atomic<int> filled{0};
  ahead numbers{[&](int&) { return ++filled % 5 != 0; }};
  REQUIRE(numbers.begin());
  CHECK(rest_of(numbers).size() == 5);
  CHECK(filled == 5);
}

TEST_CASE("a batch stays as it is until the next one is taken", "[read]") {
  std::atomic<int> filled{0};
  ahead numbers{[&](int& batch) { return (batch = ++filled) < 100; }};
  REQUIRE(numbers.begin());
  int const* const first = numbers.next();
  REQUIRE(first != nullptr);
  while (filled != ahead::count) ::sched_yield();
  CHECK(*first == 1);
  CHECK(filled == ahead::count);
  CHECK(rest_of(numbers).size() == 99);
}

TEST_CASE("what goes wrong ahead is thrown behind what was read before", "[read]") {
  int latest = 0;
  ahead numbers{[&latest](int& batch) {
    batch = ++latest;
    return latest % 3 == 0 ? throw std::runtime_error{"no more"} : true;
  }};
  for (int first : {1, 4}) {
    REQUIRE(numbers.begin());
    for (int i = 0; i < 3; ++i) CHECK(*numbers.next() == first + i);
    CHECK_THROWS_AS(numbers.next(), std::runtime_error);
    CHECK(numbers.next() == nullptr);
  }
}

TEST_CASE("who stops early waits for one batch at most", "[read]") {
  std::atomic<int> filled{0};
  std::atomic<bool> goes_on{false};
  std::thread later;
  {
    ahead numbers{[&](int&) {
      ++filled;
      while (!goes_on) ::sched_yield();
      return true;
    }};
    REQUIRE(numbers.begin());
    while (filled == 0) ::sched_yield();
    later = std::thread{[&] {
      std::this_thread::sleep_for(std::chrono::milliseconds{300});
      goes_on = true;
    }};
  }
  later.join();
  CHECK(filled == 1);
  {
    ahead const unused{[](int&) { return true; }};
  }
}

TEST_CASE("who reads ahead gets no signals", "[read]") {
  ::sigset_t blocked{};
  ahead numbers{[&](int&) {
    ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    return false;
  }};
  REQUIRE(numbers.begin());
  CHECK(rest_of(numbers).size() == 1);
  CHECK(::sigismember(&blocked, SIGINT) == 1);
  CHECK(::sigismember(&blocked, SIGSEGV) == 0);
  ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  CHECK(::sigismember(&blocked, SIGINT) == 0);
}

TEST_CASE("a thread that is tied to one processor may use one", "[read]") {
  CHECK(read::usable_processors() >= 1);
#ifdef __linux__
  std::thread{[] {
    ::cpu_set_t usable;
    REQUIRE(::sched_getaffinity(0, sizeof usable, &usable) == 0);
    std::size_t first = 0;
    while (!CPU_ISSET(first, &usable)) ++first;
    CPU_ZERO(&usable);
    CPU_SET(first, &usable);
    REQUIRE(::sched_setaffinity(0, sizeof usable, &usable) == 0);
    CHECK(read::usable_processors() == 1);
  }}.join();
#endif
}

}  // namespace read_ahead_test
