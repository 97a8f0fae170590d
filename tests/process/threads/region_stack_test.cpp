#include <trace2/process/threads/region_stack.hpp>

#include <cstddef>
#include <cstdint>

#include "support/catch.hpp"
#include "support/sanitizers.hpp"
#include "support/skip.hpp"
#include <signal.h>

namespace region_stack_test {

using trace2::detail::open_region;
using trace2::detail::region_stack;

TEST_CASE("without regions the innermost one belongs to nobody") {
  region_stack const none;
  CHECK((none.empty() && none.is_full() && none.innermost().mark == 0));
}

TEST_CASE("regions are entered and left, the innermost first") {
  region_stack open;
  for (int i = 0; i < 1000; ++i) open.enter(i, static_cast<open_region::owner>(8 * i));
  CHECK((open.size() == 1000 && open.innermost().begun == 999 && open[3].begun == 3));
  CHECK(open.innermost().mark == 8 * 999);
  open.leave();
  CHECK(open.innermost().begun == 998);
  open.truncate(1);
  CHECK((open.size() == 1 && open.innermost().begun == 0));
  open.truncate(0);
  CHECK((open.empty() && open.innermost().mark == 0));
}

TEST_CASE("regions can be covered by one without an owner, and shown again") {
  region_stack open;
  for (int i = 1; i <= 3; ++i) open.enter(i, 8);
  REQUIRE(open.reserve(2));
  open.cover(3, 9);
  CHECK((open.size() == 1 && open[0].begun == 9 && open[0].mark == 0));
  CHECK(open.begin()[-1].mark == 0);
  for (int i = 0; i < 1000; ++i) open.enter(i);
  CHECK((open.size() == 1001 && open[0].begun == 9));
  open.uncover();
  CHECK((open.size() == 3 && open[0].begun == 1 && open.innermost().begun == 3));
  REQUIRE(open.reserve(2));
  open.cover(3, 0);
  open.start_over();
  CHECK((open.empty() && open.innermost().mark == 0));
}

#ifdef __x86_64__

namespace {

region_stack* interrupted = nullptr;
int interruptions = 0;
open_region const* end_of_room = nullptr;  // behind the places that a full stack has
bool has_left_room = false;

constexpr char const* in_sanitizer = "the sanitizer's own locks don't allow signals in between";

/// Has a signal handler enter and leave a region of its own after each instruction.
void run_interrupted(region_stack& open, auto const& change) {
  constexpr unsigned long long single_step = 0x100;
  interrupted = &open;
  interruptions = 0;
  struct sigaction ours {};
  struct sigaction before {};
  ours.sa_handler = [](int) {
    ++interruptions;
    if (!interrupted->has_room(1)) return;  // growing here would leave the interrupted code nothing
    interrupted->enter_in_room(-1, 1024);
    has_left_room = has_left_room || &interrupted->innermost() == end_of_room;
    interrupted->leave();
  };
  ::sigaction(SIGTRAP, &ours, &before);
  __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | single_step);
  change();
  __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~single_step);
  ::sigaction(SIGTRAP, &before, nullptr);
}

}  // namespace

TEST_CASE("a signal handler's regions spoil none that the interrupted code enters or takes over") {
  if (support::is_thread_sanitized) return support::skip(in_sanitizer);
  region_stack open;
  open.enter(1, 8);
  run_interrupted(open, [&] { open.enter(2, 16); });
  CHECK(interruptions != 0);
  CHECK((open.size() == 2 && open.innermost().begun == 2 && open.innermost().mark == 16));
  constexpr open_region more[]{{3, 24}, {4, 32}};
  run_interrupted(open, [&] { open.append(more, 2); });
  CHECK((open.size() == 4 && open[2].begun == 3 && open[2].mark == 24));
  CHECK((open[3].begun == 4 && open[3].mark == 32));
  run_interrupted(open, [&] { open.leave(); });
  CHECK((open.size() == 3 && open.innermost().mark == 24));
  run_interrupted(open, [&] { open.cover(3, 6); });
  CHECK((open.size() == 1 && open[0].begun == 6 && open.begin()[-1].mark == 0));
  run_interrupted(open, [&] { open.uncover(); });
  CHECK((open.size() == 3 && open.innermost().mark == 24 && open[1].mark == 16));
}

TEST_CASE("a signal handler's regions stay in the room of a stack that grows") {
  if (support::is_thread_sanitized) return support::skip(in_sanitizer);
  region_stack open;
  for (std::size_t const last : {1u, 32u}) {
    while (open.size() + 1 < last) open.enter(static_cast<std::int64_t>(open.size()), 8);
    REQUIRE(open.is_full());
    end_of_room = open.end();
    has_left_room = false;
    run_interrupted(open, [&] { open.enter(static_cast<std::int64_t>(last), 16); });
    CHECK(interruptions != 0);
    CHECK_FALSE(has_left_room);
    CHECK((open.size() == last && open.innermost().mark == 16));
  }
  CHECK((open[0].begun == 1 && open[30].begun == 30));
}

#endif

}  // namespace region_stack_test
