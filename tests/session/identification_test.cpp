#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/session/identification.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/settings_source.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/environment.hpp"

namespace identification_test {

using namespace trace2;
using detail::this_process;
using support::scoped_variable;

namespace {

constexpr settings_source own{.prefix = "IDENTIFICATION_TEST"};

}  // namespace

TEST_CASE("the settings are read once") {
  this_process.reset();
  settings const* const first = detail::configure(own);
  REQUIRE(first != nullptr);
  CHECK(detail::configure({.prefix = "OTHER"}) == first);
}

TEST_CASE("settings that say the same are one object, but not those of another source") {
  this_process.reset();
  settings const* const first = detail::configure_anew(own);
  REQUIRE(first != nullptr);
  CHECK(detail::configure_anew(own) == first);
  settings_source other = own;
  SECTION("another system file") { other.system_file = "/other"; }
  SECTION("another first file of the user") { other.user_files[0] = "/other"; }
  SECTION("another second file of the user") { other.user_files[1] = "/other"; }
  settings const* const second = detail::configure_anew(other);
  CHECK(second != first);
  CHECK(detail::configure_anew(other) == second);
  CHECK(detail::configure_anew(own) == first);
}

TEST_CASE("the parent's variables, which each session changes, make no other settings") {
  this_process.reset();
  settings const* const first = detail::configure_anew(own);
  scoped_variable const sid{"IDENTIFICATION_TEST_PARENT_SID", "parent"};
  scoped_variable const name{"IDENTIFICATION_TEST_PARENT_NAME", "name"};
  CHECK(detail::configure_anew(own) == first);
}

TEST_CASE("the id is made once, below that of the parent", "[R-SID-03][R-SID-06]") {
  this_process.reset();
  settings const from{own};
  {
    scoped_variable const parent{"IDENTIFICATION_TEST_PARENT_SID", "parent"};
    REQUIRE(detail::identify(from));
  }
  detail::process_identity const* const first = this_process.identity.load_relaxed();
  CHECK(first->parent() == "parent");
  CHECK(detail::identify(from));
  CHECK(this_process.identity.load_relaxed() == first);
}

TEST_CASE("a session that begins later gets the id of its own moment", "[R-SID-01]") {
  this_process.reset();
  REQUIRE(detail::identify("parent", 946'684'800'123'456));
  CHECK(this_process.identity.load_relaxed()->sid().substr(0, 30) ==
        "parent/20000101T000000.123456Z");
}

TEST_CASE("all processes of a tree are kept or dropped together") {
  scoped_variable const sample{"IDENTIFICATION_TEST_SAMPLE", "3"};
  settings const from{own};
  int kept = 0;
  for (int i = 0; i < 60; ++i) {
    std::string const root = "root" + std::to_string(i);
    REQUIRE(detail::identify(root, 1));
    bool const is_kept = detail::is_sampled(from);
    REQUIRE(detail::identify(root + "/child", 2));
    CHECK(detail::is_sampled(from) == is_kept);
    kept += is_kept;
  }
  CHECK(kept > 5);
  CHECK(kept < 40);
}

}  // namespace identification_test
