#include <trace2/instrument.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace {

enum class phase { load, parse };
BOOST_DESCRIBE_ENUM(phase, load, parse)

struct statistics {
  int entries{};
};
BOOST_DESCRIBE_STRUCT(statistics, (), (entries))

trace2::counter const files{"instrument", "files"};
trace2::timer const reading{"instrument", "read"};

/// A unit that includes nothing else; it comes before the headers that write lines.
void instrumented() {
  TRACE2_REGION("instrument", "literal");
  TRACE2_REGION_F("instrument", "message", "%d", 1);
  TRACE2_THREAD("instrument");
  TRACE2_TIMER(reading);
  TRACE2_COUNTER_ADD(files, 2);
  TRACE2_DATA("instrument", "phase", phase::parse);
  TRACE2_DATA_JSON("instrument", "statistics", statistics{3});
  TRACE2_ERROR("%s", "error");
  TRACE2_CALL(cmd_mode, "mode");
  trace2::region const region{"instrument", "object"};
  trace2::child const child{{.argv = {"sort"}}};
  child.failed();
  trace2::print("function");
}

}  // namespace

#include "support/brief.hpp"

TEST_CASE("a unit that only instruments goes to the session of another") {
  support::brief_session session{{.format = {.nesting_limit = 9}}};
  instrumented();
  std::string const lines = session.events();
  for (std::string_view const expected :
       {R"("label":"literal")", R"("msg":"1")", R"("msg":"thread-proc on main: instrument")",
        R"("value":"parse")", R"("value":{"entries":3})", R"("msg":"error","fmt":"%s")",
        R"("name":"mode")", R"("label":"object")", R"("argv":["sort"])", R"("code":-1)",
        R"("msg":"function")"}) {
    CAPTURE(expected);
    CHECK(lines.find(expected) != std::string::npos);
  }
  session.end();
  std::string const end{session.normal()};
  CHECK(end.find("counter instrument/files value:2\n") != std::string::npos);
  CHECK(end.find("timer instrument/read intervals:1 ") != std::string::npos);
}
