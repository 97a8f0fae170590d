#include <trace2/control/derived_settings.hpp>
#include <trace2/settings/settings.hpp>

#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/environment.hpp"

namespace derived_settings_test {

using trace2::changed_setting;
using trace2::setting;
using trace2::settings;
using trace2::detail::derived_settings;

namespace {

constexpr trace2::settings_source source{.prefix = "TRACE2_DERIVED"};
bool never(settings const&) { return false; }
bool is_read() { return false; }

}  // namespace

TEST_CASE("derived settings are those before with changes, whatever the environment says now") {
  support::scoped_variable const first{"TRACE2_DERIVED_EVENT", "/before"};
  support::scoped_variable const filter{"TRACE2_DERIVED_EVENT_FILTER", "index"};
  settings const before{source};
  support::scoped_variable const later{"TRACE2_DERIVED_EVENT_FILTER", "other"};
  changed_setting const changes[] = {{"TRACE2_DERIVED_EVENT", "/after"}};
  settings const after{before, changes, 1};
  CHECK(after.text(setting::target("event")) == "/after");
  CHECK(after.text(setting::filter("event")) == "index");
  CHECK(after.variable(setting::target("perf")).view() == "TRACE2_DERIVED_PERF");
  CHECK(settings{before, nullptr, 0}.is_same_as(before));
}

TEST_CASE("settings that say the same are made once") {
  static constinit derived_settings kept;
  settings const before{source};
  changed_setting const change{"TRACE2_DERIVED_EVENT", "/file"};
  auto const* const made = kept.make(before, &change, 1, never, is_read);
  REQUIRE(made != nullptr);
  CHECK(kept.make(before, &change, 1, never, is_read) == made);
}

TEST_CASE("the memory of derived settings has a limit") {
  static constinit derived_settings kept;
  settings const before{source};
  int made = 0;
  for (int i = 0; i < 200; ++i) {
    std::string const value = "/file" + std::to_string(i);
    changed_setting const change{"TRACE2_DERIVED_EVENT", value};
    made += kept.make(before, &change, 1, never, is_read) != nullptr;
  }
  // None is given up within the time in which a thread may be reading it.
  CHECK(made == 64);
}

TEST_CASE("settings that were in use are kept for ten seconds after they are found out of use") {
  static std::int64_t now = 0;
  struct fake_system {
    static std::int64_t monotonic_nanoseconds() noexcept { return now; }
  };
  static constinit trace2::detail::basic_derived_settings<fake_system> kept;
  settings const before{source};
  settings const* used = nullptr;
  auto const make = [&](int number) {
    std::string const value = "/file" + std::to_string(number);
    changed_setting const change{"TRACE2_DERIVED_EVENT", value};
    return kept.make(before, &change, 1, [&](settings const& each) { return &each == used; },
                     is_read);
  };
  used = make(0);
  make(1);
  make(2);
  constexpr std::int64_t second = 1'000'000'000;
  now = 60 * second;
  used = nullptr;
  for (int i = 3; i < 64; ++i) REQUIRE(make(i) != nullptr);
  now += 9 * second;
  CHECK(make(64) != nullptr);  // in the place of the other one
  CHECK(make(65) == nullptr);
  now += 2 * second;
  CHECK(make(65) != nullptr);
}

TEST_CASE("settings that nobody uses or reads are given back, however many are made in a moment") {
  static constinit derived_settings kept;
  settings const before{source};
  settings const* used = nullptr;
  for (int i = 0; i < 1000; ++i) {
    std::string const value = "/file" + std::to_string(i);
    changed_setting const change{"TRACE2_DERIVED_EVENT", value};
    auto const* const made = kept.make(
        before, &change, 1, [&](settings const& each) { return &each == used; },
        [] { return true; });
    REQUIRE(made != nullptr);
    CHECK(made->text(setting::target("event")) == value);
    if (i == 3) used = made;
  }
  CHECK(used->text(setting::target("event")) == "/file3");
}

}  // namespace derived_settings_test
