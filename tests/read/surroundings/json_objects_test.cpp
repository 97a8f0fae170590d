#include <trace2/read/surroundings/json_objects.hpp>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace json_objects_test {

namespace around = trace2::read::surroundings;

namespace {

std::string lines_of(std::initializer_list<char const*> lines) {
  std::string all;
  around::json_objects objects;
  auto const use = [&all](std::string_view line, std::size_t count) {
    all.append(line).append("/").append(std::to_string(count)).append("\n");
  };
  for (char const* line : lines) objects.take(line, use);
  objects.end(use);
  return all;
}

}  // namespace

TEST_CASE("an object of several lines becomes one line", "[read]") {
  CHECK(lines_of({"{", "  \"a\": [", "    1,", "    \"x } \\\" y\"", "  ]", "}"}) ==
        "{\"a\":[1,\"x } \\\" y\"]}/6\n");
}

TEST_CASE("the objects of an array, or of one line, become lines", "[read]") {
  CHECK(lines_of({"[{\"a\":1}, {\"b\":2}]"}) == "{\"a\":1}/1\n{\"b\":2}/1\n");
  CHECK(lines_of({"[", "{\"a\":1},", "{\"b\":2}", "]"}) == "/1\n{\"a\":1}/1\n{\"b\":2}/1\n/1\n");
  CHECK(lines_of({"{\"a\":{}}{\"b\":2}"}) == "{\"a\":{}}/1\n{\"b\":2}/1\n");
}

TEST_CASE("what is no object stays a line of its own", "[read]") {
  CHECK(lines_of({"text {", "{\"a\":1} more"}) == "text {/1\n{\"a\":1}/1\nmore/1\n");
}

TEST_CASE("an object that was torn costs itself only", "[read]") {
  CHECK(lines_of({"{", "\"a\":1", "{\"b\":2}"}) == "{\"a\":1/2\n{\"b\":2}/1\n");
  CHECK(lines_of({"{\"a\":\"tor", "{\"b\":2}"}) == "{\"a\":\"tor/1\n{\"b\":2}/1\n");
  CHECK(lines_of({"{\"a\":"}) == "{\"a\":/1\n");
}

}  // namespace json_objects_test
