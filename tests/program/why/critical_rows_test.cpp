#include "why/critical_rows.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace critical_rows_test {

using trace2::program::critical_rows;
using kind = critical_rows::kind;

TEST_CASE("each kind has a name", "[export]") {
  CHECK(name_of(kind::self) == "self");
  CHECK(name_of(kind::task_wait) == "task_wait");
}

TEST_CASE("times of the same kind, process, name and label are one row, the longest first",
          "[export]") {
  critical_rows rows;
  rows.add({.kind = kind::region, .process = "git", .label = 1, .time = ns(3), .count = 1});
  rows.add({.kind = kind::region, .process = "git", .label = 1, .time = ns(4), .count = 2});
  rows.add({.kind = kind::region, .process = "git", .label = 2, .time = ns(9), .count = 1});
  rows.add({.kind = kind::self, .process = "git", .time = ns(1), .count = 1});
  rows.add({.kind = kind::wait, .process = "git", .name = "ssh", .label = 1, .time = ns(2)});
  auto const made = rows.by_time();
  REQUIRE(made.size() == 4);
  CHECK(made[0].time == ns(9));
  CHECK(made[1].time == ns(7));
  CHECK(made[1].count == 3);
  CHECK(made[2].name == "ssh");
  CHECK(made[3].label == critical_rows::no_label);
  rows.clear();
  CHECK(rows.by_time().empty());
}

TEST_CASE("sums of hostile times stay at the largest number", "[export]") {
  critical_rows rows;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 2; ++i) rows.add({.kind = kind::self, .time = ns(most), .count = 1});
  CHECK(rows.by_time().front().time == ns(most));
}

TEST_CASE("many command lines of one program that was waited for share a row", "[export]") {
  std::vector<std::string> lines;
  for (char c = 'a'; c < 'a' + 9; ++c) lines.push_back(std::string{"touch "} + c);
  trace2::program::critical_rows rows;
  auto const names = [&] {
    std::vector<std::string> found;
    for (auto const& each : rows.by_time())
      found.push_back(std::string{each.name} + " " + std::to_string(each.time.count()));
    return found;
  };
  auto const add = [&](std::string const& name) {
    rows.add({.kind = kind::wait, .name = name, .label = 1, .time = ns(2), .count = 1});
  };
  for (std::size_t i = 0; i < 8; ++i) add(lines[i]);
  CHECK(names().size() == 8);
  add(lines[8]);
  rows.add({.kind = kind::wait, .name = "touch other", .label = 2, .time = ns(1)});
  CHECK(names() == std::vector<std::string>{"touch 18", "touch other 1"});
}

}  // namespace critical_rows_test
