#include "convert/other_event_json.hpp"

#include <trace2/read/decoder.hpp>

#include <string>
#include <string_view>

#include "support/appended.hpp"
#include "support/catch.hpp"

namespace other_event_json_test {

namespace {

std::string rewritten(std::string_view line, bool is_brief, bool is_of_recording = false) {
  trace2::read::decoder decoder;
  trace2::read::occurrence const* const read = decoder.decode(line);
  REQUIRE(read != nullptr);
  trace2::read::occurrence what = *read;
  if (is_of_recording) what.text = {};
  return support::appended(
      [is_brief](auto& out, auto const& event) {
        trace2::program::append_other_event(out, event, is_brief);
      },
      what);
}

constexpr std::string_view line =
    R"({"event":"new","sid":"S","thread":"main","time":"2000-01-01T00:00:00.000000Z","file":"a.c",)"
    R"("line":3,"repo":2,"x":[1,{"y":null}]})";

}  // namespace

TEST_CASE("an unknown event stays as it was written", "[export]") {
  CHECK(rewritten(line, false) == line);
  CHECK(rewritten(R"({ "event" : "new", "sid":"S" })", false) ==
        R"({ "event" : "new", "sid":"S" })");
}

TEST_CASE("an unknown event without a line is put together", "[export]") {
  CHECK(rewritten(line, false, true) == line);
}

TEST_CASE("a brief event lacks time and place", "[export][R-EVT-03]") {
  CHECK(rewritten(line, true) ==
        R"({"event":"new","sid":"S","thread":"main","repo":2,"x":[1,{"y":null}]})");
}

TEST_CASE("halves of characters become whole ones", "[export]") {
  CHECK(rewritten("{\"event\":\"new\",\"sid\":\"S\",\"a\xff\":\"\\ud800\"}", false) ==
        "{\"event\":\"new\",\"sid\":\"S\",\"a\ufffd\":\"\\ufffd\"}");
}

}  // namespace other_event_json_test
