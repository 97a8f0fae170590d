#include <trace2/settings/raw_settings.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/standard_error.hpp"

namespace raw_settings_test {

using trace2::detail::raw_settings;

namespace {

auto named(std::string_view name) {
  return [name](std::string_view each) { return each == name; };
}

std::string_view value(raw_settings::entry const* of) { return of->value; }

struct some : raw_settings {
  some() {
    add("a", "1");
    add("b", "2");
    add("a", "");
    add("a", "3");
  }
};

std::string idle(raw_settings const& of) {
  return support::standard_error_of([&] { of.tell_idle("", "b", "ta"); });
}

constexpr char reason[] = " has no effect: its target is off, or the program has no such setting\n";

}  // namespace

TEST_CASE("the first or the last of equal names counts") {
  some const all;
  CHECK(value(all.first(named("a"))) == "1");
  CHECK(value(all.last(named("a"))) == "3");
  CHECK(all.first(named("c")) == nullptr);
  CHECK(all.last(named("c")) == nullptr);
}

TEST_CASE("the same names and values in the same order are the same") {
  some other;
  some const one;
  CHECK(value(one.first(named("b"))) == "2");
  CHECK(one.is_same_as(other));
  other.add("c", "");
  CHECK_FALSE(one.is_same_as(other));
  CHECK_FALSE(other.is_same_as(one));
}

TEST_CASE("what was given and nobody asks for is told once by its words, unless it says nothing") {
  some all;
  all.add("data", "1", "'x.data' in a file");
  all.add("other b", "1");
  all.add("b off", "0");
  all.add("b empty", "");
  all.add("beta", "1");
  all.first(named("beta"));
  CHECK(idle(all) == std::string{"warning: b"} + reason + "warning: 'x.data' in a file" + reason);
  CHECK(idle(all).empty());
}

TEST_CASE("what has another prefix, as a program may name it, is nobody's business") {
  raw_settings all;
  all.add("", "1");
  all.add("b", "1");
  all.add("OTHER_b", "1");
  all.add("PREFIX_b", "1");
  CHECK(support::standard_error_of([&] { all.tell_idle("PREFIX_", "b", "b"); }) ==
        std::string{"warning: PREFIX_b"} + reason);
}

}  // namespace raw_settings_test
