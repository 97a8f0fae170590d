#include <trace2/process/state/own_place.hpp>
#include <trace2/value/call_site.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace own_place_test {

TEST_CASE("an own place names the header, and the line that asks for it", "[R-HOST-02]") {
  constexpr trace2::call_site place = trace2::detail::own_place("trace2/a.hpp");
  CHECK(std::string_view{place.file} == "trace2/a.hpp");
  CHECK(place.line == __LINE__ - 2);
}

}  // namespace own_place_test
