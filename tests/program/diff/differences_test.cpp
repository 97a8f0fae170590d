#include "diff/differences.hpp"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace differences_test {

namespace program = trace2::program;

namespace {

program::comparison_row row(std::vector<std::string> path, double before, double after,
                            std::string_view verdict) {
  program::comparison_row made{.kind = path.empty() ? "command" : "region",
                               .command = "git gc",
                               .path = std::move(path),
                               .before = {.n = 9, .median = before},
                               .after = {.n = 9, .median = after},
                               .verdict = verdict};
  if (verdict != "too few") made.p = 0.01;
  return made;
}

/// "path seconds" of each.
std::string told(std::vector<program::comparison_row> rows) {
  program::comparison all;
  all.rows = std::move(rows);
  for (auto const& one : all.rows) all.claims += one.is_claim() ? 1u : 0u;
  std::string text;
  for (program::difference const& one : differences_of(all)) {
    for (std::string const& name : one.row->path) text += name + " ";
    text += (one.is_outside ? "outside " : "") +
            std::to_string(static_cast<int>(one.seconds * 10 + (one.seconds < 0 ? -0.5 : 0.5))) +
            "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a difference is told once, in the innermost region that has it", "[export]") {
  CHECK(told({row({}, 10, 15, "slower"), row({"a"}, 8, 13, "slower"),
              row({"a", "b"}, 6, 11, "slower"), row({"a", "c"}, 1, 1, "none")}) == "a b 50\n");
}

TEST_CASE("what arises outside of the regions is told of the command", "[export]") {
  CHECK(told({row({}, 10, 15, "slower"), row({"a"}, 8, 9, "slower")}) == "outside 40\na 10\n");
}

TEST_CASE("a command without regions is told as a whole, elsewhere", "[export]") {
  CHECK(told({row({}, 10, 15, "slower")}).empty());
}

TEST_CASE("a region whose change is not sure explains nothing", "[export]") {
  CHECK(told({row({}, 10, 15, "slower"), row({"a"}, 8, 13, "slower"),
              row({"a", "b"}, 6, 11, "none")}) == "a 50\n");
}

TEST_CASE("differences that go in opposite directions are both told", "[export]") {
  CHECK(told({row({}, 10, 10, "none"), row({"a"}, 5, 2, "faster"), row({"b"}, 2, 5, "slower")}) ==
        "a -30\nb 30\n");
}

TEST_CASE("a new region explains the difference of the one around it", "[export]") {
  program::comparison_row fresh = row({"a", "b"}, 0, 5, "new");
  fresh.before = {};
  CHECK(told({row({}, 10, 15, "slower"), row({"a"}, 8, 13, "slower"), fresh}).empty());
}

TEST_CASE("with too few values for any claim all differences are told", "[export]") {
  CHECK(told({row({}, 10, 15, "too few"), row({"a"}, 8, 13, "too few"),
              row({"b"}, 1, 1.04, "too few")}) == "a 50\n");
  CHECK(told({row({}, 10, 15, "none"), row({"a"}, 8, 13, "too few")}).empty());
}

}  // namespace differences_test
