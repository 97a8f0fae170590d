#include "diff/sample_collector.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/task_trace.hpp"
#include "support/trace_log.hpp"

namespace sample_collector_test {

namespace program = trace2::program;
using program::measured;
using program::side;
using values = std::vector<double>;

namespace {

std::string line(std::string_view event, std::string_view time, std::string_view members = "",
                 std::string_view sid = "S", std::string_view thread = "main") {
  return support::event_line(event, sid, thread, time, members);
}

std::string region(std::string_view kind, std::string_view time, int nesting,
                   std::string_view label, std::string_view t_rel = "", std::string_view sid = "S",
                   std::string_view thread = "main") {
  std::string members = R"(,"nesting":)" + std::to_string(nesting);
  if (!t_rel.empty()) members.append(R"(,"t_rel":)").append(t_rel);
  members.append(R"(,"category":"c","label":")").append(label).append("\"");
  return line(kind == "enter" ? "region_enter" : "region_leave", time, members, sid, thread);
}

std::string begin(std::string_view sid = "S") {
  return line("start", "00:00:00", R"(,"t_abs":0,"argv":["/bin/git","gc"])", sid) +
         line("cmd_name", "00:00:00", R"(,"name":"gc")", sid);
}
std::string end(std::string_view sid = "S") {
  return line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)", sid);
}

/// The samples of a trace, by "kind command: path".
struct collected {
  trace2::read::label_table labels;
  program::sample_table samples;

  explicit collected(std::string trace, program::sample_limits const& limits = {})
      : samples{limits} {
    program::sample_collector collector{samples, side::after, labels};
    CHECK(support::follow(std::move(trace), collector, labels).empty());
  }

  std::map<std::string, values> all() const {
    static constexpr std::string_view kinds[] = {"command", "region", "timer", "counter"};
    std::map<std::string, values> result;
    for (auto const& [key, sample] : samples.all()) {
      std::string name{kinds[static_cast<std::size_t>(key.kind)]};
      name.append(" ").append(labels[key.command].name).append(":");
      if (key.kind == measured::region)
        for (std::string const& part : samples.paths().names(key.what, labels))
          name.append(" ").append(part);
      else if (key.kind != measured::command)
        name.append(" ").append(labels[key.what].name);
      CHECK(sample.values[0].empty());
      result[name] = sample.values[1];
    }
    return result;
  }
};

}  // namespace

TEST_CASE("each process is one value of its command", "[export]") {
  collected const made{begin("A") + begin("B") + end("A") + end("B")};
  CHECK(made.samples.runs(side::after) == 2);
  CHECK(made.all() == std::map<std::string, values>{{"command git gc:", {1e9, 1e9}}});
}

TEST_CASE("regions add up by their paths, not by their labels", "[export]") {
  collected const made{
      begin() + region("enter", "00:00:00.1", 1, "a") + region("enter", "00:00:00.1", 2, "b") +
      region("leave", "00:00:00.2", 2, "b", "0.1") + region("leave", "00:00:00.3", 1, "a", "0.2") +
      region("enter", "00:00:00.4", 1, "b") + region("leave", "00:00:00.5", 1, "b", "0.1") +
      region("enter", "00:00:00.5", 1, "b") + region("leave", "00:00:00.7", 1, "b", "0.2") + end()};
  auto const all = made.all();
  CHECK(all.at("region git gc: c/a") == values{200'000'000});
  CHECK(all.at("region git gc: c/a c/b") == values{100'000'000});
  CHECK(all.at("region git gc: c/b") == values{300'000'000});
}

TEST_CASE("threads of one role share their paths", "[export]") {
  std::string trace = begin();
  for (std::string_view const thread : {"th01:hash", "th02:hash"})
    trace += line("thread_start", "00:00:00.1", "", "S", thread) +
             region("enter", "00:00:00.1", 1, "a", "", "S", thread) +
             region("leave", "00:00:00.2", 1, "a", "0.1", "S", thread) +
             line("thread_exit", "00:00:00.2", R"(,"t_rel":0.1)", "S", thread);
  CHECK(collected{trace + end()}.all().at("region git gc: hash c/a") == values{200'000'000});
}

TEST_CASE("timers and counters belong to their command", "[export]") {
  collected const made{
      begin() +
      line("timer", "00:00:00.9",
           R"(,"category":"c","name":"t","intervals":3,"t_total":0.5,"t_min":0.1,"t_max":0.3)") +
      line("counter", "00:00:00.9", R"(,"category":"c","name":"n","count":7)") + end()};
  CHECK(made.all().at("timer git gc: t") == values{500'000'000});
  CHECK(made.all().at("counter git gc: n") == values{7});
}

TEST_CASE("tasks are samples, and the part of them that is no waiting", "[export]") {
  collected const made{support::tasks::pool()};
  auto const sample = [&](std::string const& name) {
    for (auto const& [known, found] : made.all())
      if (known.starts_with("timer") && known.ends_with(": " + name)) return found;
    return values{};
  };
  CHECK(sample("fetch (task)") == values{380'000'000});
  CHECK(sample("fetch (task, running)") == values{200'000'000});
  CHECK(sample("compile (task)") == values{870'000'000});
  CHECK(sample("compile (task, running)") == values{400'000'000});
}

TEST_CASE("regions of tasks add up by their paths, which begin with the label of the tasks",
          "[export]") {
  namespace tasks = support::tasks;
  auto const task = [](int number, std::string const& time) {
    return tasks::begin(number, time, "fetch") + tasks::run(number, time, "main") +
           tasks::enter(number, time, "get", 1, "main") +
           tasks::enter(number, time, "dns", 2, "main") +
           tasks::leave(number, time, "dns", 2, "main", R"(,"t_rel":0.1)") +
           tasks::leave(number, time, "get", 1, "main", R"(,"t_rel":0.3)") +
           tasks::pause(number, time, "main") + tasks::end(number, time, "fetch");
  };
  collected const made{begin() + task(1, "00:00:00.1") + task(2, "00:00:00.5") +
                       region("enter", "00:00:00.6", 1, "dns") +
                       region("leave", "00:00:00.7", 1, "dns", "0.1") + end()};
  auto const all = made.all();
  CHECK(all.at("region git gc: c/fetch (task) c/get") == values{600'000'000});
  CHECK(all.at("region git gc: c/fetch (task) c/get c/dns") == values{200'000'000});
  CHECK(all.at("region git gc: c/dns") == values{100'000'000});
}

TEST_CASE("phases are samples, and the sums of timers and counters in them", "[export]") {
  auto const phase = [](std::string_view key, std::string_view sums) {
    return line("data_json", "00:00:00.9",
                R"(,"t_abs":0.9,"t_rel":0.9,"nesting":1,"category":"b","key":")" +
                    std::string{key} +
                    R"(","value":{"of":"phase","whose":"process","t_total":0.25,"sums":[)" +
                    std::string{sums} + "]}");
  };
  constexpr char const* sums =
      R"({"category":"c","name":"t","intervals":3,"t_total":0.5},{"category":"c","name":"n","count":7})";
  collected const made{begin() + phase("fill", sums) + phase("fill", sums) + phase("read", "") +
                       end()};
  CHECK(made.all().at("timer git gc: fill (phase)") == values{500'000'000});
  CHECK(made.all().at("timer git gc: t in b/fill") == values{1'000'000'000});
  CHECK(made.all().at("counter git gc: n in b/fill") == values{14});
  CHECK(made.all().at("timer git gc: read (phase)") == values{250'000'000});
  CHECK(made.all().size() == 5);
  collected const lengths{
      begin() +
      phase(
          "fill",
          R"({"category":"c","name":"t","intervals":3,"t_total":0.5,"values":[[1000,2],[3000,1]]})") +
      end()};
  CHECK(lengths.all().at("timer git gc: t median in b/fill") == values{1'000});
  CHECK(lengths.all().at("timer git gc: t max in b/fill") == values{3'000});
  CHECK(lengths.all().size() == 8);
}

TEST_CASE("the quantiles of a distribution_timer are samples of their own", "[export]") {
  auto const report = [](std::string_view of, std::string_view lengths) {
    return line("data_json", "00:00:00.9",
                R"(,"t_abs":0.9,"t_rel":0.9,"nesting":1,"category":"c","key":"t","value":{"of":")" +
                    std::string{of} +
                    R"(","unit":"ns","count":20,"median":1,)"
                    R"("shortest":1000,"longest":50500,"values":)" +
                    std::string{lengths} + "}");
  };
  collected const made{begin() + report("th_timer", "[[9,20]]") +
                       report("timer", "[[1000,9],[2500,9],[40000,1],[50500,1]]") +
                       line("data_json", "00:00:00.9", R"(,"category":"c","key":"t","value":{})") +
                       end()};
  CHECK(made.all().at("timer git gc: t median") == values{2'500});
  CHECK(made.all().at("timer git gc: t p90") == values{2'500});
  CHECK(made.all().at("timer git gc: t p99") == values{50'500});
  CHECK(made.all().at("timer git gc: t p99.9") == values{50'500});
  CHECK(made.all().at("timer git gc: t max") == values{50'500});
  CHECK(made.all().size() == 6);
}

TEST_CASE("a process that was cut off is counted, and gives no values", "[export]") {
  collected const made{begin("A") + region("enter", "00:00:00.1", 1, "a", "", "A") +
                       region("leave", "00:00:00.2", 1, "a", "0.1", "A") + begin("B") +
                       line("signal", "00:00:00.5", R"(,"t_abs":0.5,"signo":15)", "B")};
  CHECK(made.all().empty());
  CHECK(made.samples.runs(side::after) == 0);
  CHECK(made.samples.unfinished(side::after) == 2);
}

TEST_CASE("what finds no room is counted", "[export]") {
  std::string trace = begin();
  for (int i = 0; i < 100; ++i)
    trace += region("enter", "00:00:00.1", 1, std::to_string(i)) +
             region("leave", "00:00:00.2", 1, std::to_string(i), "0.1");
  collected const few_samples{trace + end(), {.samples = 20}};
  CHECK(few_samples.samples.all().size() == 20);
  CHECK(few_samples.samples.left_out() == 81);
  collected const few_paths{trace + end(), {.paths = 30}};
  CHECK(few_paths.samples.all().size() == 31);
  CHECK(few_paths.samples.left_out() == 70);
}

}  // namespace sample_collector_test
