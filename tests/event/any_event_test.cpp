#include <trace2/event/any_event.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/event/thread.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"

using namespace trace2;
using detail::any_event;
using detail::schema_of;
using detail::typeless;

namespace {

constexpr std::uint32_t all_wordings = detail::any_wording_flag;

struct spoken {
  static constexpr std::string_view event_name = "spoken";
  static constexpr bool urgent = true;
  static constexpr bool timed = false;
  std::string_view key{};
  std::string_view category{};
  unsigned short nesting{};
  void normal(auto& line) const { line << "normal " << key; }
  void perf(auto& line) const { line << "perf " << key; }
  void perf_category(auto& line) const { line << "category " << key; }
};
BOOST_DESCRIBE_STRUCT(spoken, (), (key, category, nesting))

std::string words(any_event const& event, detail::event_schema::wording wording) {
  detail::buffer out;
  event.append_words(out, wording);
  return std::string{out.view()};
}

}  // namespace

TEST_CASE("an event without its type still has its name and its members in order") {
  spoken const event{.key = "k", .category = "c", .nesting = 3};
  typeless<spoken, 0, false> const values{event};
  CHECK(values.event().name() == "spoken");
  std::string members;
  values.event().for_each_member(
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
  typeless<spoken, 0, false> const values{event};
  CHECK(values.event().has_category());
  CHECK(values.event().category() == "c");
  CHECK(values.event().label() == "k");
  CHECK(values.event().is_deeper_than(2));
  CHECK_FALSE(values.event().is_deeper_than(3));
  CHECK_FALSE(values.event().has_t_rel());

  event::region_leave const region{
      .t_rel = duration::microseconds(5), .nesting = 1, .category = "c", .label = "l"};
  typeless<event::region_leave, 0, false> const of_region{region};
  CHECK(of_region.event().t_rel() == duration::microseconds(5));
  CHECK(of_region.event().label() == "l");

  event::counter const counter{.category = "c", .name = "n"};
  CHECK(typeless<event::counter, 0, false>{counter}.event().label() == "n");

  event::thread_start const bare;
  typeless<event::thread_start, 0, false> const nothing{bare};
  CHECK_FALSE(nothing.event().has_category());
  CHECK(nothing.event().label().data() == nullptr);
  CHECK_FALSE(nothing.event().is_deeper_than(-1));
}

TEST_CASE("a schema has the wordings that are asked for, and those that readers can't know") {
  constexpr auto& asked = schema_of<spoken, detail::normal_flag, false>;
  CHECK(asked.normal != nullptr);
  CHECK(asked.perf == nullptr);
  CHECK(asked.perf_category == nullptr);
  CHECK(asked.number == nullptr);

  spoken const event{.key = "k"};
  typeless<spoken, 0, true> const recorded{event};
  any_event const& any = recorded.event();
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
