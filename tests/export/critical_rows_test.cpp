#include <trace2/export/critical_rows.hpp>

#include <cstdint>
#include <limits>

#include "support/catch.hpp"

namespace critical_rows_test {

using trace2::exporter::critical_rows;
using kind = critical_rows::kind;

TEST_CASE("each kind has a name", "[export]") {
  CHECK(name_of(kind::own) == "own");
  CHECK(name_of(kind::task_wait) == "task_wait");
}

TEST_CASE("times of the same kind, process, name and label are one row, the longest first",
          "[export]") {
  critical_rows rows;
  rows.add({.kind = kind::region, .process = "git", .label = 1, .time = 3, .count = 1});
  rows.add({.kind = kind::region, .process = "git", .label = 1, .time = 4, .count = 2});
  rows.add({.kind = kind::region, .process = "git", .label = 2, .time = 9, .count = 1});
  rows.add({.kind = kind::own, .process = "git", .time = 1, .count = 1});
  rows.add({.kind = kind::wait, .process = "git", .name = "ssh", .label = 1, .time = 2});
  auto const made = rows.by_time();
  REQUIRE(made.size() == 4);
  CHECK(made[0].time == 9);
  CHECK(made[1].time == 7);
  CHECK(made[1].count == 3);
  CHECK(made[2].name == "ssh");
  CHECK(made[3].label == critical_rows::no_label);
  rows.clear();
  CHECK(rows.by_time().empty());
}

TEST_CASE("sums of hostile times stay at the largest number", "[export]") {
  critical_rows rows;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 2; ++i) rows.add({.kind = kind::own, .time = most, .count = 1});
  CHECK(rows.by_time().front().time == most);
}

}  // namespace critical_rows_test
