#include <trace2/event/data.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/testing.hpp>

#include <concepts>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace format_test {

using namespace trace2;

namespace {

/// The smallest format.
struct names {
  static constexpr std::string_view name = "names";
  template <event_type Event>
  static constexpr bool wants = true;
  template <event_type Event>
  static void write(buffer& out, format_settings const&, record<Event> const&) noexcept {
    out.append(Event::event_name);
  }
};

struct nameless : names {
  static constexpr int name = 0;
};
struct choosy : names {
  template <event_type Event>
  static constexpr std::string_view wants = "";
};
struct throwing : names {
  template <event_type Event>
  static void write(buffer&, format_settings const&, record<Event> const&) {}
};

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), ())

struct cache_hit_in_words {
  static constexpr std::string_view event_name = "cache_hit_in_words";
  void normal(auto& line) const { line << "hit"; }
};
BOOST_DESCRIBE_STRUCT(cache_hit_in_words, (), ())

/// Writes nothing but what it wants.
struct data_only {
  static constexpr std::string_view name = "data_only";
  template <event_type Event>
  static constexpr bool wants = std::same_as<Event, event::data>;
  static void write(buffer& out, format_settings const&,
                    record<event::data> const& record) noexcept {
    out.append(record.event.key);
  }
};

struct greedy : data_only {
  template <event_type Event>
  static constexpr bool wants = true;
};

using own_tracer = basic_tracer<true, target_list<format::json, data_only>>;

}  // namespace

TEST_CASE("a format may write nothing but the events it wants") {
  CHECK(format_policy<data_only>);
  CHECK_FALSE(format_policy<greedy>);

  testing::memory_session<own_tracer> session;
  memory_sink keys;
  target<data_only>::state.open(keys, {});
  own_tracer::data("index", "entries", 3);
  own_tracer::error("bad");
  own_tracer::emit(cache_hit{});
  CHECK(keys.text() == "entries\n");
  CHECK(session.event().find("cache_hit") != std::string_view::npos);
  target<data_only>::state.close();
}

TEST_CASE("formats that take events without their types share one function for all of them") {
  using detail::writer_of;
  CHECK(writer_of<format::perf, event::data>() == writer_of<format::perf, event::exit>());
  CHECK(writer_of<format::normal, event::error>() ==
        writer_of<format::normal, cache_hit_in_words>());
  CHECK(writer_of<format::normal, event::data>() == nullptr);
  CHECK(writer_of<format::json, event::exit>() == writer_of<format::json, cache_hit>());
  CHECK(writer_of<format::json, event::data>() != writer_of<format::json, event::exit>());
  CHECK(writer_of<names, event::data>() != writer_of<names, event::exit>());
}

TEST_CASE("a format has a name, wishes and a writer that never throws") {
  CHECK(format_policy<names>);
  CHECK_FALSE(format_policy<nameless>);
  CHECK_FALSE(format_policy<choosy>);
  CHECK_FALSE(format_policy<throwing>);
  CHECK_FALSE(format_policy<int>);
}

TEST_CASE("the library's formats are named like Git's targets") {
  static_assert(format_policy<format::normal>);
  static_assert(format_policy<format::perf>);
  static_assert(format_policy<format::json>);
  CHECK(format::normal::name == "normal");
  CHECK(format::perf::name == "perf");
  CHECK(format::json::name == "event");
}

TEST_CASE("settings are Git's defaults", "[R-SET-01]") {
  CHECK_FALSE(format_settings{}.brief);
  CHECK(format_settings{}.nesting_limit == 2);
}

TEST_CASE("a format of the program's own writes events of the program's own") {
  CHECK(support::written<names>(support::record_of(cache_hit{})) == "cache_hit");
}

}  // namespace format_test
