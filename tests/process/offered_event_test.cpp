#include <trace2/event/lifecycle.hpp>
#include <trace2/process/offered_event.hpp>

#include "support/catch.hpp"

namespace offered_event_test {

using namespace trace2::detail;

TEST_CASE("an offer knows the targets of its list by their names, and no others") {
  trace2::event::exit const exit{};
  without_type<trace2::event::exit, 0, false> const event{exit};
  constexpr offered_event::entry entries[] = {{"normal", nullptr}, {"csv", nullptr}, {}};
  offered_event const offered{event, entries};
  CHECK(offered.find("normal") == &entries[0]);
  CHECK(offered.find("csv") == &entries[1]);
  CHECK(offered.find("event") == nullptr);
  CHECK(offered.find("") == nullptr);
}

TEST_CASE("an offer to no target finds none") {
  trace2::event::exit const exit{};
  without_type<trace2::event::exit, 0, false> const event{exit};
  constexpr offered_event::entry entries[] = {{}};
  CHECK(offered_event{event, entries}.find("normal") == nullptr);
}

}  // namespace offered_event_test
