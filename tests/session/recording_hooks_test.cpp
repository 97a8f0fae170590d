#include <trace2/session/recording_hooks.hpp>
#include <trace2/session/recording_succession.hpp>

#include "support/catch.hpp"

namespace recording_hooks_test {

TEST_CASE("a program that watches recordings has told sessions so before main") {
  static trace2::detail::recording_watcher watcher{
      .has_same = [](trace2::settings const&, trace2::settings const&) noexcept { return true; },
      .tend = [](std::int64_t) noexcept { return trace2::detail::recording_succession::never; }};
  static bool const is_added = trace2::detail::recording_succession::add(watcher);
  CHECK(is_added);
  auto const* const hooks = trace2::detail::hooks_of_recordings.load_acquire();
  REQUIRE(hooks != nullptr);
  trace2::settings const none{{.prefix = "TRACE2_HOOKS"}};
  CHECK(hooks->has_same(none, none));
}

}  // namespace recording_hooks_test
