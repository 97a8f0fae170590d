#include <trace2/verb/region.hpp>
#include <trace2/verb/value.hpp>

#include <string>
#include <string_view>
#include <thread>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace region_test {

using support::brief_session;
using tracer = trace2::basic_tracer<true, trace2::default_targets>;

namespace {

/// Opens so many regions, named by their depth.
void enter(int count) {
  for (int depth = 1; depth <= count; ++depth) tracer::region_enter("c", std::to_string(depth));
}

int count_lines(std::string_view text) {
  int lines = 0;
  for (char const c : text) lines += c == '\n';
  return lines;
}

}  // namespace

TEST_CASE("a region is entered at the depth around it and left at the same", "[R-REG-01]") {
  brief_session session;
  tracer::region_enter("c", "outer");
  tracer::region_enter("c", "inner");
  tracer::region_leave("c", "inner");
  tracer::region_leave("c", "outer");
  CHECK(session.events() ==
        R"({"event":"region_enter","nesting":1,"category":"c","label":"outer"})"
        "\n"
        R"({"event":"region_enter","nesting":2,"category":"c","label":"inner"})"
        "\n"
        R"({"event":"region_leave","t_rel":0.000000,"nesting":2,"category":"c","label":"inner"})"
        "\n"
        R"({"event":"region_leave","t_rel":0.000000,"nesting":1,"category":"c","label":"outer"})"
        "\n");
}

TEST_CASE("the time of a region counts from its beginning", "[R-TIME-07][R-TIME-09]") {
  brief_session session;
  session.clock.advance_microseconds(1000);
  tracer::region_enter("c", "outer");
  session.clock.advance_microseconds(250);
  tracer::region_enter("c", "inner");
  session.clock.advance_microseconds(30);
  session.perf();
  tracer::region_leave("c", "inner");
  tracer::region_leave("c", "outer");
  CHECK(session.perf() ==
        "d0 | main                     | region_leave |     |  0.001280 |  0.000030 | c            "
        "| ..label:inner\n"
        "d0 | main                     | region_leave |     |  0.001280 |  0.000280 | c            "
        "| label:outer\n");
}

TEST_CASE("times are differences of whole microseconds", "[R-TIME-05]") {
  brief_session session;
  session.clock.advance_nanoseconds(999);
  tracer::region_enter("c", "l");
  session.clock.advance_nanoseconds(1);
  session.perf();
  tracer::region_leave("c", "l");
  CHECK(session.perf().find("|  0.000001 |  0.000001 |") != std::string_view::npos);
}

TEST_CASE("EVENT shows regions down to its limit, PERF all", "[R-REG-02][R-REG-03]") {
  for (int const limit : {1, 2, 3, 4}) {
    brief_session session{{.format = {.nesting_limit = limit}}};
    enter(4);
    for (int depth = 4; depth > 0; --depth) tracer::region_leave("c", std::to_string(depth));
    CAPTURE(limit);
    CHECK(count_lines(session.events()) == 2 * limit);
    CHECK(count_lines(session.perf()) == 8);
    CHECK(count_lines(session.normal()) == 0);
  }
}

TEST_CASE("names of a leave are what the caller says", "[R-REG-06]") {
  brief_session session;
  tracer::region_enter("c", "l");
  session.events();
  tracer::region_leave("other", {});
  CHECK(session.events() ==
        R"({"event":"region_leave","t_rel":0.000000,"nesting":1,"category":"other"})"
        "\n");
}

TEST_CASE("the first surplus leave ends the thread's own region", "[R-REG-07][R-HOST-07]") {
  brief_session session;
  session.clock.advance_microseconds(500);
  tracer::region_leave("c", "surplus");
  CHECK(session.events() ==
        R"({"event":"region_leave","t_rel":0.000500,"nesting":0,"category":"c","label":"surplus"})"
        "\n");
  CHECK(session.perf().find("| label:surplus") != std::string_view::npos);

  session.clock.advance_microseconds(500);
  tracer::data("c", "k", 1);
  CHECK(session.events() == R"({"event":"data","t_abs":0.001000,"t_rel":0.000000,"nesting":0,)"
                            R"("category":"c","key":"k","value":"1"})"
                            "\n");
}

TEST_CASE("further surplus leaves are counted, not punished", "[R-REG-08][R-LIM-05]") {
  brief_session session;
  for (int i = 0; i < 3; ++i) tracer::region_leave("c", "surplus");
  CHECK(count_lines(session.events()) == 1);
  session.end();
  CHECK(session.events().find(R"("key":"surplus_region_leave","value":"2")") != std::string::npos);
}

TEST_CASE("the stack of regions has no limit", "[R-THR-12]") {
  brief_session session;
  enter(1000);
  session.perf();
  tracer::region_leave("c", "l");
  CHECK(session.perf().find("| " + std::string(2 * 999, '.') + "label:l") !=
        std::string_view::npos);
}

TEST_CASE("every thread has regions of its own", "[R-REG-11]") {
  brief_session session;
  enter(2);
  session.events();
  std::thread{[] { tracer::region_enter("c", "thread's"); }}.join();
  CHECK(session.events() ==
        R"({"event":"region_enter","thread":"th01:unknown","nesting":1,"category":"c",)"
        R"("label":"thread's"})"
        "\n");
}

TEST_CASE("a region belongs to a repository if one is given", "[R-REG-10]") {
  brief_session session;
  tracer::region_enter("c", "l", trace2::repo_id{trace2::repo_id::unregistered});
  tracer::region_leave("c", "l", trace2::repo_id{4});
  std::string const lines = session.events();
  CHECK(lines.find(R"({"event":"region_enter","repo":0,"nesting":1,)") == 0);
  CHECK(lines.find(R"({"event":"region_leave","repo":4,"t_rel":)") != std::string::npos);
}

TEST_CASE("messages of both brackets are formatted", "[R-REG-05][R-API-24]") {
  brief_session session;
  tracer::region_enter_f(trace2::call_site::here(), "c", "l", {}, "%d of %s", 1, "two");
  tracer::region_leave_f(trace2::call_site::here(), "c", "l", {}, "%c", 'x');
  std::string const lines = session.events();
  CHECK(lines.find(R"("label":"l","msg":"1 of two"})") != std::string::npos);
  CHECK(lines.find(R"("label":"l","msg":"x"})") != std::string::npos);
}

TEST_CASE("while tracing is off no region is entered", "[R-API-34][R-API-35]") {
  tracer::region_enter("c", "before");
  brief_session session;
  tracer::region_leave("c", "before");
  CHECK(session.events().find(R"("nesting":0)") != std::string::npos);
}

}  // namespace region_test
