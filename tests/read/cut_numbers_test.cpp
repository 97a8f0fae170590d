#include <trace2/read/cut_numbers.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

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
