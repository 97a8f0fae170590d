#include <trace2/read/number_text.hpp>

#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace number_text_test {

using trace2::read::clamped_number_from;
using trace2::read::floating_number_from;
using trace2::read::number_from;

TEST_CASE("a text is a number if all of it is", "[read]") {
  std::int64_t whole = 7;
  CHECK(number_from("-12", whole));
  CHECK(whole == -12);
  for (char const* text : {"", "1x", " 1", "+1", "9223372036854775808"}) {
    CAPTURE(text);
    CHECK_FALSE(number_from(text, whole));
    CHECK(whole == -12);
  }
  double number = 0;
  CHECK(number_from("-1.5e3", number));
  CHECK(number == -1500);
}

TEST_CASE("a whole number out of range becomes the nearest end of the range, and this is told",
          "[read]") {
  bool is_cut = false;
  std::int32_t code = 7;
  CHECK((clamped_number_from("12", code, is_cut) && code == 12 && !is_cut));
  for (char const* text : {"", "1x", "-", "3221225477x", "1e3"}) {
    CAPTURE(text);
    CHECK_FALSE(clamped_number_from(text, code, is_cut));
    CHECK((code == 12 && !is_cut));
  }
  CHECK((clamped_number_from("3221225477", code, is_cut) && code == 2'147'483'647 && is_cut));
  is_cut = false;
  CHECK((clamped_number_from("-3221225477", code, is_cut) && code == -2'147'483'648 && is_cut));
  std::uint64_t count = 0;
  is_cut = false;
  CHECK((clamped_number_from("18446744073709551616", count, is_cut) && is_cut));
  CHECK(count == 18'446'744'073'709'551'615u);
}

TEST_CASE("short whole numbers are read as long ones are", "[read]") {
  std::uint32_t small = 7;
  for (char const* text : {"", "-1", "12a", "1.5", "4294967296"}) {
    CAPTURE(text);
    CHECK_FALSE(number_from(text, small));
    CHECK(small == 7);
  }
  CHECK((number_from("999999999", small) && small == 999'999'999));
  CHECK((number_from("4294967295", small) && small == 4'294'967'295));
  CHECK((number_from("007", small) && small == 7));
}

TEST_CASE("every standard library reads the same numbers", "[read]") {
  for (char const* text : {"0",
                           "-0.0",
                           "1",
                           "0.1",
                           "1e22",
                           "1.7976931348623157e308",
                           "2.2250738585072014e-308",
                           "9007199254740993",
                           "0.000000000000000000000000000001",
                           "123456789012345678901234567890",
                           "",
                           "-",
                           "+1",
                           " 1",
                           "1 ",
                           "0x10",
                           "1e",
                           "1e400",
                           ".",
                           "1.5.5",
                           "1,5",
                           "1-1"}) {
    CAPTURE(text);
    double with_copy = 7;
    double number = 7;
    errno = EDOM;
    CHECK(floating_number_from(text, with_copy) == number_from(text, number));
    CHECK(errno == EDOM);
    CHECK(with_copy == number);
    float short_with_copy = 7;
    float short_number = 7;
    CHECK(floating_number_from(text, short_with_copy) == number_from(text, short_number));
    CHECK(short_with_copy == short_number);
  }
}

TEST_CASE("a copied number has at most 1023 characters", "[read]") {
  std::string const longest = "1." + std::string(1021, '0');
  double number = 7;
  CHECK(floating_number_from(longest, number));
  number = 7;
  CHECK_FALSE(floating_number_from(longest + "0", number));
  CHECK(number == 7);
}

}  // namespace number_text_test

namespace cut_numbers_test {

using trace2::read::cut_numbers;

TEST_CASE("a number that is told twice counts once", "[read]") {
  std::string_view const text = "11";
  cut_numbers cut;
  CHECK(cut.empty());
  for (std::string_view const number : {text, text.substr(1), text}) cut.add(number);
  CHECK(cut.size() == 2);
  CHECK((cut.all().count == 2 && cut.all().items[1] == "1"));
  cut.shorten(5);
  CHECK(cut.size() == 2);
  cut.shorten(1);
  CHECK((cut.size() == 1 && *cut.begin() == "11"));
  cut.clear();
  CHECK(cut.all().empty());
}

TEST_CASE("an event has no more numbers than there is room for", "[read]") {
  std::string const text(2 * cut_numbers::most, '9');
  cut_numbers cut;
  for (std::size_t i = 0; i < text.size(); ++i) cut.add(std::string_view{text}.substr(i));
  CHECK(cut.size() == cut_numbers::most);
}

}  // namespace cut_numbers_test
