#include <trace2/detail/text/view_of.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace view_of_test {

using namespace trace2::detail;

TEST_CASE("a view is of as many bytes as it is told, whatever the type of their number",
          "[detail]") {
  char bytes[] = {'a', '\0', 'b', 'c'};
  unsigned char const size = 3;
  CHECK(view_of(bytes, size) == std::string_view{"a\0b", 3});
  CHECK(view_of(bytes, size).data() == bytes);
  CHECK(view_of(nullptr, 0).data() == nullptr);
}

}  // namespace view_of_test
