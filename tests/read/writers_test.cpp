// Traces in the spelling of several writers, with the contents that a person would read in them.
#include <string>
#include <string_view>

#include "model/model_builder.hpp"
#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/times.hpp"

namespace writers_test {

namespace tr = trace2::read;

namespace {

using support::modelled;

trace2::program::process_node const& process_of(modelled const& made, std::string_view sid) {
  for (auto const& process : made.trace.processes)
    if (process.sid == sid) return process;
  FAIL("no process " << sid);
  return made.trace.processes.front();
}

/// The session that a child turned out to be.
std::string session_of(modelled const& made, std::size_t child) {
  auto const& sessions = made.trace.children[child].sessions;
  REQUIRE(sessions.size() == 1);
  return made.trace.processes[sessions[0]].sid;
}

}  // namespace

TEST_CASE("Git 2.22, the first with Trace2, is understood", "[read][R-DIS-01]") {
  modelled const made{
      R"({"event":"version","sid":"20190608T101010.000000Z-H00000001-P00000010","thread":"main","time":"2019-06-08T10:10:10.000100Z","file":"common-main.c","line":39,"evt":"1","exe":"2.22.0"}
{"event":"start","sid":"20190608T101010.000000Z-H00000001-P00000010","thread":"main","time":"2019-06-08T10:10:10.000200Z","file":"common-main.c","line":40,"t_abs":0.000200,"argv":["git","gc"]}
{"event":"def_repo","sid":"20190608T101010.000000Z-H00000001-P00000010","thread":"main","time":"2019-06-08T10:10:10.000300Z","file":"repository.c","line":130,"repo":1,"worktree":"/w"}
{"event":"cmd_name","sid":"20190608T101010.000000Z-H00000001-P00000010","thread":"main","time":"2019-06-08T10:10:10.000400Z","file":"git.c","line":418,"name":"gc","hierarchy":"gc"}
{"event":"child_start","sid":"20190608T101010.000000Z-H00000001-P00000010","thread":"main","time":"2019-06-08T10:10:10.001000Z","file":"run-command.c","line":735,"child_id":0,"child_class":"?","use_shell":false,"argv":["git","repack"]}
{"event":"start","sid":"20190608T101010.000000Z-H00000001-P00000010/20190608T101010.002000Z-H00000001-P00000011","thread":"main","time":"2019-06-08T10:10:10.002100Z","file":"common-main.c","line":40,"t_abs":0.000100,"argv":["git","repack"]}
{"event":"signal","sid":"20190608T101010.000000Z-H00000001-P00000010/20190608T101010.002000Z-H00000001-P00000011","thread":"main","time":"2019-06-08T10:10:10.003000Z","t_abs":0.001000,"signal":15}
{"event":"child_exit","sid":"20190608T101010.000000Z-H00000001-P00000010","thread":"main","time":"2019-06-08T10:10:10.004000Z","file":"run-command.c","line":990,"child_id":0,"pid":17,"code":143,"t_rel":0.003000}
{"event":"exit","sid":"20190608T101010.000000Z-H00000001-P00000010","thread":"main","time":"2019-06-08T10:10:10.005000Z","file":"git.c","line":700,"t_abs":0.005000,"code":1}
{"event":"atexit","sid":"20190608T101010.000000Z-H00000001-P00000010","thread":"main","time":"2019-06-08T10:10:10.005100Z","file":"trace2/tr2_tgt_event.c","line":201,"t_abs":0.005100,"code":1}
)"};
  REQUIRE(made.trace.processes.size() == 2);
  auto const& parent = made.trace.processes[0];
  auto const& child = made.trace.processes[1];
  CHECK(parent.name == "git gc");
  CHECK(parent.wall() == ns(5'100'000));
  CHECK(parent.code == 1);
  CHECK(child.name == "git");
  CHECK(child.command == "git repack");
  CHECK(child.state == tr::process_state::killed);
  CHECK(child.code == 143);
  CHECK(session_of(made, 0) == child.sid);
  CHECK(made.sum_of(made.trace.child_sums, "?/git repack").failed == 1);
}

TEST_CASE("Git Credential Manager below Git is one trace with it", "[read]") {
  modelled const made{
      R"({"event":"start","sid":"20230405T060708.000000Z-H00000001-P00000001","thread":"main","time":"2023-04-05T06:07:08.000000Z","t_abs":0.000000,"argv":["git","fetch"]}
{"event":"child_start","sid":"20230405T060708.000000Z-H00000001-P00000001","thread":"main","time":"2023-04-05T06:07:08.100000Z","child_id":0,"child_class":"cred","use_shell":true,"argv":["git credential-manager get"]}
{"event":"version","sid":"20230405T060708.000000Z-H00000001-P00000001/20230405T060708.200000Z-H00000001-P00000002","thread":"main","time":"2023-04-05T06:07:08.2000000+00:00","file":"Program.cs","line":20,"evt":"3","exe":"2.0.935"}
{"event":"start","sid":"20230405T060708.000000Z-H00000001-P00000001/20230405T060708.200000Z-H00000001-P00000002","thread":"main","time":"2023-04-05T06:07:08.2000000+00:00","file":"Program.cs","line":21,"t_abs":0.0,"argv":["C:\\Program Files\\Git\\git-credential-manager.exe","get"]}
{"event":"region_enter","sid":"20230405T060708.000000Z-H00000001-P00000001/20230405T060708.200000Z-H00000001-P00000002","thread":"main","time":"2023-04-05T06:07:08.3000000+00:00","file":"a.cs","line":1,"depth":2,"repo":1,"nesting":1,"category":"http","label":"send"}
{"event":"region_leave","sid":"20230405T060708.000000Z-H00000001-P00000001/20230405T060708.200000Z-H00000001-P00000002","thread":"main","time":"2023-04-05T06:07:08.5500000+00:00","file":"a.cs","line":2,"depth":2,"repo":1,"nesting":1,"category":"http","label":"send","RelativeTime":0.25}
{"event":"exit","sid":"20230405T060708.000000Z-H00000001-P00000001/20230405T060708.200000Z-H00000001-P00000002","thread":"main","time":"2023-04-05T06:07:08.7000000+00:00","file":"Program.cs","line":30,"t_abs":0.5,"code":0}
{"event":"child_exit","sid":"20230405T060708.000000Z-H00000001-P00000001","thread":"main","time":"2023-04-05T06:07:08.800000Z","child_id":0,"pid":900,"code":0,"t_rel":0.700000}
{"event":"atexit","sid":"20230405T060708.000000Z-H00000001-P00000001","thread":"main","time":"2023-04-05T06:07:09.000000Z","t_abs":1.000000,"code":0}
)"};
  REQUIRE(made.trace.processes.size() == 2);
  auto const& helper = made.trace.processes[1];
  CHECK(helper.name == "git-credential-manager");
  CHECK(helper.wall() == ns(500'000'000));
  CHECK(helper.state == tr::process_state::ended);
  CHECK(session_of(made, 0) == helper.sid);
  CHECK(made.sum_of(made.trace.region_sums, "http/send").totals.sum() == ns(250'000'000));
}

TEST_CASE("repo and the Git that it runs are one trace", "[read][R-DAT-04]") {
  modelled const made{
      R"({"event":"version","sid":"repo-20220505T101112Z-P0000abcd","thread":"MainThread","time":"2022-05-05T10:11:12.000000+00:00Z","evt":"2","exe":"v2.24"}
{"event":"start","sid":"repo-20220505T101112Z-P0000abcd","thread":"MainThread","time":"2022-05-05T10:11:12.000000+00:00Z","argv":["/usr/bin/repo","sync"]}
{"event":"cmd_name","sid":"repo-20220505T101112Z-P0000abcd","thread":"MainThread","time":"2022-05-05T10:11:12.100000+00:00Z","name":"repo-sync","hierarchy":"repo-sync"}
{"event":"command","sid":"repo-20220505T101112Z-P0000abcd","thread":"MainThread","time":"2022-05-05T10:11:12.100000+00:00Z","name":"repo","subcommands":["sync"]}
{"event":"def_param","sid":"repo-20220505T101112Z-P0000abcd","thread":"MainThread","time":"2022-05-05T10:11:12.200000+00:00Z","param":"repo.superproject","value":"true"}
{"event":"data-json","sid":"repo-20220505T101112Z-P0000abcd","thread":"MainThread","time":"2022-05-05T10:11:12.300000+00:00Z","key":"previous_sync_state/repo.depth","value":"1"}
{"event":"start","sid":"repo-20220505T101112Z-P0000abcd/20220505T101113.000000Z-H00000001-P00000003","thread":"main","time":"2022-05-05T10:11:13.000000Z","t_abs":0.000000,"argv":["git","fetch"]}
{"event":"atexit","sid":"repo-20220505T101112Z-P0000abcd/20220505T101113.000000Z-H00000001-P00000003","thread":"main","time":"2022-05-05T10:11:14.000000Z","t_abs":1.000000,"code":0}
{"event":"error","sid":"repo-20220505T101112Z-P0000abcd","thread":"MainThread","time":"2022-05-05T10:11:15.000000+00:00Z","msg":"no p1","fmt":"no %s"}
{"event":"exit","sid":"repo-20220505T101112Z-P0000abcd","thread":"MainThread","time":"2022-05-05T10:11:17.000000+00:00Z","code":1}
)"};
  auto const& repo = process_of(made, "repo-20220505T101112Z-P0000abcd");
  CHECK(repo.name == "repo repo-sync");
  CHECK(repo.wall() == ns(5'000'000'000));
  CHECK(repo.code == 1);
  CHECK(repo.errors == 1);
  REQUIRE(repo.strangers.size() == 1);
  CHECK(made.trace.processes[repo.strangers[0]].command == "git fetch");
  CHECK(made.trace.roots.size() == 1);
  CHECK(made.sum_of(made.trace.data_sums, "/previous_sync_state/repo.depth").count == 1);
  CHECK(made.trace.event_count == 10);
}

TEST_CASE("brief traces of two processes in one file, below a foreign id", "[read][R-EVT-04]") {
  modelled const made{
      R"({"event":"version","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001","thread":"main","time":"2023-01-01T00:00:00.000000Z","evt":"3","exe":"2.40"}
{"event":"start","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001","thread":"main","t_abs":0.000100,"argv":["git","repack"]}
{"event":"region_enter","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001","thread":"main","nesting":1,"category":"a","label":"outer"}
{"event":"child_start","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001","thread":"main","child_id":0,"child_class":"?","use_shell":false,"argv":["git","pack-objects"]}
{"event":"version","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001/20230101T000000.100000Z-H1-P00000002","thread":"main","time":"2023-01-01T00:00:00.100000Z","evt":"3","exe":"2.40"}
{"event":"start","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001/20230101T000000.100000Z-H1-P00000002","thread":"main","t_abs":0.000100,"argv":["git","pack-objects"]}
{"event":"region_enter","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001/20230101T000000.100000Z-H1-P00000002","thread":"main","nesting":1,"category":"a","label":"inner"}
{"event":"region_leave","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001/20230101T000000.100000Z-H1-P00000002","thread":"main","t_rel":0.300000,"nesting":1,"category":"a","label":"inner"}
{"event":"atexit","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001/20230101T000000.100000Z-H1-P00000002","thread":"main","time":"2023-01-01T00:00:00.500000Z","t_abs":0.400000,"code":0}
{"event":"child_exit","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001","thread":"main","child_id":0,"pid":2,"code":0,"t_rel":0.450000}
{"event":"region_leave","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001","thread":"main","t_rel":0.500000,"nesting":1,"category":"a","label":"outer"}
{"event":"atexit","sid":"01HXCORRELATION/20230101T000000.000000Z-H1-P00000001","thread":"main","time":"2023-01-01T00:00:00.600000Z","t_abs":0.600000,"code":0}
)"};
  REQUIRE(made.trace.processes.size() == 2);
  CHECK(made.trace.roots == std::vector<trace2::program::node_index>{0});
  CHECK(made.trace.processes[0].wall() == ns(600'000'000));
  CHECK(made.trace.processes[1].wall() == ns(400'000'000));
  CHECK(session_of(made, 0) == made.trace.processes[1].sid);
  CHECK(made.sum_of(made.trace.region_sums, "a/inner").totals.sum() == ns(300'000'000));
  CHECK(made.sum_of(made.trace.region_sums, "a/outer").totals.sum() == ns(500'000'000));
  CHECK(made.sum_of(made.trace.region_sums, "a/outer").self == ns(50'000'000));
  CHECK(made.trace.children[0].duration == ns(450'000'000));
}

TEST_CASE("children that got the same process id one after the other are told apart", "[read]") {
  std::string trace;
  auto const add = [&](std::string_view event, std::string_view sid, std::string_view time,
                       std::string_view members) {
    trace += support::event_line(event, sid, "main", time, members);
  };
  add("start", "S-P1", "00:00:00", R"(,"argv":["a"])");
  for (int i = 0; i < 3; ++i) {
    std::string const id = R"(,"child_id":)" + std::to_string(i);
    std::string const second = std::to_string(i + 1);
    std::string const sid = "S-P1/2000" + second + "-P7";
    add("child_start", "S-P1", "00:00:0" + second, id + R"(,"argv":["b"])");
    add("start", sid, "00:00:0" + second + ".2", R"(,"argv":["b"])");
    add("exit", sid, "00:00:0" + second + ".4", R"(,"code":0)");
    add("child_exit", "S-P1", "00:00:0" + second + ".5", id + R"(,"pid":7,"code":0,"t_rel":0.5)");
  }
  modelled const made{trace};
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(session_of(made, i) == "S-P1/2000" + std::to_string(i + 1) + "-P7");
}

TEST_CASE("a process that becomes another one keeps its id and gets a session below", "[read]") {
  modelled const made{
      support::event_line("start", "S-P1", "main", "00:00:00", R"(,"t_abs":0,"argv":["git","x"])") +
      support::event_line("exec", "S-P1", "main", "00:00:01",
                          R"(,"exec_id":0,"exe":"git-x","argv":["git-x"])") +
      support::event_line("start", "S-P1/T-P1", "main", "00:00:01.5",
                          R"(,"t_abs":0,"argv":["git-x"])") +
      support::event_line("atexit", "S-P1/T-P1", "main", "00:00:02", R"(,"t_abs":0.5,"code":0)")};
  CHECK(process_of(made, "S-P1").state == tr::process_state::transformed);
  REQUIRE(process_of(made, "S-P1").strangers.size() == 1);
  CHECK(process_of(made, "S-P1/T-P1").state == tr::process_state::ended);
}

TEST_CASE("a trace without its beginning and end is as long as what there is", "[read]") {
  modelled const made{
      support::event_line("region_leave", "20000101-H1-P1", "main", "00:00:03",
                          R"(,"t_rel":2,"nesting":1,"category":"c","label":"l")") +
      support::event_line("region_enter", "20000101-H1-P1", "main", "00:00:04",
                          R"(,"nesting":1,"category":"c","label":"m")") +
      support::event_line("cmd_name", "20000101-H1-P1", "main", "00:00:05", R"(,"name":"n")")};
  auto const& process = made.trace.processes[0];
  CHECK(process.name == "20000101-H1-P1 n");
  CHECK(process.state == tr::process_state::running);
  CHECK(made.sum_of(made.trace.region_sums, "c/l").totals.sum() == ns(2'000'000'000));
  CHECK(made.sum_of(made.trace.region_sums, "c/m").incomplete == 1);
  CHECK(made.sum_of(made.trace.region_sums, "c/m").totals.sum() == ns(1'000'000'000));
}

TEST_CASE("regions may nest to any depth", "[read]") {
  std::string trace;
  constexpr int depth = 3'000;
  auto const add = [&](std::string_view event, int level, std::string_view more) {
    trace += support::event_line(
        event, "S", "main", "00:00:00",
        R"(,"category":"c","label":"l","nesting":)" + std::to_string(level) + std::string{more});
  };
  for (int level = 1; level <= depth; ++level) add("region_enter", level, "");
  for (int level = depth; level >= 1; --level) add("region_leave", level, R"(,"t_rel":0.000001)");
  modelled const made{trace};
  auto const& sums = made.sum_of(made.trace.region_sums, "c/l");
  CHECK(sums.totals.count() == depth);
  CHECK(sums.incomplete == 0);
  CHECK(sums.self == ns(1'000));
}

}  // namespace writers_test
