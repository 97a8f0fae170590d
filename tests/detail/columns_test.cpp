#include <trace2/detail/columns.hpp>

#include <cstdio>
#include <string>
#include <string_view>

#include "support/catch.hpp"

using namespace trace2::detail;

TEST_CASE("padding fills up to a position and leaves what is wider",
          "[detail][R-NRM-02][R-PRF-04]") {
  buffer out;
  pad_to(out, 0);
  CHECK(out.view() == "");
  out.append("r1 ");
  pad_to(out, 3);
  CHECK(out.view() == "r1 ");
  pad_to(out, 6);
  CHECK(out.view() == "r1    ");
  pad_to(out, 2);
  CHECK(out.view() == "r1    ");
}

TEST_CASE("right alignment moves only its own column", "[detail][R-PRF-06]") {
  for (std::string_view const number :
       {"", "0.000001", "99.999999", "100.000000", "12345.000000"}) {
    buffer out;
    out.append("left | ");
    std::size_t const begin = out.size();
    out.append(number);
    align_right(out, begin, 9);
    char expected[64];
    std::snprintf(expected, sizeof expected, "left | %9s", std::string{number}.c_str());
    CHECK(out.view() == expected);
  }
}

TEST_CASE("a long place keeps its end behind three dots", "[detail][R-PRF-05]") {
  std::string const file = "0123456789abcdefghijklmnopqrstuvwxyz";
  for (std::size_t size = 0; size <= file.size(); ++size) {
    std::string const place = file.substr(0, size);
    buffer out;
    out.append("12:34:56.000000 ");
    std::size_t const begin = out.size();
    out.append(place);
    elide_left(out, begin, 28);
    CAPTURE(size);
    CHECK(out.view().substr(0, begin) == "12:34:56.000000 ");
    CHECK(out.view().substr(begin) == (size <= 28 ? place : "..." + place.substr(size - 25)));
  }
}

TEST_CASE("columns are cut bytewise", "[detail][R-PRF-05]") {
  buffer out;
  std::string name;
  for (int i = 0; i < 20; ++i) name += "\xc3\xa9";
  out.append(name);
  elide_left(out, 0, 28);
  CHECK(out.view() == "..." + name.substr(15));
}
