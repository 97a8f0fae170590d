#include "why/why.hpp"

#include <algorithm>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/times.hpp"

namespace why_test {

namespace program = trace2::program;

namespace {

std::string line(std::string_view event, std::string_view time, std::string_view members = "",
                 std::string_view sid = "S", std::string_view thread = "main") {
  return support::event_line(event, sid, thread, time, members);
}

/// A process of a second, and what it does.
std::string process(std::string_view sid, std::string_view program, std::string const& inside = {},
                    std::string_view end = R"(,"t_abs":1,"code":0)") {
  return line("start", "00:00:00", R"(,"t_abs":0,"argv":["/bin/)" + std::string{program} + "\"]",
              sid) +
         inside + line("atexit", "00:00:01", end, sid);
}

struct explained {
  support::modelled made;
  std::optional<program::explanation> result;

  explicit explained(std::string trace, std::string_view wanted = {})
      : made{std::move(trace)}, result{program::why{made.trace, made.labels}.explain(wanted)} {}

  bool hints_at(std::string_view text) const {
    for (auto const& hint : result->hints)
      if (hint.reason.find(text) != std::string::npos) return true;
    return false;
  }

  std::string remedy_of(std::string_view reason) const {
    for (auto const& hint : result->hints)
      if (hint.reason.find(reason) != std::string::npos) return hint.remedy;
    return {};
  }
};

std::string region(int nesting, std::string_view time, std::string_view total) {
  std::string const at = R"(,"category":"c","label":"l","nesting":)" + std::to_string(nesting);
  return line("region_enter", "00:00:00", at) +
         line("region_leave", time, at + ",\"t_rel\":" + std::string{total});
}

}  // namespace

TEST_CASE("of many commands the slowest is explained, or the one that is wanted", "[export]") {
  std::string const trace =
      process("A", "quick", "", R"(,"t_abs":0.5,"code":0)") + process("B", "slow");
  explained const slowest{trace};
  CHECK(slowest.result->command == "/bin/slow");
  CHECK(slowest.result->wall == ns(1'000'000'000));
  CHECK(slowest.result->candidates == 2);
  CHECK_FALSE(slowest.result->code);  // only atexit has one
  explained const wanted{trace, "qui"};
  CHECK(wanted.result->command == "/bin/quick");
  CHECK(wanted.result->candidates == 1);
  CHECK_FALSE(explained(trace, "nothing").result);
  CHECK_FALSE(explained("").result);
}

TEST_CASE("what trace2 run ran is explained, with what it used", "[export]") {
  std::string const use =
      R"(,"category":"process","key":"resource_use","value":{"of":{"user_time":9},"user_time":0.25,)"
      R"("system_time":0.000125,"max_rss_kib":2048})";
  explained const run{
      line("start", "00:00:00", R"(,"t_abs":0,"argv":["/bin/trace2-1.0","run"])") +
      line("cmd_name", "00:00:00", R"(,"name":"run")") +
      line("child_start", "00:00:00", R"(,"child_id":0,"child_class":"command","argv":["sh"])") +
      line("data_json", "00:00:00.5", use) +
      line("child_exit", "00:00:00.5", R"(,"child_id":0,"pid":7,"code":3,"t_rel":0.5)") +
      line("atexit", "00:00:01", R"(,"t_abs":1,"code":3)")};
  CHECK(run.result->command == "sh");
  CHECK(run.result->wall == ns(500'000'000));
  CHECK(run.result->code == 3);
  REQUIRE(run.result->used);
  CHECK(run.result->used->user == trace2::duration::microseconds(250'000));
  CHECK(run.result->used->system == trace2::duration::microseconds(125));
  CHECK(run.result->used->most_memory == 2'048);
  REQUIRE(run.result->rows.size() == 1);
  CHECK(run.result->rows[0].time == ns(500'000'000));
  CHECK(run.hints_at("sh, which has told nothing"));
}

TEST_CASE("memory that is unknown is 0", "[export]") {
  explained const run{
      line("start", "00:00:00", R"(,"t_abs":0,"argv":["/bin/trace2","run"])") +
      line("cmd_name", "00:00:00", R"(,"name":"run")") +
      line("child_start", "00:00:00", R"(,"child_id":0,"child_class":"command","argv":["sh"])") +
      line(
          "data_json", "00:00:00.5",
          R"(,"category":"process","key":"resource_use","value":{"user_time":1.0,"system_time":0.5})") +
      line("child_exit", "00:00:00.5", R"(,"child_id":0,"pid":7,"code":3,"t_rel":0.5)") +
      line("atexit", "00:00:01", R"(,"t_abs":1,"code":3)")};
  REQUIRE(run.result->used);
  CHECK(run.result->used->user == trace2::duration::microseconds(1'000'000));
  CHECK(run.result->used->most_memory == 0);
}

TEST_CASE("what a shell is to run tells more of a command than the shell's name", "[export]") {
  explained const run{
      line("start", "00:00:00", R"(,"t_abs":0,"argv":["/bin/trace2","run"])") +
      line("cmd_name", "00:00:00", R"(,"name":"run")") +
      line("child_start", "00:00:00",
           R"(,"child_id":0,"child_class":"command","argv":["sh","-c","make; make test"])") +
      line("child_exit", "00:00:00.5", R"(,"child_id":0,"pid":7,"code":0,"t_rel":0.5)") +
      line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)")};
  CHECK(run.result->command == "sh -c 'make; make test'");
}

TEST_CASE("the time to choose among commands is not that of all processes for each", "[export]") {
  trace2::read::label_table labels;
  program::model trace;
  constexpr program::node_index count = 10'000;
  trace.regions.resize(1);
  trace.children.push_back({.what = labels.id_of("command", "sh"), .duration = ns(50'000)});
  trace.processes.resize(1 + 2 * count);
  trace.processes[0].name = "trace2 run";
  trace.processes[0].children = {0};
  trace.roots = {0};
  for (program::node_index i = 1; i <= 2 * count; ++i) {
    trace.processes[i].begin = moment_ns(i);
    trace.processes[i].end = moment_ns(i + 1);
    if (i > count) {
      trace.roots.push_back(i);
    } else {
      trace.processes[i].parent = trace.processes[i].child = 0;
      trace.children[0].sessions.push_back(i);
    }
  }
  std::clock_t const before = std::clock();
  auto const explained = program::why{trace, labels}.explain();
  CHECK((std::clock() - before) / CLOCKS_PER_SEC < 5);
  REQUIRE(explained);
  CHECK(explained->command == "sh");
  CHECK(explained->candidates == count + 1);
}

TEST_CASE("trace2 run itself is never explained, nor its only process twice", "[export]") {
  std::string const before =
      line("start", "00:00:00", R"(,"t_abs":0,"argv":["trace2","run","git","gc"])") +
      line("cmd_name", "00:00:00", R"(,"name":"run")") +
      line("child_start", "00:00:00.1",
           R"(,"child_id":0,"child_class":"command","argv":["git","gc"])") +
      line("child_exit", "00:00:00.5", R"(,"child_id":0,"pid":7,"code":0,"t_rel":0.4)") +
      line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)") +
      line("start", "00:00:00.2", R"(,"t_abs":0,"argv":["git","gc"])", "S/T");
  std::string const in_time = before + line("atexit", "00:00:00.4", R"(,"t_abs":0.2)", "S/T");
  explained const one{in_time, "git"};
  CHECK(one.result->command == "git gc");
  CHECK(one.result->wall == ns(400'000'000));
  CHECK(one.result->candidates == 1);
  CHECK_FALSE(explained(in_time, "trace2").result);
  std::string const late = before + line("atexit", "00:00:09", R"(,"t_abs":8.8)", "S/T");
  CHECK(explained(late).hints_at("git gc, which outlasted the wait for it"));
  CHECK_FALSE(explained(late).hints_at("told nothing"));
  CHECK(explained(late, "git").result->wall == ns(8'800'000'000));
}

TEST_CASE("a program that became another one took the time of both, and ends as the other",
          "[export]") {
  std::string const before =
      process("A", "quick", "", R"(,"t_abs":0.5,"code":0)") +
      line("start", "00:00:00", R"(,"t_abs":0,"argv":["git","co"])", "B") +
      line("exec", "00:00:00.1", R"(,"exec_id":0,"exe":"git-co","argv":["git-co"])", "B") +
      line("start", "00:00:02", R"(,"t_abs":0,"argv":["git-co"])", "B/T");
  explained const made{before + line("atexit", "00:00:09", R"(,"t_abs":7,"code":3)", "B/T")};
  CHECK(made.result->command == "git co");
  CHECK(made.result->wall == ns(9'000'000'000));
  CHECK(made.result->code == 3);
  CHECK(explained(before).result->is_unfinished);
  CHECK(explained(before + line("signal", "00:00:09", R"(,"signo":9)", "B/T"))
            .hints_at("killed by signal 9"));
}

TEST_CASE("a child that ran beside its parent has told something", "[export]") {
  explained const made{process(
      "S", "a",
      line("child_start", "00:00:00", R"(,"child_id":0,"argv":["b"])") +
          line("start", "00:00:00", R"(,"t_abs":0,"argv":["b"])", "S/T") +
          line("region_enter", "00:00:00.1", R"(,"category":"c","label":"l","nesting":1)") +
          line("region_leave", "00:00:00.4",
               R"(,"category":"c","label":"l","nesting":1,"t_rel":0.3)") +
          line("atexit", "00:00:00.9", R"(,"t_abs":0.9,"code":0)", "S/T") +
          line("child_exit", "00:00:00.9", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.9)"))};
  CHECK(made.hints_at("b, which outlasted the wait for it, or ran processes at once"));
  CHECK_FALSE(made.hints_at("told nothing"));
}

TEST_CASE("only errors of the command are said, and only the first ones", "[export]") {
  auto const error = [](int number, std::string_view sid) {
    std::string const text = std::to_string(number);
    return line("error", "00:00:00", R"(,"msg":"e)" + text + R"(","fmt":"f)" + text + "\"", sid);
  };
  std::string trace = line("start", "00:00:00", R"(,"argv":["b"])", "B") +
                      line("atexit", "00:00:09", R"(,"t_abs":9,"code":0)", "B") +
                      line("start", "00:00:00", R"(,"argv":["c"])", "B/C");
  for (int i = 0; i < 5; ++i) trace += error(i, "A");
  for (int i = 5; i < 10; ++i) trace += error(i, "B/C");
  explained const made{trace};
  CHECK(made.result->command == "b");
  CHECK_FALSE(made.hints_at("e0"));
  CHECK(made.hints_at("e5"));
  CHECK(made.hints_at("e7"));
  CHECK_FALSE(made.hints_at("e8"));
  auto const& hints = made.result->hints;
  REQUIRE(hints.size() >= 3);
  CHECK(std::count_if(hints.begin(), hints.end(), [](auto const& one) {
          return one.remedy == "\"trace2 summary\" counts all errors.";
        }) == 1);
}

TEST_CASE("an end that is missing or violent is said", "[export]") {
  CHECK(
      explained(line("start", "00:00:00", R"(,"argv":["a"])")).hints_at("end is not in the trace"));
  CHECK(explained(line("signal", "00:00:00", R"(,"signo":9)")).hints_at("killed by signal 9"));
  CHECK(explained(process("S", "a", line("error", "00:00:00", R"(,"msg":"no 1","fmt":"no %d")")))
            .hints_at("Error of a: no 1"));
}

TEST_CASE("timers are named where most of the time lies outside of any region", "[export]") {
  std::string const timers =
      line("timer", "00:00:01",
           R"(,"category":"db","name":"get","intervals":7,"t_total":0.2,"t_min":0,"t_max":0.1)") +
      line("timer", "00:00:01",
           R"(,"category":"db","name":"put","intervals":3,"t_total":0.7,"t_min":0,"t_max":0.4)");
  explained const with_timers{process("S", "a", timers)};
  CHECK(with_timers.remedy_of("Most of the time") ==
        "Its timers say more: db/put 700.000 ms [3x], db/get 200.000 ms [7x].");
  std::string const tiny = line("timer", "00:00:01",
                                R"(,"category":"db","name":"get","intervals":7,"t_total":0.00002,)"
                                R"("t_min":0,"t_max":0.00001)");
  CHECK(explained(process("S", "a", tiny)).remedy_of("Most of").starts_with("Its trace can't"));
  explained const without{process("S", "a")};
  CHECK(without.remedy_of("Most of the time").starts_with("Its trace can't say more."));
  // Those of another process don't count.
  CHECK(explained(process("S", "a", timers) + process("T", "b"), "/bin/b")
            .remedy_of("Most of the time")
            .starts_with("Its trace can't say more."));
}

TEST_CASE("what phases explain is not outside of any region", "[export]") {
  std::string const phase =
      line("data_json", "00:00:00.9",
           R"(,"nesting":1,"category":"p","key":"one","value":{"of":"phase","whose":"process",)"
           R"("t_total":0.8,"sums":[]})");
  CHECK_FALSE(explained(process("S", "a", phase)).hints_at("Most of the time"));
}

TEST_CASE("half of the time is not most of it", "[export]") {
  CHECK_FALSE(explained(process("S", "a", region(1, "00:00:00.5", "0.5"))).hints_at("Most of"));
  CHECK(explained(process("S", "a", region(1, "00:00:00.49", "0.49"))).hints_at("Most of"));
}

TEST_CASE("time of other categories is not called outside of any region", "[export]") {
  support::modelled const made{process("S", "a")};
  auto const result = program::why{made.trace, made.labels, {.is_filtered = true}}.explain();
  CHECK(result->is_filtered);
  CHECK(result->hints.empty());
}

TEST_CASE("a signal that killed the command is told where it is certain", "[export]") {
  explained const told{line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])") +
                       line("signal", "00:00:01", R"(,"signo":9)")};
  CHECK(told.result->signal == 9);
  CHECK(told.hints_at("killed by signal 9"));
  auto const run = [](std::string const& use) {
    return line("start", "00:00:00", R"(,"t_abs":0,"argv":["/bin/trace2-1.0","run"])") +
           line("cmd_name", "00:00:00", R"(,"name":"run")") +
           line("child_start", "00:00:00",
                R"(,"child_id":0,"child_class":"command","argv":["sh"])") +
           line("data_json", "00:00:00.5",
                R"(,"category":"process","key":"resource_use","value":{"user_time":0.25,)"
                R"("system_time":0.1)" +
                    use + "}") +
           line("child_exit", "00:00:00.5", R"(,"child_id":0,"pid":7,"code":137,"t_rel":0.5)") +
           line("atexit", "00:00:01", R"(,"t_abs":1,"code":137)");
  };
  CHECK(explained(run(R"(,"killed_by_signal":9)")).result->signal == 9);
  CHECK_FALSE(explained(run("")).result->signal);
  CHECK(explained(run("")).result->code == 137);
}

TEST_CASE("events that end at the default limit of nesting are noticed", "[export]") {
  std::string const nested = line("region_enter", "00:00:00", R"(,"label":"l","nesting":1)") +
                             line("region_enter", "00:00:00", R"(,"label":"l","nesting":2)") +
                             line("region_leave", "00:00:00.5", R"(,"nesting":2,"t_rel":0.5)") +
                             line("region_leave", "00:00:00.5", R"(,"nesting":1,"t_rel":0.5)");
  std::string const data = line("data", "00:00:00", R"(,"nesting":3,"key":"k","value":"1")");
  CHECK(explained(process("S", "a", nested)).hints_at("deeper than 2"));
  CHECK_FALSE(explained(process("S", "a", region(1, "00:00:00.1", "0.1"))).hints_at("deeper"));
  CHECK_FALSE(explained(process("S", "a", nested + data)).hints_at("deeper"));
}

TEST_CASE("time for starting processes is noticed, if there is more than one to save", "[export]") {
  std::string const child =
      line("child_start", "00:00:00.2", R"(,"child_id":0,"argv":["b"])") +
      line("start", "00:00:00.5", R"(,"t_abs":0,"argv":["b"])", "S/T") +
      line("atexit", "00:00:00.6", R"(,"t_abs":0.1,"code":0)", "S/T") +
      line("child_exit", "00:00:00.7", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.5)");
  CHECK_FALSE(explained(process("S", "a", child)).hints_at("starts and ends processes"));
  std::string const other =
      line("child_start", "00:00:00.7", R"(,"child_id":1,"argv":["b"])") +
      line("start", "00:00:00.8", R"(,"t_abs":0,"argv":["b"])", "S/U") +
      line("atexit", "00:00:00.9", R"(,"t_abs":0.1,"code":0)", "S/U") +
      line("child_exit", "00:00:00.9", R"(,"child_id":1,"pid":1,"code":0,"t_rel":0.2)");
  CHECK(explained(process("S", "a", child + other))
            .hints_at("50.0% of the time starts and ends processes (2"));
}

TEST_CASE("the slowest commands are explained, the slowest first, each by its process",
          "[export]") {
  support::modelled const made{process("A", "quick", "", R"(,"t_abs":0.5,"code":0)") +
                               process("B", "slow") + process("C", "as-slow")};
  program::why const why{made.trace, made.labels};
  auto const two = why.explain_slowest(2);
  REQUIRE(two.size() == 2);
  CHECK(two[0].command == "/bin/slow");
  CHECK(two[1].command == "/bin/as-slow");
  for (auto const& one : two) {
    CHECK(one.candidates == 3);
    CHECK(made.trace.processes[one.process].command == one.command);
    CHECK(one.wall == made.trace.processes[one.process].wall());
  }
  CHECK(why.explain_slowest(9).size() == 3);
  CHECK(why.explain_slowest(9, "quick").size() == 1);
  CHECK(why.explain_slowest(9, "absent").empty());
}

TEST_CASE("a region that is entered thousands of times is noticed", "[export]") {
  std::string trace;
  for (int i = 0; i < 1'000; ++i) trace += region(1, "00:00:00.0001", "0.0002");
  CHECK(
      explained(process("S", "a", trace)).hints_at("c/l was entered 1000 times, for 200 us each"));
}

TEST_CASE("no timer is praised where a region costs as little", "[export]") {
  std::string trace;
  for (int i = 0; i < 1'000; ++i) trace += region(1, "00:00:00.0001", "0.0002");
  support::modelled made{process("S", "a", trace)};
  auto const remedy = [&] {
    return program::why{made.trace, made.labels}.explain()->hints.front().remedy;
  };
  CHECK(remedy() == "Do more at a time; a timer costs less than so many regions.");
  made.trace.is_fine = true;  // as in a recording
  CHECK(remedy() == "Do more at a time.");
}

TEST_CASE("of a ring it is not said that the trace has no regions", "[export]") {
  support::modelled const made{process("S", "a")};
  auto const remedy = [&](bool is_ring) {
    program::why const why{made.trace, made.labels, {.is_ring = is_ring}};
    return why.explain()->hints.front().remedy;
  };
  CHECK(remedy(false).starts_with("Its trace can't say more."));
  CHECK(remedy(true).starts_with("A ring has only the newest events of each thread."));
}

TEST_CASE("a thread that works alone is noticed, and time that nothing explains", "[export]") {
  explained const made{process("S", "a",
                               line("thread_start", "00:00:00.1", "", "S", "th01:x") +
                                   line("thread_exit", "00:00:00.2", "", "S", "th01:x") +
                                   line("thread_start", "00:00:00.1", "", "S", "th02:x") +
                                   line("thread_exit", "00:00:00.5", "", "S", "th02:x"))};
  CHECK(made.hints_at("Thread th02:x went on for 300.000 ms after 1 other had ended."));
  CHECK(made.hints_at("outside of any region"));
}

TEST_CASE("a script that takes most of the time is named", "[export]") {
  explained const made{process(
      "S", "git",
      line("child_start", "00:00:00.1",
           R"(,"child_id":0,"child_class":"hook","hook_name":"pre-push","argv":["h"])") +
          line("start", "00:00:00.2", R"(,"t_abs":0,"argv":["git","log"])", "S/T") +
          line("atexit", "00:00:00.3", R"(,"t_abs":0.1,"code":0)", "S/T") +
          line("child_exit", "00:00:00.9", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.8)"))};
  CHECK(made.hints_at("pre-push itself, outside of the processes that it ran"));
  CHECK_FALSE(made.hints_at("starts and ends processes"));
}

}  // namespace why_test
