#include <trace2/process/threads/thread.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace thread_test {

using trace2::detail::counter_sum;
using trace2::detail::thread_context;
using trace2::detail::timer_sum;
using left = thread_context::left;

namespace {

std::string name_of(unsigned number, std::string_view base) {
  return std::string{thread_context{number, base, 0}.name()};
}

}  // namespace

TEST_CASE("each name has a serial number of its own") {
  thread_context first(1, "a", 0);
  thread_context const second(1, "a", 0);
  auto const before = first.serial();
  CHECK(before != 0);
  CHECK(second.serial() != before);
  first.restart_as_main(0);
  CHECK(first.serial() != before);
  CHECK(first.serial() != second.serial());
}

TEST_CASE("thread 0 is main", "[R-THR-01]") {
  CHECK(name_of(0, "whatever") == "main");
  CHECK(thread_context(0, "", 0).is_main());
  CHECK_FALSE(thread_context(1, "main", 0).is_main());
}

TEST_CASE("other threads have number and name, in 24 bytes", "[R-THR-03]") {
  CHECK(name_of(1, "hash") == "th01:hash");
  CHECK(name_of(99, "hash") == "th99:hash");
  CHECK(name_of(100, "hash") == "th100:hash");
  CHECK(name_of(2, "a_name_longer_than_twenty_four_bytes") == "th02:a_name_longer_than_");
  CHECK(name_of(3, "") == "th03:");
  CHECK(name_of(4294967295U, "x") == "th4294967295:x");
  CHECK(name_of(2, std::string(100'000, 'x')).size() == 24);
}

TEST_CASE("a name is escaped once for all lines of EVENT", "[R-THR-03]") {
  CHECK(thread_context(1, "\"\n", 0).name_json() == R"(th01:\"\n)");
}

TEST_CASE("a thread is its own outermost region", "[R-REG-01][R-TIME-07]") {
  thread_context thread{1, "t", 100};
  CHECK(thread.open_regions() == 1);
  CHECK(thread.region_started(500) == 100);
  thread.enter_region(200);
  CHECK(thread.open_regions() == 2);
  CHECK(thread.region_started(500) == 200);
  CHECK(thread.leave_region() == left::region);
  CHECK(thread.region_started(500) == 100);
}

TEST_CASE("a surplus leave takes the thread's own region, another one nothing", "[R-REG-07]") {
  thread_context thread{1, "t", 100};
  CHECK(thread.leave_region() == left::region);
  CHECK(thread.open_regions() == 0);
  CHECK(thread.region_started(500) == 500);
  CHECK(thread.leave_region() == left::nothing);
  CHECK(thread.open_regions() == 0);
  thread.enter_region(600);
  CHECK(thread.open_regions() == 1);
}

TEST_CASE("at its end a thread forgets the regions it left open", "[R-REG-09]") {
  thread_context thread{1, "t", 100};
  for (int i = 0; i < 1000; ++i) thread.enter_region(i);
  thread.unwind();
  CHECK(thread.open_regions() == 1);
  CHECK(thread.region_started(0) == 100);
  thread.leave_region();
  thread.unwind();
  CHECK(thread.open_regions() == 0);
}

TEST_CASE("a thread publishes one event at a time, each under another number") {
  thread_context thread(1, "a", 0);
  CHECK(thread.begin_publishing());
  unsigned const first = thread.publication();
  CHECK(thread.is_publishing());
  CHECK_FALSE(thread.begin_publishing());
  CHECK(thread.publication() == first);
  thread.end_publishing();
  CHECK_FALSE(thread.is_publishing());
  CHECK(thread.begin_publishing());
  CHECK(thread.publication() != first);
}

TEST_CASE("the main thread of a forked child begins anew", "[R-LIFE-16]") {
  thread_context thread{3, "t", 100};
  thread.enter_region(200);
  thread.enter_region(300);
  thread.sums.of<counter_sum>().get(1)->add(5);
  thread.sums.of<timer_sum>().get(1)->start(200);
  thread.restart_as_main(1000);
  CHECK(thread.is_main());
  CHECK(thread.name() == "main");
  CHECK(thread.name_json() == "main");
  CHECK(thread.started() == 1000);
  CHECK(thread.open_regions() == 1);
  CHECK_FALSE(thread.sums.of<counter_sum>().get(1)->is_used());
  CHECK_FALSE(thread.sums.of<timer_sum>().get(1)->stop(2000));
}

TEST_CASE("regions that a forked child has inherited are left in silence, its own are not",
          "[R-LIFE-16]") {
  thread_context thread{0, "", 100};
  thread.enter_region(200);
  thread.enter_region(300);
  thread.restart_as_main(1000);
  thread.enter_region(1100);
  CHECK(thread.leave_region() == left::region);
  CHECK(thread.leave_region() == left::inherited);
  CHECK(thread.leave_region() == left::inherited);
  CHECK(thread.leave_region() == left::region);
  CHECK(thread.leave_region() == left::nothing);
}

}  // namespace thread_test
