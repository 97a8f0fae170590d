#include <trace2/control/switches.hpp>
#include <trace2/settings/settings.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/sanitizers.hpp"
#include "support/skip.hpp"
#include <sys/resource.h>

namespace control_switches_test {

using trace2::settings;
using trace2::detail::control_switches;
using trace2::detail::noted_settings;

namespace {

/// Null, or the reason why not.
char const* apply(control_switches& switches, trace2::detail::control_backend const& by,
                  auto const& for_each) {
  static constinit trace2::buffer reason;
  return switches.apply(by, for_each, reason);
}

settings const& own() {
  static settings const of{{.prefix = "FROB_TRACE2"}};
  return of;
}

/// A program whose settings are switched without any targets.
struct fake_program {
  explicit fake_program(bool (*apply)(settings const&, settings const&, trace2::buffer&) noexcept)
      : by{nullptr, apply, [](auto) noexcept {}, nullptr, nullptr} {
    process.configuration.store_release(&own());
  }
  ~fake_program() { process.configuration.store_release(nullptr); }

  static bool is(settings const& expected) {
    return process.configuration.load_acquire() == &expected;
  }

  static constexpr auto& process = trace2::detail::this_process;
  trace2::detail::control_backend by;
};
auto const no_changes = [](auto const&) {};

}  // namespace

TEST_CASE("a program that reconfigures itself while a client switches keeps its own settings") {
  static settings const others{own().source()};
  static control_switches switches;
  fake_program const program{[](settings const& wanted, settings const& before, auto&) noexcept {
    if (&before == &own()) {
      fake_program::process.configuration.store_release(&others);
      return false;
    }
    CHECK(&before == &others);
    // The child of a fork at this moment knows that it is to take the change back.
    fake_program::process.configuration.store_release(&wanted);
    CHECK(switches.is_changed());
    return true;
  }};
  noted_settings noted;
  noted.note(own(), "event", "", "/file");
  CHECK(apply(switches, program.by, [&](auto const& use) { use(noted); }) == nullptr);
  CHECK(switches.is_changed());
  fake_program const restoring{[](settings const& wanted, settings const&, auto&) noexcept {
    fake_program::process.configuration.store_release(&wanted);
    return true;
  }};
  fake_program::process.configuration.store_release(&others);
  CHECK(apply(switches, restoring.by, no_changes) == nullptr);
  CHECK(fake_program::is(others));
  CHECK_FALSE(switches.is_changed());
}

TEST_CASE("what a program refuses is asked of it once") {
  static int attempts;
  attempts = 0;
  control_switches switches;
  fake_program const program{[](settings const&, settings const&, auto&) noexcept {
    ++attempts;
    return false;
  }};
  noted_settings noted;
  noted.note(own(), "event", "", "/file");
  CHECK(apply(switches, program.by, [&](auto const& use) { use(noted); }) != nullptr);
  CHECK(attempts == 1);
  CHECK(fake_program::is(own()));
}

TEST_CASE("a change is taken back although a further one was refused") {
  static bool is_possible;
  is_possible = true;
  control_switches switches;
  fake_program const program{[](settings const& wanted, settings const&, auto&) noexcept {
    if (is_possible) fake_program::process.configuration.store_release(&wanted);
    return is_possible;
  }};
  noted_settings one;
  one.note(own(), "event", "", "/file");
  noted_settings other;
  other.note(own(), "event", "", "/other");
  CHECK(apply(switches, program.by, [&](auto const& use) { use(one); }) == nullptr);
  is_possible = false;
  CHECK(apply(switches, program.by, [&](auto const& use) { use(other); }) != nullptr);
  CHECK(switches.is_changed());
  is_possible = true;
  CHECK(apply(switches, program.by, no_changes) == nullptr);
  CHECK(fake_program::is(own()));
}

TEST_CASE("what could not be taken back is taken back later, but not tried for ever") {
  static int attempts;
  static bool is_possible;
  attempts = 0;
  is_possible = true;
  control_switches switches;
  fake_program const program{[](settings const& wanted, settings const&, auto&) noexcept {
    ++attempts;
    fake_program::process.configuration.store_release(&wanted);
    return is_possible;
  }};
  noted_settings noted;
  noted.note(own(), "event", "", "/file");
  CHECK(apply(switches, program.by, [&](auto const& use) { use(noted); }) == nullptr);
  CHECK_FALSE(switches.is_unfinished());
  is_possible = false;
  CHECK(apply(switches, program.by, no_changes) != nullptr);
  CHECK(switches.is_unfinished());
  CHECK(attempts == 2);
  switches.retry(program.by, 0, no_changes);
  CHECK(attempts == 2);
  constexpr std::int64_t later = std::numeric_limits<std::int64_t>::max();
  switches.retry(program.by, later, no_changes);
  CHECK(attempts == 3);
  is_possible = true;
  switches.retry(program.by, later, no_changes);
  switches.retry(program.by, later, no_changes);
  CHECK(attempts == 4);
  is_possible = false;
  CHECK(apply(switches, program.by, [&](auto const& use) { use(noted); }) != nullptr);
  for (int i = 0; i < 100; ++i) switches.retry(program.by, later, no_changes);
  CHECK(attempts == 20);
  CHECK_FALSE(switches.is_unfinished());
}

TEST_CASE("a noted setting has the name of the program's variable") {
  noted_settings noted;
  CHECK(noted.note(own(), "event", "", "/file") == nullptr);
  CHECK(noted.note(own(), "normal", "filter", "index") == nullptr);
  CHECK(noted.note(own(), "normal", "", "af_unix:stream:/socket") == nullptr);
  REQUIRE(noted.size() == 3);
  std::string names;
  for (auto const& each : noted) names.append(std::string_view{each.variable}).append(" ");
  CHECK(names.find("FROB_TRACE2_EVENT") == 0);
}

TEST_CASE("a client notes so many settings and no more") {
  noted_settings noted;
  for (int i = 0; i < 32; ++i) CHECK(noted.note(own(), "event", "brief", "1") == nullptr);
  CHECK(std::string{noted.note(own(), "event", "brief", "1")} == "too many settings");
}

TEST_CASE("a setting that finds no memory is not noted") {
  if (support::is_address_sanitized || support::is_thread_sanitized)
    return support::skip("sanitizers take memory of their own");
  std::string const long_value(std::size_t{64} << 20, 'a');
  CHECK(support::run_in_child([&] {
          rlimit const nothing{0, 0};
          if (::setrlimit(RLIMIT_AS, &nothing) != 0) return 1;
          noted_settings noted;
          char const* const refusal = noted.note(own(), "event", "filter", long_value);
          return refusal != nullptr && noted.size() == 0 ? 0 : 2;
        }) == 0);
}

TEST_CASE("settings collide when they change one target") {
  noted_settings one;
  noted_settings other;
  one.note(own(), "event", "", "/file");
  other.note(own(), "perf", "", "/file");
  CHECK_FALSE(one.collides_with(other));
  other.note(own(), "event", "brief", "1");
  CHECK(one.collides_with(other));
}

}  // namespace control_switches_test
