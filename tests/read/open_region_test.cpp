#include <trace2/read/memory_budget.hpp>
#include <trace2/read/open_region.hpp>

#include <cstddef>
#include <vector>

#include "support/catch.hpp"

namespace open_region_test {

using namespace trace2::read;

TEST_CASE("room for regions is taken from the budget, and counted, before they come", "[read]") {
  constexpr std::size_t most = 40 * sizeof(open_region);
  memory_budget budget{most};
  std::vector<open_region> regions;
  std::size_t memory = 0;
  while (reserve_region(regions, memory, budget)) {
    REQUIRE(regions.size() < regions.capacity());
    regions.emplace_back();
    REQUIRE(memory == most - budget.left());
    REQUIRE(memory >= regions.capacity() * sizeof(open_region));
  }
  CHECK(regions.size() == regions.capacity());
  CHECK(regions.size() > 10);
  regions.pop_back();
  CHECK(reserve_region(regions, memory, budget));
}

}  // namespace open_region_test
