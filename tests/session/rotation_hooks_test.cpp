#include <trace2/session/rotation_hooks.hpp>
#include <trace2/settings/settings.hpp>

#include "support/catch.hpp"

namespace rotation_hooks_test {

TEST_CASE("the limits of a file have variables beside those of its target") {
  trace2::settings const own{{.prefix = "TRACE2_X"}};
  CHECK(own.variable(trace2::detail::rotation_setting::size("event")).view() ==
        "TRACE2_X_EVENT_ROTATE_SIZE");
  CHECK(own.variable(trace2::detail::rotation_setting::age("normal")).view() ==
        "TRACE2_X_ROTATE_AGE");
  CHECK(own.variable(trace2::detail::rotation_setting::keep("perf")).view() ==
        "TRACE2_X_PERF_ROTATE_KEEP");
}

}  // namespace rotation_hooks_test
