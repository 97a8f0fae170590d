#include "diff/summary_samples.hpp"

#include <trace2/sink/memory.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "summary/summary_json.hpp"
#include "support/catch.hpp"
#include "support/times.hpp"

namespace summary_samples_test {

namespace program = trace2::program;
using program::measured;
using program::side;
using trace2::duration;
using values = std::vector<double>;

namespace {

std::string written(program::summary const& all) {
  trace2::memory_sink sink;
  program::write_json(sink, all);
  return std::string{sink.text()};
}

program::summary some() {
  program::summary all;
  all.process_count = 3;
  all.commands = {{.name = "git \"gc\"",
                   .count = 3,
                   .total = duration::microseconds(900),
                   .median = duration::microseconds(300)},
                  {.name = "cut", .count = 1, .unfinished = 1}};
  all.regions = {{.category = "c", .label = "l", .total = duration::microseconds(150)}};
  all.timers = {{.category = "c", .name = "t", .total = duration::microseconds(180)}};
  all.counters = {{.category = "c", .name = "n", .count = 21}};
  return all;
}

struct collected {
  trace2::read::label_table labels;
  program::sample_table samples;
  program::summary_samples collector{samples, side::before, labels};

  values of(measured kind, std::string_view category, std::string_view name) {
    auto const label = labels.id_of(category, name);
    if (kind == measured::command) return samples.all().at({kind, label, 0}).values[0];
    auto const all = labels.id_of({}, {});
    auto const what = kind == measured::region
                          ? *samples.paths().find(program::region_paths::outermost, label)
                          : label;
    return samples.all().at({kind, all, what}).values[0];
  }
};

}  // namespace

TEST_CASE("a summary is known by its beginning", "[export]") {
  CHECK(program::is_summary(written(some())));
  CHECK_FALSE(program::is_summary(R"({"event":"version","sid":"S"})"));
  CHECK_FALSE(program::is_summary(R"({"begin":1})"));
  CHECK_FALSE(program::is_summary(R"({"process_count":1})"));
  CHECK_FALSE(program::is_summary(""));
}

TEST_CASE("each summary is one value: medians of commands, sums per process of all else",
          "[export]") {
  collected made;
  CHECK(made.collector.add(written(some())));
  CHECK(made.collector.add(written(some())));
  CHECK(made.samples.runs(side::before) == 2);
  CHECK(made.of(measured::command, "", "git \"gc\"") == values{300'000, 300'000});
  CHECK(made.of(measured::region, "c", "l") == values{50'000, 50'000});
  CHECK(made.of(measured::timer, "c", "t") == values{60'000, 60'000});
  CHECK(made.of(measured::counter, "c", "n") == values{7, 7});
  CHECK(made.samples.all().size() == 4);  // not the median that a cut process has made smaller
}

TEST_CASE("tasks of a summary have the names they have in a trace", "[export]") {
  program::summary all = some();
  all.tasks.emplace();
  all.tasks->push_back({.category = "c",
                        .label = "fetch",
                        .count = 2,
                        .total = duration::microseconds(900),
                        .running = duration::microseconds(300)});
  collected made;
  CHECK(made.collector.add(written(all)));
  CHECK(made.of(measured::timer, "c", "fetch (task)") == values{300'000});
  CHECK(made.of(measured::timer, "c", "fetch (task, running)") == values{100'000});
}

TEST_CASE("phases of a summary have the names they have in a trace", "[export]") {
  program::summary all = some();
  all.phases = {{.category = "b",
                 .name = "fill",
                 .kind = "phase",
                 .count = 3,
                 .total = duration::microseconds(30)},
                {.category = "b",
                 .name = "fill",
                 .kind = "timer",
                 .share_category = "c",
                 .share_name = "t",
                 .total = duration::microseconds(60)},
                {.category = "b",
                 .name = "fill",
                 .kind = "counter",
                 .share_category = "c",
                 .share_name = "n",
                 .count = 9}};
  collected made;
  CHECK(made.collector.add(written(all)));
  CHECK(made.of(measured::timer, "b", "fill (phase)") == values{10'000});
  CHECK(made.of(measured::timer, "c", "t in b/fill") == values{20'000});
  CHECK(made.of(measured::counter, "c", "n in b/fill") == values{3});
}

TEST_CASE("quantiles of timers are values as they are, in phases too", "[export]") {
  program::summary all = some();
  trace2::interval_quantiles const lengths{
      .count = 5, .median = 2'000, .p90 = 3'000, .p99 = 4'000, .p999 = 5'000, .longest = 5'500};
  all.timers[0].nanoseconds = lengths;
  all.phases = {{.category = "b",
                 .name = "fill",
                 .kind = "timer",
                 .share_category = "c",
                 .share_name = "t",
                 .total = duration::microseconds(60),
                 .nanoseconds = lengths}};
  collected made;
  CHECK(made.collector.add(written(all)));
  CHECK(made.of(measured::timer, "c", "t median") == values{2'000});
  CHECK(made.of(measured::timer, "c", "t p90") == values{3'000});
  CHECK(made.of(measured::timer, "c", "t p99") == values{4'000});
  CHECK(made.of(measured::timer, "c", "t p99.9") == values{5'000});
  CHECK(made.of(measured::timer, "c", "t max") == values{5'500});
  CHECK(made.of(measured::timer, "c", "t p99 in b/fill") == values{4'000});
}

TEST_CASE("how many processes a summary tells of makes no change", "[export]") {
  collected made;
  CHECK(made.collector.add(written(some())));
  program::summary twice = some();
  twice.commands[0].count *= 2;
  twice.regions[0].total = duration::microseconds(300);
  twice.timers[0].total = duration::microseconds(360);
  twice.counters[0].count *= 2;
  CHECK(made.collector.add(written(twice)));
  CHECK(made.of(measured::region, "c", "l") == values{50'000, 50'000});
  CHECK(made.of(measured::timer, "c", "t") == values{60'000, 60'000});
  CHECK(made.of(measured::counter, "c", "n") == values{7, 7});
}

TEST_CASE("a summary without a process that has ended is no run", "[export]") {
  program::summary cut = some();
  cut.commands.erase(cut.commands.begin());
  collected made;
  CHECK(made.collector.add(written(cut)));
  CHECK(made.samples.runs(side::before) == 0);
  CHECK(made.samples.all().empty());
}

TEST_CASE("what is no summary is refused, and nothing of it is taken", "[export]") {
  std::string const whole = written(some());
  collected made;
  for (std::size_t size = 0; size + 2 < whole.size(); ++size)
    CHECK_FALSE(made.collector.add(whole.substr(0, size)));
  for (std::string_view const text :
       {R"({"commands":[{"name":"a","count":1}],"timers":5})",
        R"({"commands":[{"name":"a","count":1},{"name":"a","count":1}]})",
        R"({"counters":[{"name":"a","count":1}],"counters":[{"name":"a","count":1}]})"})
    CHECK_FALSE(made.collector.add(text));
  CHECK_FALSE(made.collector.add(R"({"commands":5})"));
  CHECK_FALSE(made.collector.add(R"({"commands":[{"name":5}]})"));
  CHECK_FALSE(made.collector.add(R"({"timers":[5]})"));
  CHECK(made.samples.runs(side::before) == 0);
  CHECK(made.samples.all().empty());
  CHECK(made.collector.add(whole));
  CHECK(made.of(measured::counter, "c", "n") == values{7});
}

TEST_CASE("names that find no room double no row", "[export]") {
  trace2::read::label_table labels{2};
  program::sample_table samples;
  program::summary_samples collector{samples, side::before, labels};
  program::summary all = some();
  for (std::string_view const name : {"a", "b", "c", "d"})
    all.counters.push_back({.category = "c", .name = name, .count = 3});
  CHECK(collector.add(written(all)));
}

}  // namespace summary_samples_test
