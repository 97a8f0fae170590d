#include <trace2/verb/message.hpp>

#include <cerrno>
#include <cstdarg>
#include <string>
#include <string_view>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace message_test {

using support::brief_session;
using trace2::call_site;
using tracer = trace2::basic_tracer<true, trace2::default_targets>;

namespace {

[[gnu::format(printf, 2, 3)]] void through_a_function(bool as_error, char const* format, ...) {
  std::va_list values;
  va_start(values, format);
  if (as_error)
    tracer::verror(call_site::here(), format, values);
  else
    tracer::vprint(call_site::here(), format, values);
  va_end(values);
}

char const* const volatile no_format = nullptr;
char const* const volatile empty_format = "";
char const* const volatile system_error_format = "%m";

}  // namespace

TEST_CASE("an error keeps its format beside its message", "[R-API-06][R-ERR-05]") {
  brief_session session;
  tracer::error_f(call_site::here(), "no file '%s' (%d)", "x", 2);
  CHECK(session.normal() == "error no file 'x' (2)\n");
  CHECK(session.events() ==
        R"x({"event":"error","msg":"no file 'x' (2)","fmt":"no file '%s' (%d)"})x"
        "\n");
}

TEST_CASE("without a format there is no message", "[R-EVT-05][R-EVT-09]") {
  brief_session session;
  tracer::error_f(call_site::here(), no_format);
  tracer::error_f(call_site::here(), empty_format);
  tracer::error("");
  tracer::error(nullptr);
  CHECK(session.normal() == "error\nerror\nerror\nerror\n");
  CHECK(session.events() ==
        "{\"event\":\"error\"}\n{\"event\":\"error\"}\n{\"event\":\"error\"}\n{\"event\":"
        "\"error\"}\n");
}

TEST_CASE("a format may yield nothing", "[R-EVT-09]") {
  brief_session session;
  tracer::error_f(call_site::here(), "%s", "");
  tracer::print_f(call_site::here(), "%s", "");
  CHECK(session.normal() == "error \n");
  CHECK(session.events() == R"({"event":"error","msg":"","fmt":"%s"})"
                            "\n"
                            R"({"event":"printf","t_abs":0.000000,"msg":""})"
                            "\n");
}

TEST_CASE("an error without values is its own format") {
  brief_session session;
  tracer::error("100% wrong");
  tracer::error("no file x", "no file %s");
  tracer::error("no file x", "");
  CHECK(session.events() == R"({"event":"error","msg":"100% wrong","fmt":"100% wrong"})"
                            "\n"
                            R"({"event":"error","msg":"no file x","fmt":"no file %s"})"
                            "\n"
                            R"({"event":"error","msg":"no file x","fmt":"no file x"})"
                            "\n");
}

TEST_CASE("a text is never read as a format") {
  brief_session session;
  tracer::error("%n%s%d");
  tracer::print("%n%s%d");
  CHECK(session.normal() == "error %n%s%d\n%n%s%d\n");
}

TEST_CASE("secrets in errors are hidden, in messages of the program's own they are not",
          "[R-RED-02]") {
  brief_session session;
  tracer::error_f(call_site::here(), "cannot fetch %s", "ssh://u:p@h/");
  tracer::error("cannot fetch ssh://u:p@h/");
  tracer::print("https://u:p@h/");
  std::string const lines = session.events();
  CHECK(lines ==
        R"({"event":"error","msg":"cannot fetch ssh://u:<REDACTED>@h/","fmt":"cannot fetch %s"})"
        "\n"
        R"({"event":"error","msg":"cannot fetch ssh://u:<REDACTED>@h/",)"
        R"("fmt":"cannot fetch ssh://u:<REDACTED>@h/"})"
        "\n"
        R"({"event":"printf","t_abs":0.000000,"msg":"https://u:p@h/"})"
        "\n");
}

TEST_CASE("printf has a time and is not limited by nesting", "[R-API-29][R-DAT-05]") {
  brief_session session;
  for (int i = 0; i < 5; ++i) tracer::region_enter("c", "l");
  session.clock.advance_microseconds(7);
  session.events();
  session.perf();
  tracer::print_f(call_site::here(), "%d", 5);
  CHECK(session.normal() == "5\n");
  CHECK(session.perf() ==
        "d0 | main                     | printf       |     |  0.000007 |           |              "
        "| ..........5\n");
  CHECK(session.events() == R"({"event":"printf","t_abs":0.000007,"msg":"5"})"
                            "\n");
}

TEST_CASE("values may come through a function of the program's own", "[R-API-29]") {
  brief_session session;
  through_a_function(true, "%s-%d", "a", 1);
  through_a_function(false, "%s-%d", "b", 2);
  CHECK(session.normal() == "error a-1\nb-2\n");
}

TEST_CASE("messages have no limit", "[R-WR-09]") {
  brief_session session;
  std::string const text(100'000, 'x');
  tracer::print_f(call_site::here(), "<%s>", text.c_str());
  CHECK(session.normal() == "<" + text + ">\n");
  tracer::error_f(call_site::here(), "<%s>", text.c_str());
  CHECK(session.normal() == "error <" + text + ">\n");
}

TEST_CASE("a message can speak of errno, which stays as it is") {
  brief_session session;
  errno = ENOENT;
  tracer::error_f(call_site::here(), system_error_format);
  CHECK(errno == ENOENT);
  CHECK(session.normal() == "error No such file or directory\n");
}

}  // namespace message_test
