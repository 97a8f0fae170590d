#include <trace2/process/threads/thread_registry.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/scarce_memory.hpp"
#include "support/sanitizers.hpp"
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

// The sanitizer of threads has operators of its own, which can't be replaced.
#if !SUPPORT_HAS_SANITIZER(thread)
namespace thread_registry_test { namespace {

// Counts what the calling thread allocates and frees, with a counter of the library.
thread_local bool traces_allocations = false;
thread_local bool ends_context = false;  // the next time
std::atomic<unsigned> allocated{0};
void trace_allocation();

}}  // namespace thread_registry_test

// Not inlined: compilers that saw malloc in one and not in the other would call them a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
  thread_registry_test::trace_allocation();
  return std::malloc(size);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* const memory = ::operator new(size, std::nothrow); memory != nullptr) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  thread_registry_test::trace_allocation();
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  ::operator delete(memory);
}
#endif

namespace thread_registry_test {

using trace2::detail::all_threads;
using trace2::detail::counter_sum;
using trace2::detail::sum_store;
using trace2::detail::thread_context;
using trace2::detail::thread_registry;

namespace {

/// The registry without threads, at the beginning and at the end of a test case.
struct clean_registry {
  clean_registry() { all_threads.reset(); }
  ~clean_registry() { all_threads.reset(); }
};

unsigned const counted =
    trace2::detail::sum_definitions<counter_sum>.define("registry", "counted", false)->number;

void add(unsigned amount) {
  all_threads.current(0)->sums.of<counter_sum>().get(counted)->add(amount);
}

unsigned total() {
  unsigned sum = 0;
  all_threads.for_each_sums([&](sum_store const& sums) {
    if (auto const* const found = sums.of<counter_sum>().find(counted); found != nullptr)
      sum += static_cast<unsigned>(found->count.load_relaxed());
  });
  return sum;
}

#if !SUPPORT_HAS_SANITIZER(thread)
void trace_allocation() {
  if (ends_context) {
    ends_context = false;
    all_threads.end();
  }
  if (!traces_allocations) return;
  ++allocated;
  add(1);
}
#endif

std::string name() { return std::string{all_threads.current(0)->name()}; }

}  // namespace

TEST_CASE("a thread is unknown until it is named", "[R-THR-04]") {
  clean_registry const clean;
  CHECK(thread_registry::known() == nullptr);
  CHECK(name() == "th01:unknown");
  CHECK(thread_registry::known() != nullptr);
  CHECK(all_threads.current(0) == thread_registry::known());
}

TEST_CASE("threads are numbered as they come", "[R-THR-02]") {
  clean_registry const clean;
  all_threads.start(0, "main", 0);
  CHECK(name() == "main");
  std::string names;
  for (int i = 0; i < 3; ++i)
    std::thread{[&] {
      all_threads.start("t", 0);
      names += name() + ' ';
    }}.join();
  CHECK(names == "th01:t th02:t th03:t ");
  CHECK(name() == "main");
}

TEST_CASE("a thread that starts twice keeps the sums of its first life", "[R-THR-06]") {
  clean_registry const clean;
  all_threads.start("a", 0);
  add(1);
  all_threads.start("b", 0);
  CHECK(name() == "th02:b");
  add(10);
  CHECK(total() == 11);
}

TEST_CASE("a thread that has ended is unknown again", "[R-THR-08]") {
  clean_registry const clean;
  all_threads.start("a", 0);
  all_threads.end();
  CHECK(thread_registry::known() == nullptr);
  all_threads.end();
  CHECK(name() == "th02:unknown");
}

TEST_CASE("what threads have summed up outlives them", "[R-THR-05][R-THR-13]") {
  clean_registry const clean;
  std::thread{[] {
    add(1);
    all_threads.end();
  }}.join();
  std::thread{[] { add(10); }}.join();
  add(100);
  CHECK(total() == 111);
  all_threads.end();
  CHECK(total() == 111);
}

TEST_CASE("sums of a session that has ended are forgotten, of threads that go on as well") {
  clean_registry const clean;
  add(1);
  std::thread{[] { add(10); }}.join();
  all_threads.forget_sums();
  CHECK(total() == 0);
  add(5);
  CHECK(total() == 5);
}

TEST_CASE("threads may come, go and be counted at the same time", "[R-THR-11][R-CON-02]") {
  clean_registry const clean;
  constexpr unsigned rounds = 50;
  std::atomic<unsigned> running{4};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (unsigned k = 0; k < rounds; ++k)
        std::thread{[&] {
          all_threads.start("t", 0);
          add(1);
          if (k % 2 == 0) all_threads.end();
          add(1);
        }}.join();
      --running;
    });
  unsigned seen = 0;
  while (running != 0) {
    unsigned const now = total();
    if (now < seen) FAIL("sums got lost");
    seen = now;
  }
  for (auto& thread : threads) thread.join();
  CHECK(total() == 4 * rounds * 2);
}

// The sanitizer of threads wants no handler that takes memory, as exit() does.
#if !SUPPORT_HAS_SANITIZER(thread)
TEST_CASE("a handler may count and end the process wherever it interrupts the thread") {
  auto const interrupted_after = [](int microseconds, auto const& use_registry) {
    return support::run_in_child([&] {
      all_threads.reset();
      all_threads.start("t", 0);
      support::interrupt_after(microseconds, [](int) {
        total();
        all_threads.end();
        ::_exit(0);
      });
      for (;;) use_registry();
      return 1;
    });
  };
  for (int i = 0; i < 10; ++i) {
    REQUIRE(interrupted_after(1'000 + 371 * i, [] {
              total();
              all_threads.forget_sums();
            }) == 0);
    REQUIRE(interrupted_after(1'000 + 371 * i, [] { all_threads.wait_for_others(); }) == 0);
    REQUIRE(interrupted_after(1'000 + 371 * i, [] { all_threads.may_publish(); }) == 0);
  }
}

TEST_CASE("a handler may count in a new thread, also if it has interrupted the allocator") {
  int const result = support::run_in_child([] {
    all_threads.reset();
    ::signal(SIGALRM, SIG_DFL);
    ::alarm(60);
    ::signal(SIGUSR1, [](int) {
      all_threads.current()->sums.of<counter_sum>().get(counted)->add(1);
    });
    for (int i = 0; i < 300; ++i) {
      std::atomic<bool> is_busy{false};
      std::atomic<bool> is_over{false};
      std::thread thread{[&] {
        while (!is_over) {
          static char* volatile kept;
          kept = static_cast<char*>(std::malloc(5000));
          std::free(kept);
          is_busy = true;
        }
        // A context with much memory of the heap, which is freed by a later thread.
        all_threads.current(0)->line.fill(10'000, 'h');
      }};
      while (!is_busy) std::this_thread::yield();
      ::pthread_kill(thread.native_handle(), SIGUSR1);
      is_over = true;
      thread.join();
    }
    return total() == 300 ? 0 : 1;
  });
  CHECK(result == 0);
}

TEST_CASE("the program's allocator may trace while a thread begins and ends", "[R-THR-05]") {
  // A deadlock must not take the other tests along.
  int const result = support::run_in_child([] {
    ::alarm(60);
    all_threads.reset();
    for (int i = 0; i < 3; ++i)
      std::thread{[] {
        traces_allocations = true;
        static int* volatile kept;
        kept = new int{1};
        delete kept;
        all_threads.end();
        all_threads.start("a", 0);
        thread_registry::known()->line.append("taken from the heap");
        all_threads.start("b", 0);
        kept = new int{2};
        delete kept;
        all_threads.current(0)->enter_region(0);
      }}.join();
    return allocated < 12 ? 1 : total() != allocated ? 2 : 0;
  });
  CHECK(result == 0);
}

TEST_CASE("the program's allocator may end the context that is ending") {
  int const result = support::run_in_child([] {
    all_threads.reset();
    bool was_called = false;
    std::thread{[&] {
      add(1);
      // A context with memory of the program's allocator, which the end of the next one frees.
      std::thread{[] {
        add(1);
        thread_registry::known()->tasks.give_memory(::operator new(64, std::nothrow));
      }}.join();
      ends_context = true;
      all_threads.end();
      was_called = !ends_context;
    }}.join();
    return !was_called ? 1 : total() != 2 ? 2 : 0;
  });
  CHECK(result == 0);
}

TEST_CASE("sums that find no memory at the end of their thread are counted") {
  SUPPORT_NEEDS_MEMORY_TO_RUN_OUT;
  int const result = support::run_in_child([] {
    all_threads.reset();
    auto const& lost = trace2::detail::this_process.misuse.sum;
    auto const before = lost.load_relaxed();
    std::thread{[] {
      add(1);
      support::use_up_memory();
      all_threads.end();
    }}.join();
    return total() != 0 ? 1 : lost.load_relaxed() != before + 1 ? 2 : 0;
  });
  CHECK(result == 0);
}

TEST_CASE("a thread that finds no memory has no context, and tracing goes on without it") {
  SUPPORT_NEEDS_MEMORY_TO_RUN_OUT;
  int const result = support::run_in_child([] {
    all_threads.reset();
    int wrong = 1;
    std::thread{[&] {
      support::use_up_memory();
      if (all_threads.start("a", 0) == nullptr && all_threads.current() == nullptr) wrong = 0;
    }}.join();
    return wrong;
  });
  CHECK(result == 0);
}
#endif

TEST_CASE("a forked child has one thread, and nothing summed up", "[R-LIFE-16][R-LIM-12]") {
  clean_registry const clean;
  all_threads.start(0, "main", 0);
  add(1);
  std::atomic<int> phase{0};
  std::thread other{[&] {
    all_threads.start("other", 0);
    add(10);
    phase = 1;
    while (phase != 2) std::this_thread::yield();
  }};
  while (phase != 1) std::this_thread::yield();
  int const result = support::run_in_child([] {
    all_threads.begin_child(500);
    if (total() != 0 || name() != "main" || thread_registry::known()->started() != 500) return 1;
    add(100);
    all_threads.end();
    all_threads.start("next", 0);
    return total() == 100 && name() == "th01:next" ? 0 : 2;
  });
  CHECK(result == 0);
  phase = 2;
  other.join();
  CHECK(total() == 11);
}

TEST_CASE("a thread that publishes an event is waited for, but not for ever") {
  clean_registry const clean;
  CHECK(all_threads.wait_for_others());
  std::atomic<int> phase{0};
  std::atomic<bool> is_finished{false};
  std::thread other{[&] {
    thread_context* const own = all_threads.current(0);
    own->begin_publishing();
    phase = 1;
    while (phase != 2) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    is_finished = true;
    own->end_publishing();
    while (phase != 3) std::this_thread::yield();
  }};
  while (phase != 1) std::this_thread::yield();
  CHECK(!all_threads.wait_for_others());
  phase = 2;
  bool const is_quiet = all_threads.wait_for_others();
  CHECK((is_finished || !is_quiet));
  phase = 3;
  other.join();
  CHECK(all_threads.wait_for_others());
}

TEST_CASE("the registry is there before constructors and after destructors") {
  CHECK(std::is_trivially_destructible_v<thread_registry>);
}

}  // namespace thread_registry_test
