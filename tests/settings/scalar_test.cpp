#include <trace2/settings/scalar.hpp>

#include <climits>
#include <cstdint>
#include <string_view>

#include "support/catch.hpp"

namespace scalar_test {

using trace2::detail::leading_number;
using trace2::detail::parse_truth;
using trace2::detail::truth;

TEST_CASE("truth values are words or numbers", "[detail][R-SET-12]") {
  for (std::string_view const text :
       {"true", "yes",  "on",  "TRUE",       "Yes",         "1",   "2",    "-1",
        "+1",   "1k",   "1K",  "1m",         "1g",          "0x1", "0X1f", "010",
        " 1",   "\t 1", "\v1", "2147483647", "-2147483647", "-0x1"}) {
    CAPTURE(text);
    CHECK(parse_truth(text) == truth::yes);
  }
  for (std::string_view const text :
       {"false", "no", "off", "OFF", "0", "00", "0x0", "0k", "-0", " 0"}) {
    CAPTURE(text);
    CHECK(parse_truth(text) == truth::no);
  }
  for (std::string_view const text :
       {"abc", " ",        "1 ",  "true ", " true", "99999999999", "2147483648", "-2147483648",
        "2g",  "4194304k", "1kk", "1x",    "k",     "08",          "0x",         "0xg",
        "--1", "+-1",      "-",   "1.5",   "y",     "t",           "1\n"}) {
    CAPTURE(text);
    CHECK(parse_truth(text) == truth::unclear);
  }
}

TEST_CASE("the empty text means no", "[detail][R-SET-13]") {
  CHECK(parse_truth("") == truth::no);
  CHECK(parse_truth({}) == truth::no);
}

TEST_CASE("numbers are read as far as they go", "[detail][R-SET-14]") {
  CHECK(leading_number("2") == 2);
  CHECK(leading_number("2x") == 2);
  CHECK(leading_number(" \t\n\v\f\r+7 8") == 7);
  CHECK(leading_number("-3") == -3);
  CHECK(leading_number("010") == 10);
  CHECK(leading_number("0x10") == 0);
  for (std::string_view const text :
       {"", " ", "abc", "true", "yes", "on", "-", "+", "+-5", "--5", "- 5"}) {
    CAPTURE(text);
    CHECK(leading_number(text) == 0);
  }
}

TEST_CASE("numbers out of range become the nearest in range", "[detail]") {
  CHECK(leading_number("2147483647") == INT_MAX);
  CHECK(leading_number("2147483648") == INT_MAX);
  CHECK(leading_number("99999999999999999999") == INT_MAX);
  CHECK(leading_number("-99999999999999999999") == -INT_MAX);
}

TEST_CASE("sizes have units, and nonsense is none", "[detail]") {
  using trace2::parse_size;
  CHECK(parse_size("4096") == 4096);
  CHECK(parse_size("16k") == 16384);
  CHECK(parse_size("2M") == 2097152);
  CHECK(parse_size("8g") == 8589934592);
  CHECK(parse_size("2t") == std::int64_t{2} << 40);
  CHECK(parse_size("64MiB") == 64 << 20);
  CHECK(parse_size("1kb") == 1024);
  CHECK(parse_size("7b") == 7);
  CHECK(parse_size("0") == 0);
  for (char const* const none :
       {"", "k", "-1", "1 k", "1.5G", "7 bytes", "7ib", "1kk", "1kbb", "1x", "9007199254740992k",
        "18446744073709551615k", "99999999999999999999", "9223372036854775808g", "off"})
    CHECK(parse_size(none) == -1);
}

}  // namespace scalar_test
