#include "model/model_builder.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/git_traces.hpp"
#include "support/model.hpp"
#include "support/processor_time.hpp"
#include "support/temporary_directory.hpp"
#include "support/times.hpp"

namespace model_builder_test {

namespace tr = trace2::read;

namespace {

using support::modelled;

std::string line(std::string_view sid, std::string_view event, std::string_view time,
                 std::string_view members = "", std::string_view thread = "main") {
  return support::event_line(event, sid, thread, time, members);
}

/// A process that begins at 00:00:00 and lasts one second.
std::string session(std::string_view sid, std::string const& inside,
                    std::string_view argv = R"(["a"])", int code = 0) {
  return line(sid, "start", "00:00:00", std::string{R"(,"t_abs":0,"argv":)"}.append(argv)) +
         inside + line(sid, "atexit", "00:00:01", R"(,"t_abs":1,"code":)" + std::to_string(code));
}

std::string region(std::string_view sid, std::string_view label, int nesting,
                   std::string const& inside, std::string_view total) {
  std::string const names = R"(,"nesting":)" + std::to_string(nesting) +
                            R"(,"category":"c","label":")" + std::string{label} + "\"";
  return line(sid, "region_enter", "", names) + inside +
         line(sid, "region_leave", "", names + R"(,"t_rel":)" + std::string{total});
}

}  // namespace

TEST_CASE("a process has its times, command and exit code", "[read]") {
  modelled const made{session("S", line("S", "cmd_name", "00:00:00", R"(,"name":"scan")"),
                              R"(["/bin/frob","a b"])", 3)};
  REQUIRE(made.trace.processes.size() == 1);
  auto const& process = made.trace.processes[0];
  CHECK(process.name == "frob scan");
  CHECK(process.command == "/bin/frob 'a b'");
  CHECK(process.wall() == ns(1'000'000'000));
  CHECK(process.code == 3);
  CHECK(process.state == tr::process_state::ended);
  CHECK(made.trace.roots == std::vector<trace2::program::node_index>{0});
  CHECK(made.sum_of(made.trace.command_sums, "/frob scan").failed == 1);
  CHECK(made.trace.event_count == 3);
  CHECK(made.trace.wall() == ns(1'000'000'000));
}

TEST_CASE("a process belongs to the first repository that it announces", "[read]") {
  std::string const none = session("S", "");
  CHECK(modelled{none}.trace.processes[0].repository.empty());
  modelled const made{
      session("S", line("S", "def_repo", "00:00:00", R"(,"repo":1,"worktree":"/a")") +
                       line("S", "def_repo", "00:00:00", R"(,"repo":2,"worktree":"/b")"))};
  CHECK(made.trace.processes[0].repository == "/a");
}

TEST_CASE("a process's own account of its time is more exact than times of day", "[read]") {
  modelled const made{line("S", "start", "00:00:00", R"(,"t_abs":0,"argv":["a"])") +
                      line("S", "exit", "00:00:00.6", R"(,"t_abs":0.4,"code":0)") +
                      line("S", "atexit", "00:00:00.9", R"(,"t_abs":0.5,"code":0)")};
  REQUIRE(made.trace.processes.size() == 1);
  CHECK(made.trace.processes[0].wall() == ns(500'000'000));
  CHECK(made.sum_of(made.trace.command_sums, "/a").walls.sum() == ns(500'000'000));
  CHECK(made.trace.threads[0].end - made.trace.threads[0].begin == ns(500'000'000));
}

TEST_CASE("regions of one name and one way to them are one node", "[read]") {
  modelled const made{session(
      "S", region("S", "outer", 1,
                  region("S", "inner", 2, "", "0.1") + region("S", "inner", 2, "", "0.2"), "0.5") +
               region("S", "inner", 1, "", "0.25"))};
  auto const& regions = made.trace.regions;
  auto const& root = regions[made.trace.threads[0].root];
  CHECK(root.total == ns(1'000'000'000));
  CHECK(root.inside == ns(750'000'000));
  auto const& outer = regions[root.first_child];
  CHECK(made.name_of(outer.label) == "c/outer");
  CHECK(outer.total == ns(500'000'000));
  CHECK(outer.self() == ns(200'000'000));
  auto const& inner = regions[outer.first_child];
  CHECK(inner.count == 2);
  CHECK(inner.total == ns(300'000'000));
  CHECK(inner.next == trace2::program::no_node);
  auto const& second = regions[outer.next];
  CHECK(made.name_of(second.label) == "c/inner");
  CHECK(second.total == ns(250'000'000));

  auto const& sums = made.sum_of(made.trace.region_sums, "c/inner");
  CHECK(sums.totals.count() == 3);
  CHECK(sums.totals.sum() == ns(550'000'000));
  CHECK(sums.totals.quantile(0.5) == ns(200'000'000));
  CHECK(made.sum_of(made.trace.region_sums, "c/outer").self == ns(200'000'000));
}

TEST_CASE("regions whose beginnings are lost contain what is known of their thread", "[read]") {
  auto const leave = [](char const* name, char const* time, std::string const& rest) {
    return line("S", "region_leave", time,
                R"(,"category":"c","label":")" + std::string{name} + '"' + rest);
  };
  modelled const made{
      line("S", "start", "00:00:00", R"(,"t_abs":0,"argv":["a"])") +
      line("S", "region_enter", "00:00:01", R"(,"nesting":3,"category":"c","label":"l")") +
      leave("l", "00:00:01.1", R"(,"nesting":3,"t_rel":0.1)") +
      line("S", "child_start", "00:00:01.1", R"(,"child_id":0,"argv":["b"])") +
      line("S", "child_exit", "00:00:01.3", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.2)") +
      leave("l", "00:00:01.4", R"(,"nesting":2,"t_rel":0.9)") +
      leave("outer", "00:00:01.5", R"(,"nesting":1,"t_rel":1.4)") +
      line("S", "atexit", "00:00:01.6", R"(,"t_abs":1.6,"code":0)")};
  CHECK(made.trace.processes[0].wall() == ns(1'600'000'000));
  auto const& regions = made.trace.regions;
  auto const& root = regions[made.trace.threads[0].root];
  CHECK(root.self() == ns(200'000'000));
  auto const& outer = regions[root.first_child];
  CHECK(made.name_of(outer.label) == "c/outer");
  CHECK(outer.begin - made.trace.processes[0].begin == ns(100'000'000));
  CHECK(outer.self() == ns(500'000'000));
  CHECK(outer.next == trace2::program::no_node);
  auto const& middle = regions[outer.first_child];
  CHECK(middle.total == ns(900'000'000));
  CHECK(middle.self() == ns(600'000'000));
  CHECK(made.trace.children[0].region == outer.first_child);
  CHECK(made.trace.children[0].waited == ns(200'000'000));
  auto const& inner = regions[middle.first_child];
  CHECK(made.name_of(inner.label) == "c/l");
  CHECK(inner.total == ns(100'000'000));
}

TEST_CASE("regions of a process that died are marked", "[read]") {
  modelled const made{
      line("S", "version", "00:00:00") +
      line("S", "region_enter", "00:00:01", R"(,"nesting":1,"category":"c","label":"l")") +
      line("S", "error", "00:00:03", R"(,"msg":"m 1","fmt":"m %d")")};
  CHECK(made.trace.processes[0].state == tr::process_state::running);
  CHECK(made.trace.processes[0].errors == 1);
  CHECK(made.sum_of(made.trace.region_sums, "c/l").incomplete == 1);
  CHECK(made.sum_of(made.trace.region_sums, "c/l").totals.sum() == ns(2'000'000'000));
  CHECK(made.sum_of(made.trace.command_sums, "/S").incomplete == 1);
  CHECK(made.sum_of(made.trace.error_sums, "/m %d").message == "m 1");
}

TEST_CASE("the order of files doesn't choose the error and the value that are shown", "[read]") {
  auto const process = [](std::string_view sid, std::string_view time) {
    return line(sid, "version", time) +
           line(sid, "error", time,
                std::string{R"(,"fmt":"m %s","msg":"m )"}.append(sid).append("\"")) +
           line(sid, "data", time,
                std::string{R"(,"category":"c","key":"k","value":")"}.append(sid).append("\""));
  };
  std::string const files[] = {process("S", "00:00:01"), process("T", "00:00:02"),
                               process("U", "00:00:03")};
  for (std::string const& trace : {files[0] + files[1] + files[2], files[2] + files[0] + files[1],
                                   files[1] + files[2] + files[0]}) {
    modelled const made{trace};
    auto const& errors = made.sum_of(made.trace.error_sums, "/m %s");
    CHECK(errors.count == 3);
    CHECK(errors.message == "m S");
    CHECK(errors.process == "S");
    CHECK(made.trace.processes[errors.reporter].sid == "S");
    CHECK(made.sum_of(made.trace.data_sums, "c/k").latest() == "U");
  }
}

TEST_CASE("a program that trace2 attach has made trace begins with its trace", "[read]") {
  auto const by_library = [](std::string_view event, std::string_view members) {
    return support::event_line(event, "S", "th99:trace2_control", "00:00:03", members);
  };
  modelled const made{
      by_library("version", "") + by_library("start", R"(,"t_abs":3,"argv":["a"])") +
      line("S", "region_enter", "00:00:04", R"(,"nesting":1,"category":"c","label":"l")") +
      line("S", "atexit", "00:00:05", R"(,"t_abs":5,"code":0)")};
  CHECK(made.trace.wall() == ns(2'000'000'000));
  CHECK(made.trace.processes.at(0).wall() == ns(2'000'000'000));
  CHECK(made.trace.thread_count == 1);
  REQUIRE(made.trace.threads.size() == 1);
  CHECK(made.trace.threads[0].name == "main");
  CHECK(made.trace.threads[0].end - made.trace.threads[0].begin == ns(2'000'000'000));
}

TEST_CASE("a child is matched with its session by process id", "[read][R-CHD-10]") {
  std::string const start = R"(,"child_class":"x","use_shell":false,"argv":["b"],"child_id":)";
  modelled const made{
      line("S", "start", "00:00:00", R"(,"t_abs":0,"argv":["a"])") +
      line("S", "child_start", "00:00:01", start + "0") +
      line("S", "child_start", "00:00:01", start + "1") +
      line("S/T-P00000011", "version", "00:00:02") + line("S/T-P00000010", "version", "00:00:02") +
      line("S", "child_exit", "00:00:03", R"(,"child_id":0,"pid":16,"code":0,"t_rel":2)") +
      line("S", "child_exit", "00:00:03", R"(,"child_id":1,"pid":17,"code":1,"t_rel":2)")};
  auto const& processes = made.trace.processes;
  REQUIRE(processes.size() == 3);
  CHECK(processes[1].parent == 0);
  CHECK(made.trace.children[processes[1].child].id == 1);
  CHECK(made.trace.children[processes[2].child].id == 0);
  CHECK(processes[0].strangers.empty());
  auto const& sums = made.sum_of(made.trace.child_sums, "x/b");
  CHECK(sums.durations.count() == 2);
  CHECK(sums.failed == 1);
}

TEST_CASE("a session behind a shell belongs to the child that was running", "[read][R-CHD-10]") {
  std::string const start = R"(,"child_class":"hook","hook_name":"h","argv":["b"],"child_id":)";
  modelled const made{
      line("S", "version", "00:00:00") + line("S", "child_start", "00:00:01", start + "0") +
      line("S/T-P00000099", "version", "00:00:02") +
      line("S", "child_exit", "00:00:03", R"(,"child_id":0,"pid":16,"code":0,"t_rel":2)") +
      line("S", "child_start", "00:00:04", start + "1") +
      line("S/U-P00000098", "version", "00:00:05") + line("S/V-P00000097", "version", "00:00:05") +
      line("S", "child_exit", "00:00:06", R"(,"child_id":1,"pid":17,"code":0,"t_rel":2)") +
      line("S/W", "version", "00:00:09")};
  auto const& processes = made.trace.processes;
  CHECK(made.trace.children[processes[1].child].id == 0);
  CHECK(made.trace.children[processes[2].child].id == 1);
  CHECK(made.trace.children[processes[3].child].id == 1);
  CHECK(processes[4].child == trace2::program::no_node);
  CHECK(processes[0].strangers == std::vector<trace2::program::node_index>{4});
  CHECK(made.sum_of(made.trace.child_sums, "hook/h").durations.count() == 2);
}

TEST_CASE("files may bring a child before its parent", "[read]") {
  modelled const made{line("S/T", "version", "00:00:02") + line("S", "version", "00:00:01")};
  CHECK(made.trace.processes[0].parent == 1);
  CHECK(made.trace.roots == std::vector<trace2::program::node_index>{1});
}

TEST_CASE("the time a thread waits for a child is known where it waits", "[read]") {
  std::string const child = line("S", "child_start", "00:00:00", R"(,"child_id":0,"argv":["b"])") +
                            line("S", "child_exit", "00:00:00.25", R"(,"child_id":0,"t_rel":0.25)");
  modelled const made{session("S", region("S", "r", 1, child, "0.5"))};
  auto const& root = made.trace.regions[made.trace.threads[0].root];
  auto const& around = made.trace.regions[root.first_child];
  CHECK(root.inside == around.total);
  CHECK(around.inside == ns(250'000'000));
  CHECK(around.self() == around.total - ns(250'000'000));
  CHECK(made.trace.children[0].waited == ns(250'000'000));
}

TEST_CASE("the wait for a child that outlives its region belongs to the region of its end",
          "[read]") {
  modelled const made{session(
      "S", region("S", "r", 1,
                  line("S", "child_start", "00:00:00", R"(,"child_id":0,"argv":["b"])"), "0.5") +
               line("S", "child_exit", "00:00:00.75", R"(,"child_id":0,"t_rel":0.75)"))};
  auto const root_index = made.trace.threads[0].root;
  auto const& root = made.trace.regions[root_index];
  auto const& around = made.trace.regions[root.first_child];
  auto const& child = made.trace.children[0];
  CHECK(child.region == root.first_child);
  CHECK(child.end_region == root_index);
  CHECK(child.waited > ns(0));
  CHECK(child.waited_at_end > ns(0));
  CHECK(around.inside == child.waited);
  CHECK(root.inside == around.total + child.waited_at_end);
}

TEST_CASE("a child that nobody waited for is left alone", "[read][R-CHD-03]") {
  modelled const made{
      line("S", "child_start", "00:00:01",
           R"(,"child_id":0,"child_class":"background","argv":["d"])") +
      line("S", "child_ready", "00:00:02", R"(,"child_id":0,"pid":5,"ready":"ready","t_rel":1)") +
      line("S/T-P00000005", "version", "00:00:04") +
      line("S", "child_start", "00:00:05",
           R"(,"child_id":1,"child_class":"background","argv":["d"])")};
  CHECK(made.trace.children[0].is_left_alone);
  CHECK(made.trace.processes[1].child == 0);
  auto const& sums = made.sum_of(made.trace.child_sums, "background/d");
  CHECK(sums.left_alone == 1);
  CHECK(sums.incomplete == 1);
}

TEST_CASE("sums of what hardly fits into a number don't wrap, and what doesn't fit is remarked",
          "[read]") {
  std::string const most =
      line("S", "counter", "00:00:00",
           R"(,"category":"c","name":"n","count":18446744073709551615)") +
      line("S", "timer", "00:00:00",
           R"(,"category":"c","name":"t","intervals":18446744073709551615,"t_total":1e13,)"
           R"("t_min":0.1,"t_max":1e13)");
  modelled const made{session("S", most) + session("T", most)};
  CHECK(made.sum_of(made.trace.counter_sums, "c/n") == UINT64_MAX);
  auto const& timer = made.sum_of(made.trace.timer_sums, "c/t");
  CHECK(timer.intervals == UINT64_MAX);
  CHECK(timer.total.in_nanoseconds() == tr::fine_duration::longest);
  std::vector<std::string> remarks;
  for (tr::remark const& remark : made.trace.remarks) {
    CHECK(remark.kind == tr::remark_kind::number_out_of_range);
    remarks.push_back(remark.line());
  }
  CHECK(remarks == std::vector<std::string>{
                       "a: timer: the number 't_max' is beyond the range of the reader, and "
                       "was cut (2 times)",
                       "a: timer: the number 't_total' is beyond the range of the reader, and "
                       "was cut (2 times)"});
}

TEST_CASE("timers, counters and values are summed up by name", "[read]") {
  modelled const made{
      line("S", "timer", "00:00:00",
           R"(,"category":"c","name":"t","intervals":2,"t_total":0.3,"t_min":0.1,"t_max":0.2)") +
      line("T", "timer", "00:00:00",
           R"(,"category":"c","name":"t","intervals":1,"t_total":0.5,"t_min":0.5,"t_max":0.5)") +
      line("S", "counter", "00:00:00", R"(,"category":"c","name":"n","count":5)") +
      line("T", "counter", "00:00:00", R"(,"category":"c","name":"n","count":6)") +
      line("S", "data", "00:00:00", R"(,"category":"c","key":"k","value":"-4")") +
      line("S", "data", "00:00:00", R"(,"category":"c","key":"k","value":"10")") +
      line("S", "data", "00:00:00", R"(,"category":"c","key":"text","value":"1x")") +
      line("S", "data_json", "00:00:00", R"(,"category":"c","key":"j","value":{"a":1})") +
      line("S", "too_many_files", "00:00:00")};
  auto const& timer = made.sum_of(made.trace.timer_sums, "c/t");
  CHECK(timer.intervals == 3);
  CHECK(timer.total == trace2::duration::microseconds(800'000));
  CHECK(timer.min == trace2::duration::microseconds(100'000));
  CHECK(timer.max == trace2::duration::microseconds(500'000));
  CHECK(made.sum_of(made.trace.counter_sums, "c/n") == 11);
  auto const& number = made.sum_of(made.trace.data_sums, "c/k");
  CHECK(number.is_number);
  CHECK(number.count == 2);
  CHECK(number.sum == 6);
  CHECK(number.min == -4);
  CHECK(number.latest() == "10");
  CHECK_FALSE(made.sum_of(made.trace.data_sums, "c/text").is_number);
  CHECK(made.sum_of(made.trace.data_sums, "c/j").latest() == R"({"a":1})");
  CHECK(made.trace.overload_count == 1);
}

TEST_CASE("events without a description are counted by name", "[read]") {
  modelled const made{line("S", "cache_lookup", "00:00:00", R"(,"key":"a")") +
                      line("T", "cache_lookup", "00:00:00", R"(,"other":1)") +
                      line("S", "cmd_new", "00:00:00") + line("S", "cmd_name", "00:00:00")};
  CHECK(made.trace.other_event_counts.size() == 2);
  CHECK(made.sum_of(made.trace.other_event_counts, "/cache_lookup") == 2);
  CHECK(made.sum_of(made.trace.other_event_counts, "/cmd_new") == 1);
}

TEST_CASE("events whose names find no room are counted together", "[read]") {
  tr::label_table labels{2};
  trace2::program::model_builder builder{labels};
  std::string trace;
  for (char const* const name : {"e1", "e2", "e3", "e4", "e1"})
    trace += line("S", name, "00:00:00");
  CHECK(support::follow(trace, builder, labels) ==
        std::vector<std::string>(2, "has one name too many"));
  auto const counts = builder.complete().other_event_counts;
  std::uint64_t all = 0;
  for (auto const& [id, count] : counts) all += count;
  CHECK(all == 5);
  CHECK(counts.at(tr::label_table::other) == 2);
}

TEST_CASE("distributions of a timer are merged, those of threads are not counted twice", "[read]") {
  auto const lengths = [](std::string_view sid, std::string_view of, std::string_view values) {
    return line(sid, "data_json", "00:00:00",
                std::string{R"(,"category":"c","key":"t","value":{"of":")"}.append(of).append(
                    R"(","unit":"ns","count":9,"shortest":5,"longest":700,"values":)") +
                    std::string{values} + "}");
  };
  modelled const made{
      lengths("S", "timer", "[[5,8],[700,1]]") + lengths("S", "th_timer", "[[5,8]]") +
      lengths("T", "timer", "[[5,1],[600,90]]") +
      line("T", "data_json", "00:00:00", R"(,"category":"c","key":"t","value":{"of":"timers"})")};
  auto const& found = made.sum_of(made.trace.timer_sums, "c/t").lengths;
  CHECK(found.quantiles() == trace2::interval_quantiles{.count = 100,
                                                        .shortest = 5,
                                                        .median = 600,
                                                        .p90 = 600,
                                                        .p99 = 600,
                                                        .p999 = 700,
                                                        .longest = 700});
  CHECK(made.sum_of(made.trace.data_sums, "c/t").count == 1);
}

TEST_CASE(
    "of timers of the same names, one with a distribution, it is known which intervals that has",
    "[read]") {
  auto const timer = [](std::string_view members) {
    return line("S", "timer", "00:00:00",
                std::string{R"(,"category":"c","name":"t","intervals":)"}.append(members));
  };
  modelled const made{
      timer(R"(3,"t_total":6,"t_min":1,"t_max":3)") +
      timer(R"(2,"t_total":0.000002,"t_min":0.000001,"t_max":0.000001)") +
      line("S", "data_json", "00:00:00",
           R"(,"category":"c","key":"t","value":{"of":"timer","unit":"ns","count":2,)"
           R"("shortest":1000,"longest":1000,"values":[[1000,2]]})")};
  auto const& found = made.sum_of(made.trace.timer_sums, "c/t");
  CHECK(found.intervals == 5);
  CHECK(found.lengths.count() == 2);
  CHECK(found.max == trace2::duration::microseconds(3'000'000));
  CHECK(found.lengths.longest() == ns(1000));
}

TEST_CASE("beyond its limits a model still counts", "[read]") {
  std::string trace;
  for (char const* const sid : {"1", "2", "3"})
    trace +=
        session(sid, region(sid, "a", 1, region(sid, "b", 2, "", "0.1"), "0.5") +
                         line(sid, "thread_exit", "00:00:00", "", "th01") +
                         line(sid, "child_start", "00:00:00", R"(,"child_id":0,"argv":["b"])") +
                         line(sid, "child_exit", "00:00:00", R"(,"child_id":0,"t_rel":0.25)"));
  modelled const made{trace, {.processes = 2, .threads = 1, .regions = 2, .children = 1}};
  CHECK(made.trace.processes.size() == 2);
  CHECK(made.trace.threads.size() == 1);
  CHECK(made.trace.regions.size() == 2);
  CHECK(made.trace.children.size() == 1);
  CHECK(made.trace.process_count == 3);
  CHECK(made.trace.thread_count == 6);
  CHECK(made.sum_of(made.trace.region_sums, "c/b").totals.count() == 3);
  CHECK(made.sum_of(made.trace.child_sums, "/b").durations.count() == 3);
  CHECK(made.sum_of(made.trace.command_sums, "/a").walls.count() == 3);
}

TEST_CASE("in Git's own recordings every traced child finds its parent's child_start", "[read]") {
  std::size_t matched = 0;
  for (std::string const& path : support::git_traces()) {
    INFO(path);
    modelled const made{support::content_of(path + ".event")};
    for (auto const& process : made.trace.processes) {
      if (process.parent == trace2::program::no_node) continue;
      auto const& parent = made.trace.processes[process.parent];
      INFO(process.sid);
      bool const is_known = process.child != trace2::program::no_node;
      CHECK((is_known || parent.state == tr::process_state::transformed));
      matched += is_known ? 1 : 0;
    }
  }
  CHECK(matched > 10);
}

TEST_CASE("a process that goes on behind its end stands apart, a few times", "[read][R-LIFE-16]") {
  auto const made_of = [](std::size_t count) {
    std::string text = line("S", "start", "00:00:00", R"(,"t_abs":0,"argv":["a"])");
    for (std::size_t i = 0; i < count; ++i)
      text += line("S", "exit", "00:00:01", R"(,"t_abs":1,"code":0)") +
              line("S", "child_start", "00:00:01",
                   R"(,"child_id":)" + std::to_string(i) + R"(,"argv":["b"])");
    return text;
  };
  modelled const made{made_of(2)};
  REQUIRE(made.trace.processes.size() == 3);
  CHECK(made.trace.processes[0].children.empty());
  CHECK(made.trace.processes[1].children.empty());
  CHECK(made.trace.processes[2].children.size() == 2);

  modelled const many{made_of(100)};
  CHECK(many.trace.processes.size() < 20);
  std::size_t children = 0;
  for (auto const& process : many.trace.processes) children += process.children.size();
  CHECK(children == 100);
  CHECK(support::takes_linear_time(300,
                                   [&](std::size_t size) { modelled const all{made_of(size)}; }));
}

}  // namespace model_builder_test
