#include <trace2/sink/detail/held_lines.hpp>
#include <trace2/sink/memory.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/lines.hpp"
#include "support/sanitizers.hpp"
#include "support/skip.hpp"
#include <sys/time.h>

namespace held_lines_test {

using trace2::memory_sink;
using trace2::detail::held_lines;

namespace {

// As sinks do before any line is held back.
bool const is_watched = (held_lines::watch(), true);

/// Counts what it gets, also in a signal handler.
class counting_sink final : public trace2::sink {
 public:
  void write(std::string_view lines) noexcept override { bytes += lines.size(); }

  std::atomic<std::size_t> bytes{0};
};

counting_sink counting;
std::atomic<long> alarms{0};

void alarm_in(long microseconds) {
  itimerval const once{{}, {0, microseconds}};
  ::setitimer(ITIMER_REAL, &once, nullptr);
}

}  // namespace

TEST_CASE("each thread has lines of its own for each sink") {
  memory_sink one;
  memory_sink other;
  held_lines* const held = held_lines::of_this_thread(one, 64);
  REQUIRE(held != nullptr);
  CHECK(held_lines::of_this_thread(one, 64) == held);
  CHECK(held_lines::of_this_thread(other, 64) != held);
  std::thread{[&] { CHECK(held_lines::of_this_thread(one, 64) != held); }}.join();
  held_lines::forget(one);
  held_lines::forget(other);
}

TEST_CASE("lines are delivered when no more fit, in order") {
  memory_sink to;
  held_lines* const held = held_lines::of_this_thread(to, 16);
  REQUIRE(held != nullptr);
  CHECK(held->add("12345\n"));
  CHECK(held->add("1234\n"));
  CHECK(to.text().empty());
  CHECK(held->add("123456\n"));
  CHECK(to.text() == "12345\n1234\n");
  held_lines::forget(to);
  CHECK(to.text() == "12345\n1234\n123456\n");
}

TEST_CASE("memory of a thread that has ended serves the next one") {
  memory_sink to;
  held_lines* first = nullptr;
  held_lines* second = nullptr;
  std::thread{[&] { first = held_lines::of_this_thread(to, 4096); }}.join();
  std::thread{[&] {
    second = held_lines::of_this_thread(to, 4096);
    second->add("line\n");
  }}.join();
  CHECK(first == second);
  CHECK(to.text() == "line\n");
  held_lines::forget(to);
}

struct slow_sink final : trace2::sink {
  void write(std::string_view lines) noexcept override {
    is_writing = true;
    while (is_held) std::this_thread::yield();
    seen += lines;
  }
  std::atomic<bool> is_writing{false};
  std::atomic<bool> is_held{true};
  std::string seen;
};

/// Another thread that delivers lines to a slow sink. It writes when the object is there.
struct slow_delivery {
  explicit slow_delivery(slow_sink& to) : to_{to}, thread_{[&to] { held_lines::deliver_all(to); }} {
    while (!to.is_writing) std::this_thread::yield();
  }
  void finish() {
    to_.is_held = false;
    thread_.join();
  }

 private:
  slow_sink& to_;
  std::thread thread_;
};

TEST_CASE("memory that another thread still writes serves nobody else, until it is written") {
  slow_sink to;
  held_lines::watch();
  held_lines* held = nullptr;
  std::optional<slow_delivery> delivery;
  std::thread{[&] {
    held = held_lines::of_this_thread(to, 1000);
    held->add("first\n");
    delivery.emplace(to);
    held->add("second\n");
  }}.join();
  memory_sink other;
  std::thread{[&] { held_lines::of_this_thread(other, 1000)->add("other\n"); }}.join();
  delivery->finish();
  CHECK(to.seen == "first\nsecond\n");
  CHECK(other.text() == "other\n");
  std::thread{[&] {
    memory_sink sinks[8];
    bool is_used_again = false;
    for (memory_sink& each : sinks)
      is_used_again = is_used_again || held_lines::of_this_thread(each, 1000) == held;
    CHECK(is_used_again);
    for (memory_sink& each : sinks) held_lines::forget(each);
  }}.join();
}

TEST_CASE("whoever ends a sink learns that a thread that has ended still delivers its lines") {
  slow_sink to;
  held_lines::watch();
  CHECK(held_lines::forget(to));
  std::thread ending{[&to] { held_lines::of_this_thread(to, 1000)->add("last\n"); }};
  while (!to.is_writing) std::this_thread::yield();
  CHECK_FALSE(held_lines::forget(to));
  to.is_held = false;
  ending.join();
  CHECK(held_lines::forget(to));
  CHECK(to.seen == "last\n");
}

TEST_CASE("a sink ends when its lines of all threads are delivered, and none is lost before") {
  slow_sink to;
  held_lines::watch();
  held_lines* const held = held_lines::of_this_thread(to, 1000);
  held->add("first\n");
  slow_delivery delivery{to};
  held->add("second\n");
  std::thread{[&] { CHECK_FALSE(held_lines::forget(to)); }}.join();
  delivery.finish();
  std::thread{[&] { CHECK(held_lines::forget(to)); }}.join();
  CHECK(to.seen == "first\nsecond\n");
  CHECK(held_lines::find(to) == nullptr);
}

TEST_CASE("the use of a sink by a thread that has ended comes before its end") {
  // ThreadSanitizer sees it if not.
  struct plain_sink final : trace2::sink {
    void write(std::string_view lines) noexcept override { size += lines.size(); }
    std::size_t size = 0;
  };
  for (int i = 0; i < 100; ++i) {
    plain_sink to;
    std::atomic<bool> has_lines{false};
    std::thread ending{[&] {
      held_lines::of_this_thread(to, 1000)->add("line\n");
      has_lines.store(true, std::memory_order_relaxed);
    }};
    while (!has_lines.load(std::memory_order_relaxed)) std::this_thread::yield();
    while (!held_lines::forget(to)) std::this_thread::yield();
    CHECK(to.size == 5);
    ending.join();
  }
}

TEST_CASE("lines of a sink that ended during a delivery are written nowhere") {
  slow_sink to;
  held_lines::watch();
  held_lines* const held = held_lines::of_this_thread(to, 1000);
  held->add("first\n");
  slow_delivery delivery{to};
  held->add("second\n");
  held_lines::abandon(to);
  delivery.finish();
  // Before a fork the lines for all sinks are delivered.
  CHECK(support::run_in_child([] { return 0; }) == 0);
  CHECK(to.seen == "first\n");
}

TEST_CASE("a call that delivers for all threads lets a slow sink keep it only for a while") {
  struct waiting_sink final : trace2::sink {
    void write(std::string_view lines) noexcept override {
      std::this_thread::sleep_for(std::chrono::milliseconds{15});
      seen += lines;
    }
    std::string seen;
  };
  waiting_sink to;
  constexpr int threads = 20;
  std::atomic<int> ready{0};
  std::atomic<bool> may_end{false};
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i)
    running.emplace_back([&] {
      held_lines* const held = held_lines::of_this_thread(to, 1000);
      held->add("other\n");
      ++ready;
      while (!may_end) std::this_thread::sleep_for(std::chrono::milliseconds{1});
    });
  while (ready < threads) std::this_thread::yield();
  held_lines::of_this_thread(to, 1000)->add("own\n");
  held_lines::deliver_in_time(to);
  CHECK(to.seen.starts_with("own\n"));
  CHECK(support::count(to.seen) < threads);
  for (int i = 0; i < threads; ++i) {
    held_lines::of_this_thread(to, 1000)->add("own\n");
    held_lines::deliver_in_time(to);
  }
  CHECK(support::count(to.seen) == 2 * threads + 1);
  may_end = true;
  for (auto& each : running) each.join();
  CHECK(support::count(to.seen) == 2 * threads + 1);
  CHECK(held_lines::forget(to));
}

TEST_CASE("a buffer that another thread is delivering isn't waited for") {
  slow_sink to;
  held_lines* const held = held_lines::of_this_thread(to, 1000);
  held->add("first\n");
  slow_delivery delivery{to};
  held->add("second\n");
  std::thread{[&] { held_lines::deliver_in_time(to); }}.join();
  CHECK(to.seen.empty());
  delivery.finish();
  held_lines::deliver_in_time(to);
  CHECK(to.seen == "first\nsecond\n");
  CHECK(held_lines::forget(to));
}

TEST_CASE("another thread delivers what is complete, once, while the owner goes on") {
  memory_sink to;
  held_lines* const held = held_lines::of_this_thread(to, 16);
  REQUIRE(held != nullptr);
  auto const deliver_elsewhere = [&] { std::thread{[&] { held_lines::deliver_all(to); }}.join(); };
  held->add("1\n");
  deliver_elsewhere();
  held->add("2\n");
  deliver_elsewhere();
  deliver_elsewhere();
  CHECK(to.text() == "1\n2\n");
  CHECK(to.line_count() == 2);
  held->add("345678901\n");
  CHECK(to.line_count() == 2);
  held->add("3456789012\n");
  CHECK(to.line_count() == 3);
  held_lines::forget(to);
  CHECK(to.text() == "1\n2\n345678901\n3456789012\n");
}

TEST_CASE("a call that has to deliver all lines waits for all busy threads together, not for each") {
  slow_sink slow[5];
  std::optional<slow_delivery> deliveries[5];
  std::vector<std::thread> owners;
  std::atomic<int> ready{0};
  std::atomic<bool> may_end{false};
  for (slow_sink& to : slow)
    owners.emplace_back([&] {
      held_lines::of_this_thread(to, 1000)->add("other\n");
      ++ready;
      while (!may_end) std::this_thread::sleep_for(std::chrono::milliseconds{1});
    });
  while (ready < 5) std::this_thread::yield();
  for (int i = 0; i < 5; ++i) deliveries[i].emplace(slow[i]);
  using clock = std::chrono::steady_clock;
  auto const begin = clock::now();
  CHECK(support::run_in_child([] { return 0; }) == 0);
  // Each alone would be waited for 40 ms.
  CHECK(clock::now() - begin < std::chrono::milliseconds{150});
  for (auto& each : deliveries) each->finish();
  may_end = true;
  for (auto& each : owners) each.join();
  for (slow_sink& to : slow) CHECK(to.seen == "other\n");
}

TEST_CASE("a forked child uses the memory of its parent's other threads, but not their lines",
          "[R-LIM-12]") {
  if (support::is_thread_sanitized)
    return support::skip("a sanitizer lets no thread begin in a child of several threads");
  memory_sink to;
  std::atomic<int> phase{0};
  held_lines* of_other = nullptr;
  held_lines* const own = held_lines::of_this_thread(to, 5000);
  std::thread other{[&] {
    of_other = held_lines::of_this_thread(to, 5000);
    phase = 1;
    while (phase != 2) std::this_thread::yield();
  }};
  while (phase != 1) std::this_thread::yield();
  int const result = support::run_in_child([&] {
    held_lines* of_child = nullptr;
    held_lines* of_next = nullptr;
    std::thread{[&] {
      of_child = held_lines::of_this_thread(to, 5000);
      if (of_child != nullptr) of_child->add("child\n");
      std::thread{[&] { of_next = held_lines::of_this_thread(to, 5000); }}.join();
    }}.join();
    if (of_child != of_other) return 1;
    if (of_next == of_other || of_next == own || of_next == nullptr) return 2;
    if (held_lines::of_this_thread(to, 5000) != own) return 3;
    return to.text() == "child\n" ? 0 : 4;
  });
  CHECK(result == 0);
  phase = 2;
  other.join();
  held_lines::forget(to);
}

TEST_CASE("a signal handler that interrupts a delivery delivers no line again") {
  CHECK(support::run_in_child([] {
          held_lines* const held = held_lines::of_this_thread(counting, 64);
          std::signal(SIGALRM, [](int) {
            held_lines::deliver_all(counting);
            alarm_in(200 + ++alarms);
          });
          alarm_in(200);
          std::size_t added = 0;
          for (; alarms < 150; added += 2)
            if (held->add("x\n")) held_lines::deliver_all(counting);
          std::signal(SIGALRM, SIG_IGN);
          held_lines::deliver_all(counting);
          return counting.bytes == added ? 0 : 1;
        }) == 0);
}

}  // namespace held_lines_test
