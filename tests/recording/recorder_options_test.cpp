#include <trace2/recording/layout.hpp>
#include <trace2/recording/recorder_options.hpp>

#include <cstddef>
#include <cstdint>

#include "support/catch.hpp"
#include "support/skip.hpp"

namespace recorder_options_test {

using namespace trace2::detail::recording;

TEST_CASE(
    "a growing recording ends at its size, in whole granules, but has room for a few chunks") {
  recorder_options const usual{recording_mode::grow, 100 * granule + 1};
  CHECK(usual.most_bytes() == 100 * granule);
  recorder_options const small{recording_mode::grow, 1};
  CHECK(small.most_bytes() == header_size + 16 * granule);
}

TEST_CASE("a ring has room for any number of threads, whatever the size for each") {
  recorder_options const ring{recording_mode::ring, 1};
  CHECK(ring.most_bytes() == std::uint64_t{sizeof(void*) < 8 ? 1u : 32u} << 29);
  if (sizeof(void*) < 8) return support::skip("the address space has 32 bits");
  constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;
  recorder_options const large{recording_mode::ring, 10 * gibibyte};
  CHECK(large.most_bytes() == 640 * gibibyte);
  recorder_options const largest{recording_mode::ring, UINT64_MAX};
  CHECK(largest.most_bytes() > large.most_bytes());
}

TEST_CASE("a size that no address reaches is no small one") {
  recorder_options const large{recording_mode::grow, (std::uint64_t{1} << 32) + granule};
  CHECK(large.most_bytes() > std::size_t{1} << 30);
  recorder_options const largest{recording_mode::grow, ~std::uint64_t{0}};
  CHECK(largest.most_bytes() >= large.most_bytes());
}

}  // namespace recorder_options_test
