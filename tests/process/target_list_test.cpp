#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/target_list.hpp>
#include <trace2/recording/flight_recorder.hpp>

#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

namespace target_list_test {

using namespace trace2;
using detail::offer_of;

namespace {

struct hit {
  static constexpr std::string_view event_name = "hit";
  int n{};
};
BOOST_DESCRIBE_STRUCT(hit, (), (n))

struct often {
  static constexpr std::string_view event_name = "often";
  static constexpr event_traits traits{.frequent = true};
  int n{};
};
BOOST_DESCRIBE_STRUCT(often, (), (n))

struct csv {
  static constexpr std::string_view name = "csv";
  template <event_type Event>
  static constexpr bool wants = true;
  template <event_type Event>
  static void write(buffer&, format_settings const&, record<Event> const&) noexcept {}
};

template <class Kind, class Event>
constexpr auto entry_of = offer_of<target_list<Kind>>::template entries_of<Event>[0];

template <class Kind, class Event>
constexpr bool is_wanted_as_written = offer_of<target_list<Kind>>::template is_wanted<Event> ==
                                      (target<Kind>::template writer_of<Event> != nullptr);

template <class Event>
constexpr bool is_wanted_as_by_targets =
    is_wanted_as_written<format::normal, Event> && is_wanted_as_written<format::perf, Event> &&
    is_wanted_as_written<format::json, Event> && offer_of<default_targets>::is_wanted<Event>;

}  // namespace

TEST_CASE("units that emit know of a target what the target says itself") {
  dispatcher<default_targets>::for_each([]<class Target>(Target each) {
    CHECK(entry_of<typename Target::kind, hit>.target == each.name);
  });
  STATIC_REQUIRE(is_wanted_as_by_targets<hit>);
  STATIC_REQUIRE(is_wanted_as_by_targets<event::exit>);
  STATIC_REQUIRE(is_wanted_as_by_targets<event::thread_start>);
  STATIC_REQUIRE(is_wanted_as_by_targets<event::too_many_files>);
  STATIC_REQUIRE(std::is_same_v<offer_of<default_targets>::without_type<hit>,
                                dispatcher<default_targets>::without_type<hit>>);
}

TEST_CASE("the library's formats are left to the session") {
  CHECK(entry_of<format::normal, hit>.write == nullptr);
  CHECK(entry_of<format::perf, hit>.write == nullptr);
  CHECK(entry_of<format::json, hit>.write == nullptr);
  CHECK(entry_of<flight_recorder, hit>.write == nullptr);
}

TEST_CASE("a unit has the code of its own formats, and of EVENT for frequent events") {
  CHECK(entry_of<csv, hit>.write == detail::writer_of<csv, hit>());
  CHECK(entry_of<format::json, often>.write == detail::writer_of<format::json, often>());
  CHECK(entry_of<format::perf, often>.write == nullptr);
}

}  // namespace target_list_test
