#include <trace2/version.hpp>

#include <string>

#include "support/catch.hpp"

namespace version_test {

TEST_CASE("the version is the same as a text, as three numbers and as one") {
  CHECK(TRACE2_VERSION == std::to_string(TRACE2_VERSION_MAJOR) + '.' +
                              std::to_string(TRACE2_VERSION_MINOR) + '.' +
                              std::to_string(TRACE2_VERSION_PATCH));
  CHECK(TRACE2_VERSION_NUMBER ==
        TRACE2_VERSION_MAJOR * 1'000'000 + TRACE2_VERSION_MINOR * 1'000 + TRACE2_VERSION_PATCH);
}

}  // namespace version_test
