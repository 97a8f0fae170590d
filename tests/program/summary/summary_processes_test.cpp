#include "summary/summary_processes.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace summary_processes_test {

namespace program = trace2::program;

namespace {

trace2::duration seconds(int count) {
  return trace2::duration::microseconds(count * std::int64_t{1'000'000});
}

std::string names_of(std::vector<program::process_row> const& rows) {
  std::string text;
  for (auto const& row : rows)
    text.append(text.empty() ? "" : " ").append(std::to_string(row.level)).append(row.name);
  return text;
}

}  // namespace

TEST_CASE("the slowest process comes first, and equal ones stay in their order", "[export]") {
  std::vector<program::process_row> const rows{{.level = 0, .name = "a", .wall = seconds(1)},
                                               {.level = 1, .name = "b", .wall = seconds(2)},
                                               {.level = 0, .name = "c", .wall = seconds(1)},
                                               {.level = 1, .name = "d", .wall = seconds(1)}};
  using found = std::vector<program::process_row const*>;
  CHECK(program::slowest_processes(rows, 9) == found{&rows[1], &rows[0], &rows[2], &rows[3]});
  CHECK(program::slowest_processes(rows, 3) == found{&rows[1], &rows[0], &rows[2]});
  CHECK(program::slowest_processes(rows, 0).empty());
}

TEST_CASE("time in which no program of a process ran comes behind what is inside", "[export]") {
  std::vector<program::process_row> const rows = program::processes_with_times_between(
      {{.level = 0, .name = "a", .wall = seconds(4), .share = 1},
       {.level = 1, .name = "b", .wall = seconds(2), .share = 0.5, .between = seconds(1)},
       {.level = 2, .name = "c", .wall = seconds(1), .share = 0.25},
       {.level = 1, .name = "d", .wall = seconds(1), .share = 0.25}});
  CHECK(names_of(rows) == "0a 1b 2c 2outside of these processes 1d");
  CHECK(rows[3].share == 0.25);
}

}  // namespace summary_processes_test
