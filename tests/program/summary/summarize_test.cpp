#include "summary/summarize.hpp"

#include <trace2/detail/text/json_value.hpp>

#include <string>
#include <string_view>

#include "support/appended.hpp"
#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/task_trace.hpp"
#include "support/times.hpp"

namespace summarize_test {

namespace program = trace2::program;
using trace2::duration;

namespace {

std::string line(std::string_view event, std::string_view time, std::string_view members = "",
                 std::string_view sid = "S") {
  return support::event_line(event, sid, "main", time, members);
}

std::string const small_trace =
    line("start", "00:00:00", R"(,"t_abs":0,"argv":["/bin/git","clone","u"])") +
    line("cmd_name", "00:00:00", R"(,"name":"clone")") +
    line("region_enter", "00:00:00.1", R"(,"nesting":1,"category":"c","label":"l")") +
    line("region_leave", "00:00:00.2", R"(,"t_rel":0.1,"nesting":1,"category":"c","label":"l")") +
    line("region_enter", "00:00:00.2", R"(,"nesting":1,"category":"c","label":"l")") +
    line("region_leave", "00:00:00.5", R"(,"t_rel":0.3,"nesting":1,"category":"c","label":"l")") +
    line("child_start", "00:00:00.5", R"(,"child_id":0,"child_class":"?","argv":["git","gc"])") +
    line("start", "00:00:00.5", R"(,"t_abs":0,"argv":["git","gc"])", "S/T") +
    line("error", "00:00:00.6", R"(,"msg":"no 1","fmt":"no %d")", "S/T") +
    line("atexit", "00:00:00.7", R"(,"t_abs":0.2,"code":128)", "S/T") +
    line("child_exit", "00:00:00.7", R"(,"child_id":0,"pid":1,"code":128,"t_rel":0.2)") +
    line("data", "00:00:00.8", R"(,"category":"c","key":"k","value":"4")") +
    line("data", "00:00:00.8", R"(,"category":"trace2","key":"lost_lines/perf","value":"3")") +
    line("counter", "00:00:00.8", R"(,"category":"c","name":"n","count":5)") +
    line("too_many_files", "00:00:00.9") + line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)");

class summarized {
 public:
  explicit summarized(std::string trace)
      : made_{std::move(trace)}, summary_{program::summarizer{made_.trace, made_.labels}.make()} {}
  program::summary const* operator->() const { return &summary_; }
  program::summary const& operator*() const { return summary_; }

 private:
  support::modelled made_;
  program::summary summary_;
};

}  // namespace

TEST_CASE("a summary begins with the whole", "[export]") {
  summarized const made{small_trace};
  CHECK(made->begin == "2000-01-01T00:00:00.000000Z");
  CHECK(made->wall == duration::microseconds(1'000'000));
  CHECK(made->events == 16);
  CHECK(made->process_count == 2);
  CHECK(made->thread_count == 2);
}

TEST_CASE("processes are a tree with shares and exit codes", "[export]") {
  summarized const made{small_trace};
  REQUIRE(made->processes.size() == 2);
  CHECK(made->processes[0].command == "/bin/git clone u");
  CHECK(made->processes[0].name == "git clone");
  CHECK(made->processes[0].level == 0);
  CHECK(made->processes[0].share == 1.0);
  CHECK_FALSE(made->processes[0].code);  // only atexit has one
  CHECK(made->processes[1].level == 1);
  CHECK(made->processes[1].parent == made->processes[0].sid);
  CHECK(made->processes[1].begin.starts_with("2000-01-01T00:00:0"));
  CHECK(made->processes[1].wall == duration::microseconds(200'000));
  CHECK(made->processes[1].share == 0.2);
  CHECK(made->processes[1].code == 128);
  CHECK(made->processes[1].errors == 1);
  CHECK(made->processes[1].state == "ended");
}

TEST_CASE("the slowest of several commands comes first, with its share of all", "[export]") {
  auto const process = [](std::string_view sid, std::string_view time) {
    return line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])", sid) +
           line("atexit", "00:00:03", R"(,"code":0,"t_abs":)" + std::string{time}, sid);
  };
  summarized const made{process("A", "1") + process("B", "3")};
  REQUIRE(made->processes.size() == 2);
  CHECK(made->processes[0].sid == "B");
  CHECK(made->processes[0].share == 0.75);
  CHECK(made->processes[1].share == 0.25);
}

TEST_CASE("the shares of the programs that a process became are those of all of them", "[export]") {
  summarized const made{
      line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])") +
      line("exec", "00:00:01", R"(,"t_abs":1,"exec_id":0,"exe":"b","argv":["b"])") +
      line("start", "00:00:02", R"(,"t_abs":0,"argv":["b"])", "S/T") +
      line("exec", "00:00:04", R"(,"t_abs":2,"exec_id":0,"exe":"c","argv":["c"])", "S/T") +
      line("start", "00:00:04", R"(,"t_abs":0,"argv":["c"])", "S/T/U") +
      line("atexit", "00:00:10", R"(,"t_abs":6,"code":3)", "S/T/U")};
  REQUIRE(made->processes.size() == 3);
  CHECK(made->processes[0].share == 0.1);
  CHECK(made->processes[1].share == 0.2);
  CHECK(made->processes[2].share == 0.6);
  CHECK(made->processes[0].between == duration::microseconds(1'000'000));
  CHECK_FALSE(made->processes[1].between.has_value());
  CHECK_FALSE(made->processes[2].between.has_value());
}

TEST_CASE("regions, children, values, errors and losses are summed up", "[export]") {
  summarized const made{small_trace};
  REQUIRE(made->regions.size() == 1);
  CHECK(made->regions[0].count == 2);
  CHECK(made->regions[0].total == duration::microseconds(400'000));
  CHECK(made->regions[0].self == duration::microseconds(400'000));
  CHECK(made->regions[0].median == duration::microseconds(200'000));
  CHECK(made->regions[0].p95 == duration::microseconds(290'000));
  REQUIRE(made->children.size() == 1);
  CHECK(made->children[0].program == "git gc");
  CHECK(made->children[0].failed == 1);
  REQUIRE(made->data.size() == 1);
  CHECK(made->data[0].sum == 4);
  REQUIRE(made->counters.size() == 1);
  CHECK(made->counters[0].count == 5);
  REQUIRE(made->errors.size() == 1);
  CHECK(made->errors[0].message == "no 1");
  CHECK(made->errors[0].process == "git");
  REQUIRE(made->losses.size() == 2);
  CHECK(made->losses[0].what == "lost_lines/perf");
  CHECK(made->losses[0].count == 3);
}

TEST_CASE("the most frequent of other events come first, then names decide", "[export]") {
  summarized const made{line("b", "00:00:00") + line("a", "00:00:00") + line("c", "00:00:00") +
                        line("c", "00:00:01") + line("printf", "00:00:01", R"(,"msg":"")")};
  REQUIRE(made->other_events.size() == 3);
  CHECK(made->other_events[0].name == "c");
  CHECK(made->other_events[0].count == 2);
  CHECK(made->other_events[1].name == "a");
  CHECK(made->other_events[2].name == "b");
  CHECK(made->other_events[2].count == 1);
}

TEST_CASE("what took most time comes first, and names decide between equals", "[export]") {
  std::string trace;
  for (char const* const label : {"b", "a", "long"}) {
    std::string const names =
        R"(,"nesting":1,"category":"c","label":")" + std::string{label} + "\"";
    trace += line("region_enter", "00:00:00", names) +
             line("region_leave", "", names + R"(,"t_rel":)" + (label[1] == 'o' ? "2" : "1"));
  }
  summarized const made{trace};
  REQUIRE(made->regions.size() == 3);
  CHECK(made->regions[0].label == "long");
  CHECK(made->regions[1].label == "a");
  CHECK(made->regions[2].label == "b");
}

TEST_CASE("whether times have nanoseconds is up to the trace, not to a single one", "[export]") {
  trace2::read::label_table labels;
  program::model trace;
  for (std::int64_t const nanoseconds : {1'000, 2'000})
    trace.region_sums[labels.id_of("c", "l")].totals.add(ns(nanoseconds));
  auto const shortest = [&] {
    return support::appended([&](trace2::buffer& out) {
      trace2::detail::append_json(out, program::summarizer{trace, labels}.make().regions[0].min);
    });
  };
  CHECK(shortest() == "0.000001");
  trace.is_fine = true;
  CHECK(shortest() == "0.000001000");
}

TEST_CASE("the mean of a timer is finer than its total, for which writers have whole microseconds",
          "[export]") {
  summarized const made{line(
      "timer", "00:00:00",
      R"(,"category":"c","name":"t","intervals":100000,"t_total":0.080561,"t_min":0,"t_max":0)")};
  CHECK(made->timers.at(0).mean.in_nanoseconds() == ns(806));
}

TEST_CASE("the tail of a timer is that of the distribution it keeps", "[export]") {
  std::string const sums =
      R"(,"category":"c","name":"t","intervals":2,"t_total":0.3,"t_min":0.1,"t_max":0.2)";
  CHECK_FALSE(summarized { line("timer", "00:00:00", sums) } -> timers.at(0).nanoseconds);
  summarized const made{
      line("timer", "00:00:00", sums) +
      line("data_json", "00:00:00",
           R"(,"category":"c","key":"t","value":{"of":"timer","unit":"ns","shortest":100000001,)"
           R"("longest":199999999,"values":[[100000001,1],[199999999,1]]})")};
  REQUIRE(made->timers.size() == 1);
  CHECK(made->timers[0].nanoseconds->median == 100'000'001);
  CHECK(made->timers[0].nanoseconds->longest == 199'999'999);
  CHECK(made->timers[0].min.in_nanoseconds() == ns(100'000'001));
  CHECK(made->timers[0].max.in_nanoseconds() == ns(199'999'999));
  CHECK(made->data.empty());
}

TEST_CASE("a summary is its own JSON", "[export]") {
  summarized const made{line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])")};
  CHECK(
      support::appended([](auto& out, auto const& all) { trace2::detail::append_json(out, all); },
                        *made) ==
      R"({"begin":"2000-01-01T00:00:00.000000Z","wall":0.000000,"events":1,"process_count":1,)"
      R"("thread_count":1,"processes":[{"sid":"S","level":0,"name":"a","command":"a",)"
      R"("begin":"2000-01-01T00:00:00.000000Z","wall":0.000000,"share":0,"state":"unfinished","errors":0}],"commands":[{"name":"a",)"
      R"("count":1,"failed":0,"unfinished":1,"total":0.000000,"min":0.000000,"median":0.000000,)"
      R"("p95":0.000000,"max":0.000000}],"regions":[],"children":[],"timers":[],"counters":[],)"
      R"("phases":[],"data":[],"other_events":[],"errors":[],"losses":[],"left_out":[]})");
}

TEST_CASE("tasks of the same names are summed up, with running told from waiting", "[export]") {
  using namespace support::tasks;  // NOLINT(google-build-using-namespace)
  support::modelled const made{pool(begin(3, "00:00:00.01", "fetch") + end(4, "00:00:00.01", "x") +
                                    begin(5, "00:00:00.01", "y") + begin(5, "00:00:00.01", "y"))};
  auto const all = program::summarizer{made.trace, made.labels}.make();
  REQUIRE(all.tasks);
  REQUIRE(all.tasks->size() == 4);
  auto const& fetch = all.tasks->front();
  CHECK(fetch.label == "fetch");
  CHECK(fetch.count == 2);
  CHECK(fetch.unfinished == 1);
  CHECK(fetch.total == duration::microseconds(380'000 + 990'000));
  CHECK(fetch.running == duration::microseconds(200'000));
  CHECK(fetch.waiting == duration::microseconds(180'000 + 990'000));
  CHECK(fetch.median == duration::microseconds((380'000 + 990'000) / 2));
  CHECK(fetch.max == duration::microseconds(990'000));
  REQUIRE(all.losses.size() == 2);
  CHECK(all.losses[0].what == "events of tasks that had not begun");
  CHECK(all.losses[1].what == "tasks that began twice");
  CHECK(all.losses[1].count == 1);
}

}  // namespace summarize_test
