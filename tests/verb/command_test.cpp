#include <trace2/verb/command.hpp>

#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"

namespace command_test {

using support::brief_session;
using support::scoped_variable;
using tracer = trace2::basic_tracer<true, trace2::default_targets>;

TEST_CASE("the command line is shown redacted, as often as it is told", "[R-API-04][R-RED-01]") {
  brief_session session;
  char const* const argv[]{"frob", "--url=https://u:p@h/", nullptr};
  tracer::cmd_start(argv);
  tracer::cmd_start({"again"});
  CHECK(session.normal() == "start frob '--url=https://u:<REDACTED>@h/'\nstart again\n");
  CHECK(argv[1] == std::string_view{"--url=https://u:p@h/"});
}

TEST_CASE("who switches redaction off sees everything", "[R-RED-06]") {
  brief_session session{{.redacts = false}};
  tracer::cmd_start({"frob", "https://u:p@h/"});
  tracer::cmd_alias("a", {"https://u:p@h/"});
  CHECK(session.normal() == "start frob https://u:p@h/\nalias a -> https://u:p@h/\n");
}

TEST_CASE("many secrets among many arguments are each hidden in place", "[R-RED-07]") {
  brief_session session;
  std::vector<std::string> argv;
  std::string expected = "start";
  for (int i = 0; i < 200; ++i) {
    bool const secret = i % 3 == 0;
    argv.push_back(secret ? "http://u" + std::to_string(i) + ":p@h" : std::to_string(i));
    expected += secret ? " 'http://u" + std::to_string(i) + ":<REDACTED>@h'" : " " + argv.back();
  }
  tracer::cmd_start(argv);
  CHECK(session.normal() == expected + "\n");
}

TEST_CASE("the code of an exit is returned, shown unmasked, and repeated by atexit",
          "[R-API-05][R-LIFE-10]") {
  brief_session session;
  session.clock.advance_microseconds(3);
  CHECK(tracer::cmd_exit(258) == 258);
  CHECK(session.normal() == "exit elapsed:0.000003 code:258\n");
  CHECK(tracer::cmd_exit(7) == 7);
  session.normal();
  session.end();
  CHECK(session.normal() == "atexit elapsed:0.000003 code:7\n");
}

TEST_CASE("names add up to a hierarchy", "[R-HIER-01][R-HIER-02]") {
  scoped_variable const no_parent{"TRACE2_TESTING_PARENT_NAME", nullptr};
  brief_session session;
  tracer::cmd_name("first");
  tracer::cmd_name("a/b");
  CHECK(session.normal() == "cmd_name first (first)\ncmd_name a/b (first/a/b)\n");
}

TEST_CASE("a hierarchy begins with the names of the parent", "[R-HIER-01][R-SET-03]") {
  scoped_variable const parent{"TRACE2_TESTING_PARENT_NAME", "run/checkout"};
  brief_session session;
  tracer::cmd_name("status");
  CHECK(session.events() ==
        R"({"event":"cmd_name","name":"status","hierarchy":"run/checkout/status"})"
        "\n");
}

TEST_CASE("an empty name of the parent is none", "[R-HIER-01]") {
  scoped_variable const parent{"TRACE2_TESTING_PARENT_NAME", ""};
  brief_session session;
  tracer::cmd_name("status");
  CHECK(session.normal() == "cmd_name status (status)\n");
}

TEST_CASE("the first name also lists parameters and variables, once", "[R-API-09][R-PAR-07]") {
  scoped_variable const names{"TRACE2_TESTING_ENV_VARS", "FROB_A, FROB_UNSET,FROB_EMPTY,FROB_B"};
  scoped_variable const a{"FROB_A", "1 2"};
  scoped_variable const unset{"FROB_UNSET", nullptr};
  scoped_variable const empty{"FROB_EMPTY", ""};
  scoped_variable const b{"FROB_B", "https://u:p@h/"};
  brief_session session;
  tracer::cmd_name("first");
  CHECK(session.normal() ==
        "cmd_name first (first)\n"
        "def_param scope:command FROB_A=1 2\n"
        "def_param scope:command FROB_B=https://u:<REDACTED>@h/\n");
  tracer::cmd_name("second");
  CHECK(session.normal() == "cmd_name second (first/second)\n");
}

TEST_CASE("a mode may change", "[R-API-10]") {
  brief_session session;
  tracer::cmd_mode("branch");
  tracer::cmd_mode("paths");
  CHECK(session.normal() == "cmd_mode branch\ncmd_mode paths\n");
}

TEST_CASE("names that are absent are empty on the wire") {
  brief_session session;
  tracer::cmd_path(nullptr);
  tracer::cmd_mode(nullptr);
  tracer::cmd_alias(nullptr, {});
  tracer::cmd_ancestry({});
  CHECK(session.events() ==
        "{\"event\":\"cmd_path\",\"path\":\"\"}\n"
        "{\"event\":\"cmd_mode\",\"name\":\"\"}\n"
        "{\"event\":\"alias\",\"alias\":\"\",\"argv\":[]}\n"
        "{\"event\":\"cmd_ancestry\",\"ancestry\":[]}\n");
}

TEST_CASE("paths, names and ancestors are not redacted", "[R-RED-02]") {
  brief_session session;
  tracer::cmd_path("https://u:p@h/");
  tracer::cmd_mode("https://u:p@h/");
  tracer::cmd_ancestry({"https://u:p@h/"});
  CHECK(session.normal().find("REDACTED") == std::string_view::npos);
}

TEST_CASE("what a command says of itself leaves errno as it was") {
  brief_session session;
  errno = ENOTTY;
  tracer::cmd_start({"frob"});
  tracer::cmd_name("frob");
  tracer::cmd_exit(0);
  CHECK(errno == ENOTTY);
}

}  // namespace command_test
