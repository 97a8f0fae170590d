#include <trace2/event/command.hpp>

#include <cerrno>
#include <string_view>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace command_test {

using support::json;
using support::normal;
using support::perf;
using namespace trace2::event;

TEST_CASE("a path is shown as it is", "[R-QUO-05]") {
  cmd_path const event{.path = "/usr/bin/a b"};
  CHECK(normal(event) == "cmd_path /usr/bin/a b");
  CHECK(perf(event) == "cmd_path     |     |           |           |              | /usr/bin/a b");
  CHECK(json(event) == R"("path":"/usr/bin/a b")");
}

TEST_CASE("ancestors are raw in NORMAL and quoted in PERF", "[R-QUO-05][R-ANC-02]") {
  std::string_view const names[]{"bash", "tmux: server", "it's"};
  cmd_ancestry const event{.ancestry = {names, 3}};
  CHECK(normal(event) == "cmd_ancestry bash <- tmux: server <- it's");
  CHECK(perf(event) ==
        "cmd_ancestry |     |           |           |              | "
        R"(ancestry:[bash 'tmux: server' 'it'\''s'])");
  CHECK(json(event) == R"("ancestry":["bash","tmux: server","it's"])");
}

TEST_CASE("a name comes with its hierarchy", "[R-HIER-01]") {
  cmd_name const event{.name = "status", .hierarchy = "run/status"};
  CHECK(normal(event) == "cmd_name status (run/status)");
  CHECK(perf(event) ==
        "cmd_name     |     |           |           |              | status (run/status)");
  CHECK(json(event) == R"("name":"status","hierarchy":"run/status")");
}

TEST_CASE("a mode is a name on the wire", "[R-EVT-05]") {
  CHECK(normal(cmd_mode{.name = "branch"}) == "cmd_mode branch");
  CHECK(perf(cmd_mode{.name = "branch"}) ==
        "cmd_mode     |     |           |           |              | branch");
  CHECK(json(cmd_mode{.name = "branch"}) == R"("name":"branch")");
}

TEST_CASE("an alias shows what it stands for", "[R-NRM-05][R-PRF-12]") {
  std::string_view const argv[]{"log", "--format=%h %s"};
  alias const event{.alias = "l", .argv = {argv, 2}};
  CHECK(normal(event) == "alias l -> log '--format=%h %s'");
  CHECK(perf(event) ==
        "alias        |     |           |           |              | "
        "alias:l argv:[log '--format=%h %s']");
  CHECK(json(event) == R"("alias":"l","argv":["log","--format=%h %s"])");
}

TEST_CASE("exec shows the program raw and its arguments quoted", "[R-QUO-05][R-CHD-08]") {
  std::string_view const argv[]{"git", "a b"};
  exec const event{.exec_id = 3, .exe = "my git", .argv = {argv, 2}};
  CHECK(normal(event) == "exec[3] my git git 'a b'");
  CHECK(perf(event) ==
        "exec         |     |  1.500000 |           |              | id:3 argv:[my git git 'a b']");
  CHECK(json(event) == R"("exec_id":3,"exe":"my git","argv":["git","a b"])");
}

TEST_CASE("exec has a blank behind what there is", "[R-NRM-05][R-PRF-12]") {
  std::string_view const argv[]{"git"};
  CHECK(normal(exec{.exe = "git"}) == "exec[0] git ");
  CHECK(perf(exec{.exe = "git"}).ends_with("id:0 argv:[git]"));
  CHECK(json(exec{.exe = "git"}) == R"("exec_id":0,"exe":"git","argv":[])");
  CHECK(normal(exec{.argv = {argv, 1}}) == "exec[0] git");
  CHECK(perf(exec{.argv = {argv, 1}}).ends_with("id:0 argv:[git]"));
  CHECK(json(exec{.argv = {argv, 1}}) == R"("exec_id":0,"argv":["git"])");
  CHECK(normal(exec{}) == "exec[0] ");
  CHECK(perf(exec{}).ends_with("id:0 argv:[]"));
}

TEST_CASE("only a positive code is explained, and not in EVENT", "[R-CHD-09][R-EVT-14]") {
  CHECK(normal(exec_result{.exec_id = 1, .code = ENOENT}) ==
        "exec_result[1] code:2 err:No such file or directory");
  CHECK(perf(exec_result{.exec_id = 1, .code = ENOENT}) ==
        "exec_result  |     |  1.500000 |           |              | "
        "id:1 code:2 err:No such file or directory");
  CHECK(json(exec_result{.exec_id = 1, .code = ENOENT}) == R"("exec_id":1,"code":2)");
  for (int const code : {0, -1}) {
    CHECK(normal(exec_result{.code = code}) == "exec_result[0] code:" + std::to_string(code));
    CHECK(perf(exec_result{.code = code}).ends_with("id:0 code:" + std::to_string(code)));
  }
}

}  // namespace command_test
