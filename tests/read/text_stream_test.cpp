#include <trace2/read/text_stream.hpp>

#include <memory>
#include <string>

#include "support/catch.hpp"

namespace text_stream_test {

namespace tr = trace2::read;

TEST_CASE("the events of every target are read", "[read]") {
  auto const read = [](tr::text_target target, char const* line) {
    tr::opened_input input{
        .events = std::make_unique<tr::text_source>("other\n" + std::string{line}),
        .target = target};
    std::string problem;
    tr::text_stream events{input, "f",
                           [&](tr::problem const& met) { problem = std::string{met.reason}; }};
    auto const* const first = events.next();
    REQUIRE(first != nullptr);
    std::string const name{first->event_name};
    CHECK(events.line_number() == 2);
    CHECK(events.next() == nullptr);
    return name + ": " + problem;
  };
  CHECK(read(tr::text_target::event, "{\"event\":\"exit\",\"sid\":\"S\"}\n") ==
        "exit: is not a JSON object");
  CHECK(read(tr::text_target::perf, "d0 | main | atexit | | 0.1 | | | code:0\n") ==
        "atexit: is no line of PERF");
  CHECK(read(tr::text_target::normal, "exit elapsed:1.0 code:0\n") == "exit: is no line of NORMAL");
}

}  // namespace text_stream_test
