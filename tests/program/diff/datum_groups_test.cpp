#include "diff/datum_groups.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/trace_log.hpp"

namespace datum_groups_test {

namespace program = trace2::program;

namespace {

/// A process whose datum cache/result has this value; and so on for further values.
std::string process(int number, std::initializer_list<std::string_view> values) {
  std::string const sid = "S" + std::to_string(number);
  std::string text =
      support::event_line("start", sid, "main", "00:00:00", R"(,"t_abs":0,"argv":["cc"])");
  for (std::string_view const value : values)
    text += support::event_line(
        "data", sid, "main", "00:00:00",
        R"(,"nesting":1,"category":"cache","key":"result","value":")" + std::string{value} + "\"");
  return text + support::event_line("atexit", sid, "main", "00:00:01", R"(,"t_abs":1,"code":0)");
}

struct grouped {
  std::string problem{};
  program::compared_groups by;

  explicit grouped(std::string trace) : by{made(std::move(trace))} {}

 private:
  program::compared_groups made(std::string trace) {
    trace2::read::label_table labels;
    program::datum_groups groups{"cache/result"};
    CHECK(support::follow(std::move(trace), groups, labels).empty());
    return groups.made(problem);
  }
};

}  // namespace

TEST_CASE("commands are grouped by the latest value of a datum", "[diff]") {
  grouped const all{process(1, {"miss"}) + process(2, {"miss", "hit"}) + process(3, {"hit"}) +
                    process(4, {})};
  CHECK(all.problem.empty());
  CHECK(all.by.datum == "cache/result");
  CHECK(all.by.before.value == "hit");
  CHECK(all.by.before.commands == 2);
  CHECK(all.by.after.value == "miss");
  CHECK(all.by.after.commands == 1);
  CHECK(all.by.values == 2);
  CHECK(all.by.others == 0);
}

TEST_CASE("of several values the two most frequent are compared, in their own order", "[diff]") {
  grouped const all{process(1, {"20"}) + process(2, {"20"}) + process(3, {"9"}) +
                    process(4, {"9"}) + process(5, {"1"}) + process(6, {"x"})};
  CHECK(all.problem.empty());
  CHECK(all.by.before.value == "9");
  CHECK(all.by.after.value == "20");
  CHECK(all.by.values == 4);
  CHECK(all.by.others == 2);
}

TEST_CASE("one value, or none, can't be compared", "[diff]") {
  CHECK(grouped{process(1, {"hit"}) + process(2, {"hit"})}.problem ==
        "all commands that have it have the same value, hit");
  CHECK(grouped{process(1, {})}.problem == "no command has such a datum");
}

TEST_CASE("values without room are told", "[diff]") {
  std::string const text(program::datum_groups::longest + 1, 'x');
  CHECK(grouped{process(1, {"hit"}) + process(2, {"miss"}) + process(3, {text})}.problem ==
        "has more than 10000 different values, or longer ones");
}

}  // namespace datum_groups_test
