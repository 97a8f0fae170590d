#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/event/thread.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/spoken.hpp"

using namespace trace2;
using detail::without_type;
using support::spoken;

namespace untyped_event_test {

TEST_CASE("an event without its type still has its name and its members in order") {
  spoken const event{.key = "k", .category = "c", .nesting = 3};
  without_type<spoken, 0, false> const values{event};
  CHECK(values.name() == "spoken");
  std::string members;
  values.for_each_member(
      [&](std::string_view name, detail::member_type type, detail::member_value const& value) {
        members.append(name).append(value.is_absent(type) ? "?" : "=");
        value.visit(type, [&](auto const& shown) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(shown)>, std::string_view>)
            members.append(shown);
          else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(shown)>, std::uint64_t>)
            members.append(std::to_string(shown));
        });
        members += ' ';
      });
  CHECK(members == "key=k category=c nesting=3 ");
}

TEST_CASE("members that mean something to formats are found by name and type") {
  spoken const event{.key = "k", .category = "c", .nesting = 3};
  without_type<spoken, 0, false> const values{event};
  CHECK(values.has_category());
  CHECK(values.category() == "c");
  CHECK(values.label() == "k");
  CHECK(values.is_deeper_than(2));
  CHECK_FALSE(values.is_deeper_than(3));
  CHECK_FALSE(values.has_t_rel());

  event::region_leave const region{
      .t_rel = duration::microseconds(5), .nesting = 1, .category = "c", .label = "l"};
  without_type<event::region_leave, 0, false> const of_region{region};
  CHECK(of_region.t_rel() == duration::microseconds(5));
  CHECK(of_region.label() == "l");

  event::counter const counter{.category = "c", .name = "n"};
  CHECK(without_type<event::counter, 0, false>{counter}.label() == "n");

  event::thread_start const bare;
  without_type<event::thread_start, 0, false> const nothing{bare};
  CHECK_FALSE(nothing.has_category());
  CHECK(nothing.label().data() == nullptr);
  CHECK_FALSE(nothing.is_deeper_than(-1));
}

TEST_CASE("values are read when the first format asks for them, and once") {
  spoken event{.key = "early"};
  without_type<spoken, 0, false> const values{event};
  event.key = "late";
  CHECK(values.label() == "late");
  event.key = "too late";
  CHECK(values.label() == "late");
}

TEST_CASE("a format that knows the type gets the event itself") {
  spoken const event{.key = "k"};
  without_type<spoken, 0, false> const values{event};
  CHECK(&values.as<spoken>() == &event);
}

}  // namespace untyped_event_test
