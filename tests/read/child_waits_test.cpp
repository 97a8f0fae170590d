#include <trace2/read/child_waits.hpp>

#include <cstdint>
#include <map>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace child_waits_test {

namespace {

/// The waits of one thread, summed up by tag.
struct thread {
  trace2::read::child_waits waits{};
  std::map<std::uint64_t, std::int64_t> sums{};

  void add(trace2::read::child_waits::wait const& ended, std::int64_t at) {
    CHECK(ended.time >= ns(0));
    if (ended.time == ns(0)) return;
    CHECK(ended.since + ended.time == moment_ns(at));
    sums[ended.tag] += ended.time.count();
  }
  void settle(std::size_t depth, std::int64_t at) { add(waits.settle(depth, moment_ns(at)), at); }
  void begin(std::uint64_t tag, std::size_t depth, std::int64_t at) {
    settle(depth, at);
    waits.begin(tag, tag, depth, moment_ns(at));
  }
  /// Another thread collects the child.
  void end(std::uint64_t tag, std::size_t depth, std::int64_t at) { collect(tag, depth, at, at); }
  /// The thread collects the child: its event before was at `before`.
  void collect(std::uint64_t tag, std::size_t depth, std::int64_t before, std::int64_t at) {
    add(waits.end(tag, tag, depth, moment_ns(before), moment_ns(at)), at);
  }
};

using sums = std::map<std::uint64_t, std::int64_t>;

}  // namespace

TEST_CASE("a thread waits for a child from its start to its exit", "[read]") {
  thread of;
  of.begin(1, 0, 100);
  of.end(1, 0, 130);
  of.settle(0, 200);
  CHECK(of.sums == sums{{1, 30}});
}

TEST_CASE("a thread does not wait while it is in a further region", "[read]") {
  thread of;
  of.begin(1, 0, 100);
  of.settle(0, 110);  // enters
  of.settle(1, 150);  // leaves
  of.end(1, 0, 170);
  CHECK(of.sums == sums{{1, 30}});
}

TEST_CASE("a child that outlives its region is waited for from the event before its end",
          "[read]") {
  thread of;
  of.begin(1, 1, 100);
  of.settle(1, 110);
  of.waits.leave_to(0);
  of.begin(2, 1, 120);
  of.collect(2, 1, 120, 150);
  of.collect(1, 1, 170, 200);
  of.begin(3, 0, 200);
  of.collect(3, 0, 200, 205);
  CHECK(of.sums == sums{{1, 40}, {2, 30}, {3, 5}});
}

TEST_CASE("a child that another thread collects is not waited for after its region", "[read]") {
  thread of;
  of.begin(1, 1, 100);
  of.settle(1, 110);
  of.waits.leave_to(0);
  of.end(1, 0, 200);
  CHECK(of.sums == sums{{1, 10}});
}

TEST_CASE("a child that is collected in a further region is waited for there", "[read]") {
  thread of;
  of.begin(1, 0, 100);
  of.settle(0, 110);  // enters
  of.collect(1, 1, 150, 180);
  of.settle(1, 200);  // leaves
  CHECK(of.sums == sums{{1, 40}});
}

TEST_CASE("children that are collected one after the other share no time", "[read]") {
  thread of;
  of.begin(1, 1, 100);
  of.begin(2, 1, 100);
  of.settle(1, 110);
  of.waits.leave_to(0);
  of.collect(1, 0, 110, 150);
  of.collect(2, 0, 150, 160);
  CHECK(of.sums == sums{{1, 40}, {2, 20}});
}

TEST_CASE("the end of a child that outlives its region takes no time from one that runs",
          "[read]") {
  thread of;
  of.begin(1, 1, 100);
  of.waits.leave_to(0);
  of.begin(2, 0, 110);
  of.collect(1, 0, 120, 150);
  of.collect(2, 0, 150, 160);
  CHECK(of.sums == sums{{2, 50}});
}

TEST_CASE("no time counts twice when another thread has told of a later moment", "[read]") {
  thread of;
  of.begin(1, 1, 100);
  of.begin(2, 0, 100);
  of.end(2, 0, 150);
  of.collect(1, 0, 120, 170);
  CHECK(of.sums == sums{{2, 50}, {1, 20}});
}

TEST_CASE("among several children the latest is waited for, so no time counts twice", "[read]") {
  thread of;
  of.begin(1, 0, 100);
  of.begin(2, 0, 110);
  of.end(2, 0, 150);
  of.end(1, 0, 160);
  CHECK(of.sums == sums{{1, 20}, {2, 40}});
  of.begin(3, 0, 200);
  of.begin(4, 0, 210);
  of.end(3, 0, 220);
  of.end(4, 0, 250);
  CHECK(of.sums == sums{{1, 20}, {2, 40}, {3, 10}, {4, 40}});
}

TEST_CASE("time that goes back is no time", "[read]") {
  thread of;
  of.begin(1, 0, 100);
  of.settle(0, 50);
  of.end(1, 0, 90);
  CHECK(of.sums.empty());
}

}  // namespace child_waits_test
