#include <trace2/call/static_site.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/short_record.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/running_recorder.hpp"
#include "support/sanitizers.hpp"
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

// The thread sanitizer delivers signals when it likes, not after each instruction.
#if defined(__x86_64__) && !SUPPORT_HAS_SANITIZER(thread)
#  define CAN_STEP
#endif

namespace short_record_test {

using namespace trace2::detail;
using namespace trace2::detail::recording;

namespace {

using support::record_of;
using support::running_recorder;
using support::stores;

static_site mains{"c", "main's"};
static_site handlers{"c", "handler's"};

/// How many numbers signal handlers have tried to record, and have recorded.
struct {
  std::atomic<std::int64_t> tried{0};
  std::atomic<std::int64_t> stored{0};
} handled;

/// The verbs' way to record a number, less the whole events that they fall back to.
bool record(static_site& site, std::int64_t value) {
  return short_record::data(site, value) || short_record::data_slowly(site, value);
}

/// Whole events take over where short records are refused.
void record_in_handler(int) {
  static std::uint64_t const event[] = {long_head(kind::event, 8, 1), 0, 0, 0, 0, 0, 0, 0};
  if (record(handlers, handled.tried++))
    ++handled.stored;
  else
    recorder::current()->append({reinterpret_cast<char const*>(event), sizeof event});
}

/// All of main's numbers are there, and as many of the handlers' as were stored, in the order of
/// their times. The others have become whole events, or are counted as dropped.
int count_mistakes(running_recorder const& run, std::int64_t stored_by_main,
                   std::int64_t others_of_main = 0) {
  std::int64_t next = 0;
  std::int64_t last_of_handlers = -1;
  std::int64_t count_of_handlers = 0;
  std::int64_t last = 0;
  int mistakes = 0;
  for (auto const& each : run.numbers()) {
    mistakes += each.ticks < last;
    last = each.ticks;
    if (each.site == mains.number.load_relaxed()) {
      mistakes += each.value != next++;
    } else {
      mistakes += each.value <= last_of_handlers;
      last_of_handlers = each.value;
      ++count_of_handlers;
    }
  }
  std::int64_t others = static_cast<std::int64_t>(run.content->dropped());
  for (std::uint64_t const head : run.heads()) others += kind_of(head) == kind::event;
  return mistakes + (next != stored_by_main) + (count_of_handlers != handled.stored) +
         (others != others_of_main + handled.tried - handled.stored);
}

#ifdef CAN_STEP
/// While the object lives, a signal comes after each instruction of the thread.
class single_steps {
 public:
  single_steps() { asm volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc"); }
  ~single_steps() { asm volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc"); }
};
#endif

}  // namespace

TEST_CASE("short records follow a record of whose they are") {
  running_recorder const run;
  static static_site site{"c", "l"};
  REQUIRE(short_record::region_enter_slowly(site));
  REQUIRE(stores(site, std::int64_t{-5}));
  REQUIRE(stores(site, std::uint64_t{5}));
  REQUIRE(stores(site, 0.5));
  REQUIRE((short_record::region_leave(site) || short_record::region_leave_slowly(site)));
  CHECK(run.kinds() == std::vector<kind>{kind::region_enter, kind::data_signed, kind::data_unsigned,
                                         kind::data_floating, kind::region_leave});
  CHECK(run.regions.size() == 1);
  CHECK(kind_of(run.heads().front()) == kind::state);
  for (std::uint64_t const head : run.heads())
    if (kind_of(head) < kind::state && kind_of(head) != kind::time)
      CHECK(middle_of(head) == site.number.load_relaxed());
}

TEST_CASE("a site without a number, a thread without a name and other targets take the long way") {
  static static_site site{"c", "l"};
  {
    running_recorder const run;
    CHECK_FALSE(short_record::data(site, std::int64_t{1}));
    CHECK(stores(site, std::int64_t{1}));
    recorder::set_alone(false);
    CHECK_FALSE(short_record::data(site, std::int64_t{1}));
    CHECK_FALSE(short_record::data_slowly(site, std::int64_t{1}));
  }
  running_recorder const run;
  std::thread{[] { CHECK_FALSE(short_record::data_slowly(site, std::int64_t{1})); }}.join();
}

TEST_CASE("a region that finds no room among those of its thread gets some the long way") {
  running_recorder run;
  static static_site site{"c", "l"};
  REQUIRE(short_record::region_enter_slowly(site));
  while (!run.regions.is_full()) REQUIRE(short_record::region_enter(site));
  std::size_t const before = run.regions.size();
  CHECK_FALSE(short_record::region_enter(site));
  CHECK(short_record::region_enter_slowly(site));
  CHECK(run.regions.size() == before + 1);
  CHECK(run.regions.has_room(1));
  CHECK_FALSE(run.regions.has_room(1'000));
}

TEST_CASE("leaving the thread's own region takes the long way", "[R-REG-07]") {
  running_recorder const run;
  static static_site site{"c", "l"};
  CHECK_FALSE(short_record::region_leave_slowly(site));
  CHECK(run.regions.size() == 1);
}

TEST_CASE("code that has interrupted the recorder in the same thread is refused") {
  running_recorder const run;
  static static_site site{"c", "l"};
  REQUIRE(stores(site, std::int64_t{1}));
  std::size_t const before = this_cursor.room;
  {
    cursor::use const held{this_cursor};
    REQUIRE(held);
    CHECK_FALSE(cursor::use{this_cursor});
    CHECK_FALSE(short_record::data(site, std::int64_t{2}));
    CHECK_FALSE(short_record::data_slowly(site, std::int64_t{2}));
  }
  CHECK(this_cursor.room == before);
  CHECK(stores(site, std::int64_t{3}));
}

TEST_CASE("a flood of signals whose handlers record takes nothing from the code it interrupts") {
  CHECK(support::run_in_child([] {
          ::alarm(200);
          running_recorder const run{recording_mode::grow, std::uint64_t{1} << 30};
          ::signal(SIGUSR1, record_in_handler);
          if (!stores(handlers, handled.tried++) || !stores(mains, std::int64_t{0})) return 1;
          ++handled.stored;
          std::atomic<bool> is_over{false};
          pthread_t const main = ::pthread_self();
          std::thread flood{[&] {
            while (!is_over) ::pthread_kill(main, SIGUSR1);
          }};
          constexpr std::int64_t least_signals = 100;
          std::int64_t count = 1;
          while (handled.tried < least_signals || count < 50'000)
            if (stores(mains, count)) ++count;
          is_over = true;
          flood.join();
          ::signal(SIGUSR1, SIG_IGN);
          return count_mistakes(run, count) == 0 ? 0 : 2;
        }) == 0);
}

#ifdef CAN_STEP
TEST_CASE("a signal handler may record between any two instructions of the recorder") {
  CHECK(support::run_in_child([] {
          ::alarm(200);
          running_recorder const run{recording_mode::grow, std::uint64_t{1} << 30};
          ::signal(SIGTRAP, record_in_handler);
          if (!stores(handlers, handled.tried++) || !stores(mains, std::int64_t{0})) return 1;
          ++handled.stored;
          std::string const large = record_of(lane::smallest_chunk);
          std::int64_t count = 1;
          std::int64_t others = 0;
          for (int i = 0; i < 8; ++i) {
            single_steps const steps;
            count += record(mains, count);
            short_record::region_enter(mains) || short_record::region_enter_slowly(mains);
            count += record(mains, count);
            short_record::region_leave(mains) || short_record::region_leave_slowly(mains);
            run.content->drop();
            others += 1 + (i % 4 == 0);
            if (i % 4 == 0) run.content->append(large);
            if (i % 4 == 1) recorder::leave(this_cursor);
          }
          // Handlers that found the cursor in use were refused.
          if (handled.stored < 100 || handled.stored == handled.tried) return 2;
          if (run.regions.size() != 1) return 3;
          return count_mistakes(run, count, others) == 0 ? 0 : 4;
        }) == 0);
}
#endif

}  // namespace short_record_test
