#include <trace2/verb/parameter.hpp>

#include <string>
#include <string_view>

#include "support/brief.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

namespace parameter_test {

using support::brief_session;
using support::scoped_variable;
using trace2::repo_id;
using trace2::scope;
using tracer = trace2::basic_tracer<true, trace2::default_targets>;

TEST_CASE("a parameter is shown with its scope", "[R-API-22][R-PAR-01]") {
  brief_session session;
  tracer::def_param("core.abbrev", "7", scope::worktree);
  tracer::def_param("core.abbrev", "7");
  CHECK(session.events() ==
        R"({"event":"def_param","scope":"worktree","param":"core.abbrev","value":"7"})"
        "\n"
        R"({"event":"def_param","scope":"unknown","param":"core.abbrev","value":"7"})"
        "\n");
}

TEST_CASE("a parameter may have an empty value or none", "[R-PAR-05]") {
  brief_session session;
  tracer::def_param("a", "", scope::global);
  tracer::def_param("a", nullptr, scope::global);
  CHECK(session.normal() == "def_param scope:global a=\ndef_param scope:global a\n");
}

TEST_CASE("passwords in values are hidden", "[R-PAR-09][R-RED-01]") {
  brief_session session;
  tracer::def_param("remote.o.url", "https://u:p@h/", scope::local);
  CHECK(session.normal() == "def_param scope:local remote.o.url=https://u:<REDACTED>@h/\n");
}

TEST_CASE("entries of a file are listed if a pattern matches their key",
          "[R-API-12][R-PAR-02][R-PAR-03][R-PAR-04][R-PAR-05]") {
  support::temporary_directory const directory;
  std::string const file = directory.write("config",
                                           "[trace2]\n configParams = core.*, a.Sub.KEY\n"
                                           "[core]\n Abbrev = 7\n bare\n"
                                           "[a \"Sub\"]\n Key = x y\n"
                                           "[other]\n core = 1\n");
  brief_session session{{.settings = {.prefix = "TRACE2_TESTING", .user_files = {file}}}};
  tracer::cmd_list_config();
  CHECK(session.normal() ==
        "def_param scope:global core.abbrev=7\n"
        "def_param scope:global core.bare\n"
        "def_param scope:global a.Sub.key=x y\n");
  tracer::cmd_list_config();
  CHECK(session.normal() == "");
}

TEST_CASE("listed lines name a place in the library", "[R-PAR-07][R-HOST-02]") {
  scoped_variable const names{"TRACE2_TESTING_ENV_VARS", "FROB_A"};
  scoped_variable const a{"FROB_A", "1"};
  trace2::testing::memory_session session;
  tracer::cmd_list_env_vars();
  CHECK(session.event().find(R"("file":"trace2/verb/parameter.hpp","line":)") !=
        std::string_view::npos);
}

TEST_CASE("variables are listed in the order of the list, set and not empty", "[R-PAR-06]") {
  scoped_variable const names{"TRACE2_TESTING_ENV_VARS", " FROB_B ,FROB_EMPTY,FROB_UNSET, FROB_A"};
  scoped_variable const a{"FROB_A", "1"};
  scoped_variable const b{"FROB_B", "2"};
  scoped_variable const empty{"FROB_EMPTY", ""};
  scoped_variable const unset{"FROB_UNSET", nullptr};
  brief_session session;
  tracer::cmd_list_env_vars();
  CHECK(session.normal() == "def_param scope:command FROB_B=2\ndef_param scope:command FROB_A=1\n");
  tracer::cmd_list_env_vars();
  CHECK(session.normal() == "");
}

TEST_CASE("a setting that changes is shown if somebody asked for it, each time",
          "[R-API-14][R-PAR-08]") {
  scoped_variable const patterns{"TRACE2_TESTING_CONFIG_PARAMS", "core.*"};
  brief_session session;
  tracer::cmd_set_config("core.abbrev", "8");
  tracer::cmd_set_config("core.abbrev", "9");
  tracer::cmd_set_config("user.name", "x");
  CHECK(session.normal() ==
        "def_param scope:unknown core.abbrev=8\ndef_param scope:unknown core.abbrev=9\n");
}

TEST_CASE("a repository gets its number once", "[R-API-23]") {
  brief_session session;
  repo_id first{repo_id::unregistered};
  repo_id second;
  tracer::def_repo(first, "/tmp/w t");
  tracer::def_repo(first, "/tmp/w t");
  tracer::def_repo(second, "/x");
  CHECK(first.value == 1);
  CHECK(second.value == 2);
  CHECK(session.events() == R"({"event":"def_repo","repo":1,"worktree":"/tmp/w t"})"
                            "\n"
                            R"({"event":"def_repo","repo":2,"worktree":"/x"})"
                            "\n");
}

TEST_CASE("while tracing is off a repository gets no number", "[R-API-34]") {
  repo_id repo;
  tracer::def_repo(repo, "/x");
  CHECK_FALSE(repo.has_value());
}

}  // namespace parameter_test
