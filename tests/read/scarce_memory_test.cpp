// Memory runs out at each allocation of a reader with a thread that reads ahead.
#include <trace2/read/recorded_events.hpp>
#include <trace2/trace2.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "support/catch.hpp"
#include "support/recording_session.hpp"
#include "support/sanitizers.hpp"
#include <unistd.h>

namespace scarce_memory_test {

using namespace trace2;
using support::recording_session;
using support::tracer_on;

#undef TRACE2_TRACER
#define TRACE2_TRACER tracer_on

namespace {

/// Allocations of all threads.
struct scarce_memory {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  static inline std::atomic<std::size_t> first{none};  ///< the one that fails first
  static inline std::atomic<std::size_t> count{0};     ///< how many fail from there on
  static inline std::atomic<std::size_t> made{0};

  static void begin(std::size_t failing, std::size_t number) {
    made = 0;
    count = number;
    first = failing;
  }
  static void end() { first = none; }

  static void* allocate(std::size_t size, std::size_t alignment) {
    if (std::size_t const begin = first; begin != none)
      if (std::size_t const number = made++; number >= begin && number - begin < count)
        throw std::bad_alloc{};
    std::size_t const whole = std::max((size + alignment - 1) / alignment * alignment, alignment);
    if (void* const memory = std::aligned_alloc(alignment, whole); memory != nullptr) return memory;
    throw std::bad_alloc{};
  }
};

}  // namespace
}  // namespace scarce_memory_test

// The sanitizer of threads has operators of its own, which can't be replaced with clang.
#if SUPPORT_HAS_SANITIZER(thread) && defined(__clang__)
#  define SCARCE_MEMORY_TEST_FAILS 0
#else
#  define SCARCE_MEMORY_TEST_FAILS 1
// Not inlined: compilers that saw malloc in one and not in the other would call them a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  return scarce_memory_test::scarce_memory::allocate(size, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return scarce_memory_test::scarce_memory::allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
#endif

namespace scarce_memory_test {
namespace {

/// Runs of plain events that are longer than all that is read ahead, and others between them.
void work(testing::fake_clock& clock) {
  std::thread{[] {
    TRACE2_THREAD("other");
    TRACE2_DATA("other", "number", 1);
  }}.join();
  for (int run = 0; run < 3; ++run) {
    for (int i = 0; i < 5'000; ++i) {
      clock.advance_nanoseconds(700);
      TRACE2_REGION("hot", "loop");
      clock.advance_nanoseconds(300);
    }
    TRACE2_DATA("cold", "text", "some text");
  }
}

/// A sum of all that the events say. Takes no memory.
class told_events {
 public:
  void read_on(read::recorded_events& events) {
    while (auto const* const event =
               events.next([this](auto const& plain) { return take(plain); })) {
      add(event->event_name, event->thread);
      add(event->wall.value_or(0), event->nesting.value_or(0));
    }
  }
  std::size_t count() const noexcept { return count_; }
  bool operator==(told_events const&) const = default;

 private:
  bool take(read::plain_event const& event) {
    add(event.wall, event.elapsed, event.length, event.number, event.nesting,
        static_cast<int>(event.what));
    ++count_;
    return true;
  }
  void add(std::string_view one, std::string_view other) {
    for (std::string_view const text : {one, other})
      for (char const c : text) add(int{c});
  }
  void add(auto... numbers) {
    ((sum_ = sum_ * 1'000'003 + static_cast<std::uint64_t>(numbers)), ...);
  }

  std::uint64_t sum_ = 0;
  std::size_t count_ = 0;  ///< of plain events
};

/// What a reader finds; nothing when memory has run out.
std::optional<told_events> read_all(std::string const& path, unsigned processors) {
  std::optional<read::flight_recording> recording;
  std::optional<read::recorded_events> events;
  try {
    recording.emplace();
    if (!recording->open(path.c_str()).empty()) return {};
    events.emplace(*recording, read::reading_ahead{.processors = processors, .patience = 100});
    told_events told;
    told.read_on(*events);
    return recording->left_out() == 0 ? std::optional{told} : std::nullopt;
  } catch (std::bad_alloc const&) {
    scarce_memory::end();
    // The rest is there, or a part of it: nobody waits for it.
    if (events) told_events{}.read_on(*events);
    return {};
  }
}

}  // namespace

TEST_CASE("a reader on two threads that runs out of memory says so, or reads all", "[read]") {
  recording_session run;
  run.record_alone();
  work(run.session.clock);
  auto const expected = read_all(run.path, 1);
  REQUIRE(expected.has_value());
  REQUIRE(expected->count() > 30'000);
  std::size_t const failing = GENERATE(std::size_t{1}, scarce_memory::none);
  ::alarm(120);
  int refused = 0;
  int whole = 0;
  for (std::size_t first = 0;; ++first) {
    scarce_memory::begin(first, failing);
    auto const found = read_all(run.path, 2);
    scarce_memory::end();
    refused += !found;
    whole += found == expected;
    if (found && found != expected) FAIL("another answer without allocation " << first);
    if (scarce_memory::made <= first) break;
  }
  ::alarm(0);
  CHECK(whole > 0);
  if (!SCARCE_MEMORY_TEST_FAILS) return;
  CHECK(refused > 20);
  // Who can't begin a thread, but has memory otherwise, reads on.
  CHECK((whole > 1 || failing != 1));
}

}  // namespace scarce_memory_test
