#include "model/likeliest_child.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/processor_time.hpp"
#include "support/times.hpp"

namespace likeliest_child_test {

namespace tr = trace2::read;

namespace {

constexpr std::int64_t ms = 1'000'000;

struct family {
  void child(std::string command, std::int64_t begin, std::int64_t duration) {
    children.push_back(static_cast<trace2::program::node_index>(trace.children.size()));
    trace2::program::child_node added;
    added.command = std::move(command);
    added.begin = moment_ns(begin);
    if (duration >= 0) added.duration = ns(duration);
    added.pid = 1;
    added.code = 0;
    trace.children.push_back(std::move(added));
  }
  static trace2::program::process_node process(std::string command, std::int64_t begin,
                                               std::int64_t end) {
    trace2::program::process_node made;
    made.command = std::move(command);
    made.begin = moment_ns(begin);
    made.end = moment_ns(end);
    made.code = 0;
    return made;
  }
  trace2::program::model trace;
  std::vector<trace2::program::node_index> children;
};

}  // namespace

TEST_CASE("equal children are told apart by the ends that contain the process", "[read]") {
  family made;
  made.child("git fetch", 0, 20 * ms);
  made.child("git fetch", 1 * ms, 90 * ms);
  trace2::program::relatives::child_clock clock{made.trace, made.children};
  trace2::program::relatives::likeliest_child chooser{clock};
  auto const slow = chooser.take(family::process("git fetch", 3 * ms, 80 * ms));
  CHECK(slow.child == 1);
  CHECK_FALSE(slow.is_guess);
  auto const quick = chooser.take(family::process("git fetch", 4 * ms, 15 * ms));
  CHECK(quick.child == 0);
  CHECK_FALSE(quick.is_guess);
}

TEST_CASE("equal children are told apart by their exit codes", "[read]") {
  family made;
  made.child("git fetch", 0, 20 * ms);
  made.child("git fetch", 1 * ms, 20 * ms);
  made.trace.children[0].code = 1;
  trace2::program::relatives::child_clock clock{made.trace, made.children};
  trace2::program::relatives::likeliest_child chooser{clock};
  auto const chosen = chooser.take(family::process("git fetch", 3 * ms, 9 * ms));
  CHECK(chosen.child == 1);
  CHECK_FALSE(chosen.is_guess);
}

TEST_CASE("a child that began within the tolerance of clocks is only a last resort", "[read]") {
  family made;
  made.child("a-hook", 0, 20 * ms);
  made.child("another", 3 * ms + ms / 2, 20 * ms);
  trace2::program::relatives::child_clock clock{made.trace, made.children};
  trace2::program::relatives::likeliest_child chooser{clock};
  auto const chosen = chooser.take(family::process("git log", 3 * ms, 5 * ms));
  CHECK(chosen.child == 0);
  CHECK_FALSE(chosen.is_guess);
}

TEST_CASE("what Git is not told to run belongs to a script", "[read]") {
  family made;
  made.child("pre-commit", 0, 90 * ms);
  made.child("git pack-objects", 1 * ms, 90 * ms);
  trace2::program::relatives::child_clock clock{made.trace, made.children};
  trace2::program::relatives::likeliest_child chooser{clock};
  for (int i = 2; i < 4; ++i) {
    auto const chosen = chooser.take(family::process("git rev-parse HEAD", i * ms, 9 * ms));
    CHECK(chosen.child == 0);
    CHECK_FALSE(chosen.is_guess);
  }
}

TEST_CASE("a process that no child was told to run is a guess", "[read]") {
  family made;
  made.child("git gc", 0, 90 * ms);
  trace2::program::relatives::child_clock clock{made.trace, made.children};
  trace2::program::relatives::likeliest_child chooser{clock};
  auto const chosen = chooser.take(family::process("git log", 1 * ms, 9 * ms));
  CHECK(chosen.child == 0);
  CHECK(chosen.is_guess);
}

TEST_CASE("of two scripts the latest most likely ran the process, which is a guess", "[read]") {
  family made;
  made.child("a", 0, 90 * ms);
  made.child("b", 1 * ms, 90 * ms);
  trace2::program::relatives::child_clock clock{made.trace, made.children};
  trace2::program::relatives::likeliest_child chooser{clock};
  auto const chosen = chooser.take(family::process("git log", 2 * ms, 9 * ms));
  CHECK(chosen.child == 1);
  CHECK(chosen.is_guess);
}

TEST_CASE("thousands of equal children take no time worth mentioning", "[read]") {
  CHECK(support::takes_linear_time(2'000, [](std::size_t count) {
    family made;
    for (std::size_t i = 0; i < count; ++i) made.child("git fetch", 0, -1);
    trace2::program::relatives::child_clock clock{made.trace, made.children};
    trace2::program::relatives::likeliest_child chooser{clock};
    trace2::program::process_node const process = family::process("git fetch", ms, 2 * ms);
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i)
      found += chooser.take(process).child != trace2::program::no_node;
    REQUIRE(found == count);
  }));
}

}  // namespace likeliest_child_test
