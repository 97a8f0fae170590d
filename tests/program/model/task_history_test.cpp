#include "model/task_history_builder.hpp"

#include <trace2/read/task_event.hpp>
#include <trace2/read/traced_process.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/processor_time.hpp"
#include "support/times.hpp"

namespace task_history_test {

using namespace trace2::program;
using namespace trace2::read;

namespace {

constexpr std::size_t longest = 100;

struct building {
  static constexpr std::uint64_t most = task_history_builder::most_tasks;

  task_history::index begin(node_index process, std::uint64_t id, std::uint64_t parent = 0,
                            std::string const& message = {}) {
    open_task task;
    task.id = id;
    task.parent = parent;
    task.kept_message = &message;
    return builder.began(process, task, longest);
  }

  task_history history{};
  task_history_builder builder{history};
};

}  // namespace

TEST_CASE("a task knows the one that began it, in its own process", "[read]") {
  building run;
  CHECK(run.begin(0, 7) == 0);
  CHECK(run.begin(1, 8, 7) == 1);
  CHECK(run.begin(0, 8, 7) == 2);
  CHECK(run.history.tasks[0].parent == task_history::none);
  CHECK(run.history.tasks[1].parent == task_history::none);
  CHECK(run.history.tasks[2].parent == 0);
}

TEST_CASE("a number that is used again means the later task", "[read]") {
  building run;
  run.begin(0, 7);
  run.begin(0, 7);
  run.begin(0, 8, 7);
  CHECK(run.history.tasks[2].parent == 1);
}

TEST_CASE("stretches that meet are one", "[read]") {
  building run;
  run.begin(0, 1);
  run.begin(0, 2);
  run.builder.ran(0, moment_ns(10), moment_ns(20));
  run.builder.ran(1, moment_ns(12), moment_ns(14));
  run.builder.ran(0, moment_ns(20), moment_ns(30));
  run.builder.ran(0, moment_ns(31), moment_ns(40));
  REQUIRE(run.history.stretches.size() == 3);
  CHECK(run.history.stretches[0].end == moment_ns(30));
  CHECK(run.history.stretches[2].begin == moment_ns(31));
}

TEST_CASE("links name tasks that begin later, and none that never begin", "[read]") {
  building run;
  run.begin(0, 1);
  run.builder.linked(0, {.other = 2, .kind = task_link_kind::waits_for});
  run.builder.linked(0, {.other = 3, .kind = task_link_kind::caused_by});
  run.begin(0, 2);
  run.begin(1, 3);
  run.builder.complete();
  REQUIRE(run.history.links.size() == 2);
  CHECK(run.history.links[0].other == 1);
  CHECK(run.history.links[1].other == task_history::none);
}

TEST_CASE("a long message is cut", "[read]") {
  building run;
  run.begin(0, 1, 0, std::string(2 * longest, 'x'));
  CHECK(run.history.tasks[0].message.size() <= longest);
}

TEST_CASE("what finds no room is left out and counted", "[read]") {
  building run;
  std::uint64_t count = 0;
  while (run.begin(0, ++count) != task_history::none) REQUIRE(count <= building::most);
  CHECK(run.history.tasks.size() == building::most);
  CHECK(run.history.left_out == 1);
}

TEST_CASE("no choice of numbers makes single tasks slow to find", "[read]") {
  constexpr std::uint64_t buckets = 20'753;  // of a hash table of 16,000 entries
  constexpr std::uint64_t inverse =
      0xf1de83e19937733d;  // of the factor with which hashes are often mixed
  for (std::uint64_t const factor : {std::uint64_t{1}, inverse})
    CHECK(support::takes_linear_time(2'000, [factor](std::size_t count) {
      building run;
      for (std::uint64_t i = 1; i <= count; ++i) run.begin(0, i * buckets * factor);
    }));
}

}  // namespace task_history_test
