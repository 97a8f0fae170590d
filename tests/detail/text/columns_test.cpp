#include <trace2/detail/text/columns.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace columns_test {

using namespace trace2::detail;
using trace2::duration;

namespace {

/// The bytes that `write(to)` appends behind another column.
template <class Write>
std::string column(Write write) {
  char text[128] = "left | ";
  char* const begin = text + 7;
  char* const end = write(begin);
  REQUIRE(std::string_view{text, 7} == "left | ");
  return {begin, end};
}

std::string left(std::string_view text) {
  return column([=](char* to) { return put_column<6>(to, text); });
}

std::string elided(std::string_view place) {
  return column([=](char* to) {
    char* const end = put(to, place);
    elide_left<28>(to, end);
    return place.size() > 28 ? to + 28 : end;
  });
}

}  // namespace

TEST_CASE("a text fills its column with blanks, and stays whole when it is wider",
          "[detail][R-NRM-02][R-PRF-02][R-PRF-04]") {
  CHECK(left("") == "      ");
  CHECK(left("r1 ") == "r1    ");
  CHECK(left("12345") == "12345 ");
  CHECK(left("123456") == "123456");
  CHECK(left("1234567") == "1234567");
}

TEST_CASE("a duration stands at the right of its column", "[detail][R-PRF-06]") {
  for (std::int64_t const microseconds :
       {std::int64_t{1}, std::int64_t{99'999'999}, std::int64_t{100'000'000},
        std::int64_t{12'345'000'000}, std::int64_t{-1'500'000}, std::int64_t{-12'500'000}}) {
    char expected[64];
    std::snprintf(expected, sizeof expected, "%9.6f", static_cast<double>(microseconds) / 1e6);
    CHECK(column([=](char* to) {
            return put_column<9>(to, duration::microseconds(microseconds));
          }) == expected);
  }
}

TEST_CASE("a place is a file and a line", "[detail][R-PRF-05]") {
  CHECK(column([](char* to) { return put_place(to, "a/b.cpp", 42); }) == "a/b.cpp:42");
}

TEST_CASE("a long place keeps its end behind three dots", "[detail][R-PRF-05]") {
  std::string const file = "0123456789abcdefghijklmnopqrstuvwxyz";
  for (std::size_t size = 0; size <= file.size(); ++size) {
    std::string const place = file.substr(0, size);
    CAPTURE(size);
    CHECK(elided(place) == (size <= 28 ? place : "..." + place.substr(size - 25)));
  }
}

TEST_CASE("columns are cut bytewise", "[detail][R-PRF-05]") {
  std::string name;
  for (int i = 0; i < 20; ++i) name += "\xc3\xa9";
  CHECK(elided(name) == "..." + name.substr(15));
}

}  // namespace columns_test
