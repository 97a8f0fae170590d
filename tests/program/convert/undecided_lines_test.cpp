#include "convert/undecided_lines.hpp"

#include <trace2/read/limits.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace undecided_lines_test {

namespace {

std::string taken(trace2::program::undecided_lines& lines) {
  std::string text;
  lines.take([&text](std::string_view line) { text.append(line).append(" "); });
  return text;
}

}  // namespace

TEST_CASE("lines wait for the first one whose form is open", "[export]") {
  trace2::program::undecided_lines lines;
  lines.hold(1, "brief1", "dated1");
  lines.add("plain");
  lines.hold(2, "brief2", "dated2");
  CHECK(taken(lines).empty());
  lines.decide(2, false);
  CHECK(taken(lines).empty());
  lines.decide(1, true);
  CHECK(taken(lines) == "brief1 plain dated2 ");
  CHECK(lines.empty());
}

TEST_CASE("lines that wait in vain are bounded, and become dated", "[export]") {
  trace2::program::undecided_lines lines;
  lines.hold(1, "brief", "dated");
  lines.add(std::string(trace2::read::limits::output_line, 'x'));
  CHECK(taken(lines).starts_with("dated xxx"));
  CHECK(lines.empty());
}

}  // namespace undecided_lines_test
