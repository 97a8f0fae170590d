#include <trace2/process/kept_regions.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/catch.hpp"

namespace kept_regions_test {

using trace2::detail::kept_regions;
using moments = std::vector<std::int64_t>;

namespace {

moments numbers(std::size_t count) {
  moments all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(static_cast<std::int64_t>(i) + 1);
  return all;
}
moments in(kept_regions const& kept) { return {kept.data(), kept.data() + kept.size()}; }

}  // namespace

TEST_CASE("few regions and many are kept") {
  kept_regions kept;
  CHECK(kept.size() == 0);
  for (std::size_t const count : {1u, 3u, 4u, 2u, 100u, 0u, 201u, 3u}) {
    kept.keep(numbers(count).data(), count);
    CHECK(in(kept) == numbers(count));
  }
}

TEST_CASE("without memory the outermost regions are kept") {
  kept_regions kept;
  moments const few = numbers(3);
  kept.keep(few.data(), SIZE_MAX);
  CHECK(in(kept) == few);
}

}  // namespace kept_regions_test
