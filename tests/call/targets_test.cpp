#include <trace2/call/targets.hpp>
#include <trace2/format/json.hpp>
#include <trace2/process/target.hpp>
#include <trace2/recording/flight_recorder.hpp>
#include <trace2/sink/null.hpp>

#include <cerrno>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace attachment_test {

using namespace trace2;

using attachment = detail::attachment<true, default_targets>;

TEST_CASE("a list names its targets, and no other") {
  STATIC_REQUIRE(detail::is_listed<flight_recorder, default_targets>);
  STATIC_REQUIRE(detail::is_listed<format::json, target_list<format::json>>);
  STATIC_REQUIRE_FALSE(detail::is_listed<format::perf, target_list<format::json>>);
  STATIC_REQUIRE_FALSE(detail::is_listed<format::json, target_list<>>);
}

TEST_CASE("a format is given a sink, with settings, and the flight recorder a recording") {
  null_sink lines;
  attachment::attach<format::json>(lines, {.brief = true});
  CHECK(target<format::json>::state.destination() == &lines);
  CHECK(target<format::json>::state.settings().format.brief);
  CHECK(target<format::json>::state.settings().variable == "event");
  target<format::json>::state.close();

  recording_file nowhere{-ENOENT, {}};
  attachment::attach<flight_recorder>(nowhere);
  CHECK(target<flight_recorder>::state.destination() == &nowhere);
  CHECK(target<flight_recorder>::state.settings().variable == "binary");
  target<flight_recorder>::state.close();
}

TEST_CASE("a session that began without any target is told of one that is attached later") {
  static std::string told;
  detail::tell_of_late_target.store_release(
      [](std::string_view target) noexcept { told += target; });
  null_sink lines;
  attachment::attach<format::json>(lines);
  CHECK(told == "event");
  target<format::json>::state.close();
  target<format::json>::state.open(lines, {.variable = "by a session"});
  CHECK(told == "event");
  target<format::json>::state.close();
  detail::tell_of_late_target.store_release(nullptr);
}

TEST_CASE("where tracing is compiled out nothing is attached") {
  null_sink lines;
  detail::attachment<false, default_targets>::attach<format::json>(lines);
  CHECK(target<format::json>::state.destination() == nullptr);
}

}  // namespace attachment_test
