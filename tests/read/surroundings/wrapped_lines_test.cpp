#include <trace2/read/surroundings/wrapped_lines.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/processor_time.hpp"

namespace wrapped_lines_test {

namespace around = trace2::read::surroundings;

namespace {

std::vector<std::string> const events{
    "12:00:00.000001 a.c:7   | d0 | main | version      |     |           |           |      | 2.0",
    "12:00:00.000002 a.c:8   | d0 | main | start        |     |  0.000001 |           |      | git "
    "log --all",
    "12:00:00.000003 a.c:9   | d0 | main | child_start  |     |  0.000002 |           |      | "
    "[ch0] class:? argv:[git gc]",
    "12:00:00.000004 a.c:10  | d0 | main | exit         |     |  0.000003 |           |      | "
    "code:0"};

std::vector<std::string> cut(std::vector<std::string> const& lines, std::size_t width) {
  std::vector<std::string> pieces;
  for (std::string const& line : lines)
    for (std::size_t at = 0; at < line.size(); at += width)
      pieces.push_back(line.substr(at, width));
  return pieces;
}

std::vector<std::string> joined(std::vector<std::string> const& lines, around::wrapping by) {
  std::vector<std::string> whole;
  auto const keep = [&whole](std::string_view line, std::size_t) { whole.emplace_back(line); };
  around::wrapped_lines joins{by};
  for (std::string const& line : lines) joins.take(line, keep);
  joins.end(keep);
  return whole;
}

}  // namespace

TEST_CASE("lines that were cut at a width are joined to what they were", "[read]") {
  for (std::size_t const width : {50u, 72u, 80u}) {
    auto const pieces = cut(events, width);
    auto const by = around::wrapping::possible(pieces)[0];
    CHECK(by.by == around::wrapping::where::anywhere);
    CHECK(by.width == width);
    CHECK(joined(pieces, by) == events);
  }
}

TEST_CASE("lines that were broken at blanks are joined by one", "[read]") {
  std::vector<std::string> const pieces{"12:00:00.000001 a.c:7 start git log --all --onelines",
                                        "--graph",
                                        "12:00:00.000001 a.c:7 start git rev-list --object",
                                        "--stdin --not --all --quiet --alternate-refs",
                                        "12:00:00.000001 a.c:7 start git push --quiet origin",
                                        "HEAD"};
  auto const by = around::wrapping::possible(pieces)[1];
  CHECK(by.by == around::wrapping::where::at_blanks);
  CHECK(joined(pieces, by) ==
        std::vector<std::string>{"12:00:00.000001 a.c:7 start git log --all --onelines --graph",
                                 "12:00:00.000001 a.c:7 start git rev-list --object --stdin --not "
                                 "--all --quiet --alternate-refs",
                                 "12:00:00.000001 a.c:7 start git push --quiet origin HEAD"});
}

TEST_CASE("lines of other programs between events are no further lines of these", "[read]") {
  auto lines = events;
  lines.insert(lines.begin() + 2, {"On branch main", "nothing to commit"});
  for (auto const& by : around::wrapping::possible(lines)) CHECK_FALSE(by);
  for (auto const& by : around::wrapping::possible(events)) CHECK_FALSE(by);
  auto pieces = cut(events, 80);
  auto const by = around::wrapping::possible(pieces)[0];
  pieces.insert(pieces.begin() + 2, "On branch main");
  CHECK(joined(pieces, by)[1] == "On branch main");
}

TEST_CASE("a line feed in the words of an event stays", "[read]") {
  std::string const first =
      "12:00:00.000001 a.c:7   | d0 | main | start        |     |  0.000001 |           |      | "
      "git commit -m 'a";
  std::vector<std::string> const lines{first, "b'", first, "b'", events[3]};
  for (auto const& by : around::wrapping::possible(lines)) CHECK_FALSE(by);
}

TEST_CASE("JSON that stays open is given as it was", "[read]") {
  std::vector<std::string> const lines{R"({"event":"exit","sid":"S)", "more",
                                       R"({"event":"exit","sid":"S"})"};
  around::wrapping const by{around::wrapping::where::anywhere, false, 24};
  CHECK(joined(lines, by) == lines);
}

TEST_CASE("an event of very many lines takes no longer for each of them", "[read]") {
  around::wrapping const by{around::wrapping::where::at_blanks, false, 20};
  CHECK(support::takes_linear_time(2'000, [&](std::size_t size) {
    std::vector<std::string> lines{events[1] + " {\""};
    lines.resize(size, "a-word-of-some-width\"}");
    joined(lines, by);
  }));
}

}  // namespace wrapped_lines_test
