#include <trace2/event/parameter.hpp>

#include <string>
#include <string_view>
#include <tuple>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace parameter_test {

using support::json;
using support::normal;
using support::perf;
using trace2::scope;
using namespace trace2::event;

TEST_CASE("a parameter shows where it was set, in PERF cut to the column", "[R-PAR-01][R-PRF-07]") {
  for (auto const& [where, name, column] :
       {std::tuple{scope::unknown, "unknown", "scope:unknow"},
        std::tuple{scope::system, "system", "scope:system"},
        std::tuple{scope::global, "global", "scope:global"},
        std::tuple{scope::local, "local", "scope:local "},
        std::tuple{scope::worktree, "worktree", "scope:worktr"},
        std::tuple{scope::command, "command", "scope:comman"},
        std::tuple{scope::submodule, "submodule", "scope:submod"}}) {
    def_param const event{.scope = where, .param = "a.b", .value = "c d"};
    CHECK(normal(event) == std::string{"def_param scope:"} + name + " a.b=c d");
    CHECK(perf(event) ==
          std::string{"def_param    |     |           |           | "} + column + " | a.b:c d");
    CHECK(json(event) == std::string{R"("scope":")"} + name + R"(","param":"a.b","value":"c d")");
  }
}

TEST_CASE("no value is not an empty value", "[R-PAR-05]") {
  CHECK(normal(def_param{.param = "a.b"}) == "def_param scope:unknown a.b");
  CHECK(perf(def_param{.param = "a.b"}).ends_with("| a.b"));
  CHECK(json(def_param{.param = "a.b"}) == R"("scope":"unknown","param":"a.b")");
  CHECK(normal(def_param{.param = "a.b", .value = ""}) == "def_param scope:unknown a.b=");
  CHECK(perf(def_param{.param = "a.b", .value = ""}).ends_with("| a.b:"));
  CHECK(json(def_param{.param = "a.b", .value = ""}) ==
        R"("scope":"unknown","param":"a.b","value":"")");
}

TEST_CASE("a repository is announced by its worktree", "[R-HOST-08][R-QUO-05]") {
  def_repo const event{.worktree = "/tmp/w t"};
  CHECK(normal(event) == "worktree '/tmp/w t'");
  CHECK(perf(event) ==
        "def_repo     |     |           |           |              | "
        "worktree:'/tmp/w t'");
  CHECK(json(event) == R"("worktree":"/tmp/w t")");
}

}  // namespace parameter_test
