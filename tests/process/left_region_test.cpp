#include <trace2/process/left_region.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace left_region_test {

using trace2::detail::left_region;

TEST_CASE("what the end of a region says outlives its object") {
  std::string category = "net", label = "get";
  left_region* const left = left_region::make(
      {category, label, {}, trace2::repo_id{3}, {"f.cpp", 4}, true, &category}, 5);
  REQUIRE(left != nullptr);
  category = label = "---";
  auto const call = left->call();
  CHECK((std::string_view{call.category} == "net" && std::string_view{call.label} == "get"));
  CHECK((call.repo.value == 3 && call.at.line == 4 && call.waits && left->left_at() == 5));
  left_region::end(*left);
}

}  // namespace left_region_test
