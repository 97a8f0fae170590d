#include <trace2/value/text_list.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace text_list_test {

using trace2::text_list;

TEST_CASE("a list of texts is a range") {
  std::string_view const items[]{"a", "b"};
  std::string joined;
  for (std::string_view const item : text_list{items, 2}) joined += item;
  CHECK(joined == "ab");
  CHECK(text_list{}.empty());
  CHECK_FALSE(text_list{items, 1}.empty());
}

}  // namespace text_list_test
