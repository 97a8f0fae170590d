#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/written.hpp"

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

}  // namespace

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
