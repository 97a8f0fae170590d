#include <trace2/call/attachment.hpp>
#include <trace2/format/json.hpp>
#include <trace2/process/target.hpp>
#include <trace2/recording/flight_recorder.hpp>
#include <trace2/sink/null.hpp>

#include <cerrno>

#include "support/catch.hpp"

namespace attachment_test {

using namespace trace2;

TEST_CASE("a format is given a sink, with settings, and the flight recorder a recording") {
  null_sink lines;
  detail::attachment<true>::attach<format::json>(lines, {.brief = true});
  CHECK(target<format::json>::state.destination() == &lines);
  CHECK(target<format::json>::state.settings().format.brief);
  CHECK(target<format::json>::state.settings().variable == "event");
  target<format::json>::state.close();

  recording_file nowhere{-ENOENT, {}};
  detail::attachment<true>::attach<flight_recorder>(nowhere);
  CHECK(target<flight_recorder>::state.destination() == &nowhere);
  CHECK(target<flight_recorder>::state.settings().variable == "binary");
  target<flight_recorder>::state.close();
}

TEST_CASE("where tracing is compiled out nothing is attached") {
  null_sink lines;
  detail::attachment<false>::attach<format::json>(lines);
  CHECK(target<format::json>::state.destination() == nullptr);
}

}  // namespace attachment_test
