#include <trace2/read/open_region.hpp>

#include <cstddef>
#include <vector>

#include "support/catch.hpp"

namespace open_region_test {

using namespace trace2::read;

TEST_CASE("room for regions is counted before they come, and what is left is used", "[read]") {
  constexpr std::size_t most = 41;
  std::size_t room = most;
  std::vector<open_region> regions;
  while (reserve_region(regions, room)) {
    REQUIRE(regions.size() < regions.capacity());
    regions.emplace_back();
    REQUIRE(regions.capacity() == most - room);
  }
  CHECK(regions.size() == most);
  regions.pop_back();
  CHECK(reserve_region(regions, room));
}

}  // namespace open_region_test
