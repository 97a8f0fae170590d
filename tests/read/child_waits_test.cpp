#include <trace2/read/child_waits.hpp>

#include <cstdint>
#include <map>

#include "support/catch.hpp"

namespace child_waits_test {

namespace {

/// The waits of one thread, summed up by tag.
struct thread {
  trace2::read::child_waits waits{};
  std::map<std::uint64_t, std::int64_t> sums{};

  void settle(std::size_t depth, std::int64_t at) {
    waits.settle(depth, at, [&](std::uint64_t tag, std::int64_t since, std::int64_t time) {
      CHECK(since + time == at);
      sums[tag] += time;
    });
  }
  void begin(std::uint64_t tag, std::size_t depth, std::int64_t at) {
    settle(depth, at);
    waits.begin(tag, tag, depth, at);
  }
  void end(std::uint64_t tag, std::size_t depth, std::int64_t at) {
    settle(depth, at);
    waits.end(tag);
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

TEST_CASE("a child that outlives its region is not waited for afterwards", "[read]") {
  thread of;
  of.begin(1, 1, 100);
  of.settle(1, 110);
  of.waits.leave_to(0);
  of.end(1, 0, 200);
  of.begin(2, 0, 200);
  of.end(2, 0, 205);
  CHECK(of.sums == sums{{1, 10}, {2, 5}});
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
