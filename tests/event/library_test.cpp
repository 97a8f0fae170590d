#include <trace2/event/child.hpp>
#include <trace2/event/library.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/stopwatch.hpp>

#include "support/catch.hpp"

using namespace trace2;
using detail::library_event;

namespace library_test {

namespace {

struct own_exit : event::exit {};

}  // namespace

TEST_CASE("the library's events are those of this list, and nothing that derives from one") {
  STATIC_REQUIRE(library_event<event::exit>);
  STATIC_REQUIRE(library_event<event::child_start>);
  STATIC_REQUIRE(library_event<event::th_timer>);
  STATIC_REQUIRE(library_event<event::counter>);
  STATIC_REQUIRE_FALSE(library_event<own_exit>);
  STATIC_REQUIRE_FALSE(library_event<int>);
}

}  // namespace library_test
