#include <trace2/event/child.hpp>
#include <trace2/event/detail/schema.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/event/thread.hpp>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/spoken.hpp"

using namespace trace2;
using detail::schema_of;
using detail::untyped_event;
using detail::without_type;
using support::spoken;

namespace schema_test {

namespace {

constexpr std::uint32_t all_wordings = detail::any_wording_flag;

/// Of the program's own, whatever it derives from.
struct own_exit : event::exit {
  static constexpr std::string_view event_name = "own_exit";
  void perf(auto& line) const { line << "own " << code; }
};
BOOST_DESCRIBE_STRUCT(own_exit, (event::exit), ())

std::string words(untyped_event const& event, detail::event_schema::wording wording) {
  buffer out;
  event.append_words(out, wording);
  return std::string{out.view()};
}

}  // namespace

TEST_CASE("a schema has the wordings that are asked for, and those that readers can't know") {
  constexpr auto& asked = schema_of<spoken, detail::normal_flag, false>;
  CHECK(asked.normal != nullptr);
  CHECK(asked.perf == nullptr);
  CHECK(asked.perf_category == nullptr);
  CHECK(asked.number == nullptr);

  spoken const event{.key = "k"};
  without_type<spoken, 0, true> const recorded{event};
  untyped_event const& any = recorded;
  CHECK(words(any, any.schema().normal) == "normal k");
  CHECK(words(any, any.schema().perf) == "perf k");
  CHECK(words(any, any.schema().perf_category) == "category k");
  CHECK(any.schema().number == &detail::recorded_number<spoken>);

  constexpr auto& known = schema_of<event::exit, 0, true>;
  CHECK(known.normal == nullptr);
  CHECK(known.perf == nullptr);
  CHECK(schema_of<event::thread_start, all_wordings, true>.normal == nullptr);
}

TEST_CASE("a schema says what else its type of events says") {
  constexpr auto& schema = schema_of<spoken, 0, false>;
  CHECK(schema.is_urgent);
  CHECK((schema.flags & detail::timed_flag) == 0);
  CHECK_FALSE(schema_of<event::exit, 0, false>.is_urgent);
  CHECK((schema_of<event::exit, 0, false>.flags & detail::timed_flag) != 0);
  CHECK((schema_of<event::version, 0, false>.flags & detail::dated_flag) != 0);
  CHECK((schema_of<event::too_many_files, 0, false>.flags & detail::machine_flag) != 0);
}

TEST_CASE("recordings keep the words of an event that derives from one of the library's") {
  CHECK(detail::schema_flags<own_exit> ==
        (detail::timed_flag | detail::normal_flag | detail::perf_flag));
  own_exit event;
  event.code = 3;
  without_type<own_exit, 0, true> const recorded{event};
  CHECK(words(recorded, recorded.schema().perf) == "own 3");
  CHECK((detail::schema_flags<event::exit> & all_wordings) == 0);
}

TEST_CASE("the places of members are found by name and type, the first of several labels") {
  using enum detail::member_type;
  detail::schema_member const members[] = {{text, "name"},
                                           {text, "key"},
                                           {int32, "category"},
                                           {microseconds, "t_rel"},
                                           {uint8, "nesting"}};
  detail::member_places const places{members, std::size(members)};
  CHECK(places.category == -1);
  CHECK(places.label == 1);
  CHECK(places.t_rel == 3);
  CHECK(places.nesting == 4);
}

}  // namespace schema_test
