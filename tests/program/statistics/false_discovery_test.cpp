#include "statistics/false_discovery.hpp"

#include <algorithm>
#include <vector>

#include "support/catch.hpp"

namespace false_discovery_test {

using trace2::program::corrected;

TEST_CASE("the example of the method's authors has four discoveries", "[export]") {
  std::vector<double> const p_values{0.0344, 0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298,
                                     0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
  std::vector<double> const of_all = corrected(p_values);
  REQUIRE(of_all.size() == p_values.size());
  CHECK(std::count_if(of_all.begin(), of_all.end(), [](double p) { return p <= 0.05; }) == 4);
  CHECK(of_all[1] == Approx(0.0001 * 15));
  CHECK(of_all[4] == Approx(0.0095 * 15 / 4));
  CHECK(of_all[5] == Approx(0.0201 * 15 / 5));
  CHECK(of_all[6] == of_all[7]);  // never more than what a larger p-value becomes
  CHECK(of_all[14] == 1);
}

TEST_CASE("one p-value stays as it is, and none is none", "[export]") {
  CHECK(corrected({0.03}) == std::vector<double>{0.03});
  CHECK(corrected({}).empty());
}

}  // namespace false_discovery_test
