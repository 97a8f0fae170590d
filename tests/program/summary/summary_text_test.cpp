#include "summary/summary_text.hpp"

#include <trace2/sink/memory.hpp>

#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace summary_text_test {

namespace program = trace2::program;
using trace2::duration;

namespace {

std::string text_of(program::summary const& all, std::size_t width = 200, std::size_t rows = 100) {
  trace2::memory_sink sink;
  program::summary_text{sink, rows, {}, width}.write(all);
  return std::string{sink.text()};
}

}  // namespace

TEST_CASE("a summary of nothing is one line", "[export]") {
  CHECK(text_of({}) == "0 commands, 0 threads, 0 events, 0 us\n");
}

TEST_CASE("the cost of an empty region follows the counts", "[export]") {
  using trace2::read::fine_duration;
  CHECK(text_of({.empty_region = {{fine_duration{ns(23)}, fine_duration{ns(10)}}}}) ==
        "0 commands, 0 threads, 0 events, 0 us\n"
        "an empty region costs 23 ns where only a recording is on, 10 ns of them inside\n");
}

TEST_CASE("each part has a table", "[export]") {
  program::summary all{
      .begin = "T", .wall = duration::microseconds(1'000'000), .events = 9, .process_count = 2};
  all.processes = {{.level = 0,
                    .command = "git clone",
                    .wall = duration::microseconds(1'000'000),
                    .share = 1,
                    .code = 0},
                   {.level = 1,
                    .name = "git gc",
                    .wall = duration::microseconds(500'000),
                    .share = 0.5,
                    .state = "unfinished"}};
  all.regions = {{.category = "c",
                  .label = "l\n",
                  .count = 2,
                  .total = duration::microseconds(1'500),
                  .self = duration::microseconds(700)}};
  all.phases = {{.category = "b",
                 .name = "fill",
                 .kind = "phase",
                 .count = 1,
                 .total = duration::microseconds(9'000'000),
                 .mean = duration::microseconds(9'000'000)},
                {.kind = "timer",
                 .share_category = "db",
                 .share_name = "put",
                 .count = 2000,
                 .total = duration::microseconds(1001),
                 .mean = trace2::read::fine_duration{ns(501)}},
                {.kind = "counter", .share_category = "db", .share_name = "bytes", .count = 70}};
  all.errors = {{.count = 3, .message = "it failed", .process = "git"}};
  all.losses = {{"lost_lines/perf", 4}};
  CHECK(text_of(all) ==
        "2 commands, 0 threads, 9 events, 1.000 s, from T\n"
        "\n"
        "Processes\n"
        "        wall   share        exit  command\n"
        "  1.000000 s  100.0%           0  git clone\n"
        "  0.500000 s   50.0%  unfinished    git gc\n"
        "\n"
        "Regions\n"
        "  count     total    self   min  median   max  region\n"
        "      2  1.500 ms  700 us  0 us    0 us  0 us  c/l\\n\n"
        "\n"
        "Phases\n"
        "  count       total    mean  phase, and its sums\n"
        "      1  9.000000 s          b/fill\n"
        "   2000  0.001001 s  501 ns    db/put\n"
        "     70                        db/bytes\n"
        "\n"
        "Errors\n"
        "  count  first message\n"
        "      3  git: it failed\n"
        "\n"
        "Lost\n"
        "  count  what\n"
        "      4  lost_lines/perf\n");
}

TEST_CASE("a phase shows the quantiles of a distribution_timer in it", "[export]") {
  program::summary all;
  all.phases = {{.category = "b", .name = "fill", .kind = "phase", .count = 1},
                {.kind = "timer",
                 .share_category = "db",
                 .share_name = "put",
                 .count = 3,
                 .nanoseconds = trace2::interval_quantiles{3, 100, 200, 300, 400, 500, 600}}};
  std::string const text = text_of(all);
  CHECK(text.substr(text.find("Phases")) ==
        "Phases\n"
        "  count  median     p90     p99   p99.9     max  phase, and its sums\n"
        "      1                                          b/fill\n"
        "      3  200 ns  300 ns  400 ns  500 ns  600 ns    db/put\n");
}

TEST_CASE("the processes of several commands are sorted by their time", "[export]") {
  program::summary all;
  all.processes = {{.level = 0, .name = "a", .wall = duration::microseconds(5)},
                   {.level = 1, .name = "b", .wall = duration::microseconds(1)},
                   {.level = 0, .name = "c", .wall = duration::microseconds(3)}};
  std::string const text = text_of(all);
  CHECK(text.find("  a\n") < text.find("  c\n"));
  CHECK(text.find("  c\n") < text.find("  b\n"));
}

TEST_CASE("of a tree without room for all processes the slowest are shown", "[export]") {
  program::summary all;
  all.processes = {{.level = 0, .name = "a", .wall = duration::microseconds(9)},
                   {.level = 1, .name = "b", .wall = duration::microseconds(1)},
                   {.level = 1, .name = "c", .wall = duration::microseconds(2)},
                   {.level = 2, .name = "d", .wall = duration::microseconds(1)},
                   {.level = 1, .name = "e", .wall = duration::microseconds(5)}};
  all.process_count = 5;
  std::string const text = text_of(all, 200, 3);
  CHECK(
      text.ends_with("  9 us   0.0%  a\n"
                     "  2 us   0.0%    c\n"
                     "  5 us   0.0%    e\n"
                     "  ... 2 more\n"));
}

TEST_CASE("rows below a thousandth of the time are counted, unless they tell of a fault",
          "[export]") {
  program::summary all;
  all.process_count = 3;
  all.processes = {{.level = 0, .name = "a", .wall = duration::microseconds(1'000'000), .share = 1},
                   {.level = 1, .name = "small", .wall = duration::microseconds(999)},
                   {.level = 1, .name = "failed", .wall = duration::microseconds(1), .code = 1},
                   {.level = 1, .name = "large", .wall = duration::microseconds(1'000)}};
  all.commands = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
  all.regions = {{.label = "large", .count = 1, .total = duration::microseconds(1'000)},
                 {.label = "small", .count = 1, .total = duration::microseconds(999)},
                 {.label = "cut", .count = 1, .unfinished = 1}};
  all.children = {{.child_class = "c", .program = "p", .count = 1}};
  std::string const text = text_of(all);
  CHECK(text.find("small") == std::string::npos);
  CHECK(text.find("  failed\n") != std::string::npos);
  CHECK(text.find("  large\n  ... 1 more\n\nRegions\n") != std::string::npos);
  CHECK(text.find("  cut\n  ... 1 more\n") != std::string::npos);
  // A table is never empty.
  CHECK(text.find("  c: p\n") != std::string::npos);
  std::string const whole = text_of(all, 200, SIZE_MAX);
  CHECK(whole.find(" more\n") == std::string::npos);
  CHECK(whole.find("  small\n") != std::string::npos);
}

TEST_CASE("of many commands two tables are shown, and the names of the others", "[export]") {
  program::summary all;
  all.process_count = 3;
  all.processes = {{.level = 0, .name = "a", .wall = duration::microseconds(5)},
                   {.level = 0, .name = "a", .wall = duration::microseconds(4)},
                   {.level = 1, .name = "b", .wall = duration::microseconds(1)}};
  all.commands = {{.name = "a", .count = 2}, {.name = "b", .count = 1}};
  all.regions = {{.label = "l", .count = 1, .total = duration::microseconds(5)}};
  all.children = {{.child_class = "c", .program = "p", .count = 1}};
  all.counters = {{.name = "n", .count = 7}};
  all.data = {{.key = "k", .count = 1, .latest = "v"}};
  all.errors = {{.count = 1, .message = "m", .process = "p"}};
  all.losses = {{"lost_lines/perf", 4}};
  std::string const text = text_of(all);
  auto const has = [&](char const* title) { return text.find(title) != std::string::npos; };
  CHECK(has("\nCommands by name\n"));
  CHECK(has("\nRegions\n"));
  CHECK(!has("\nProcesses\n"));
  CHECK(!has("\nChildren\n"));
  CHECK(has("\n--rows=0 shows more: Children (1), Processes (3), Counters (1), Data (1)\n"));
  CHECK(has("\nErrors\n"));
  CHECK(has("\nLost\n"));
  std::string const whole = text_of(all, 200, SIZE_MAX);
  CHECK(whole.find("--rows") == std::string::npos);
  for (char const* const title :
       {"Commands by name", "Processes", "Regions", "Children", "Counters", "Data"})
    CHECK(whole.find("\n" + std::string{title} + "\n") != std::string::npos);
}

TEST_CASE("commands that don't repeat are shown as processes", "[export]") {
  program::summary all;
  all.process_count = 2;
  all.processes = {{.level = 0, .name = "a", .wall = duration::microseconds(5)},
                   {.level = 0, .name = "b", .wall = duration::microseconds(4)}};
  all.commands = {{.name = "a", .count = 1}, {.name = "b", .count = 1}};
  all.regions = {{.label = "l", .count = 1, .total = duration::microseconds(5)}};
  std::string const text = text_of(all);
  CHECK(text.find("\nProcesses\n") < text.find("\nRegions\n"));
  CHECK(text.find("\nCommands by name\n") == std::string::npos);
}

TEST_CASE("the beginning has a line of its own where the first one would be too wide", "[export]") {
  program::summary all;
  all.begin = "2000-01-01T00:00:00Z";
  CHECK(text_of(all, 64).starts_with("0 commands, 0 threads, 0 events, 0 us, from 2000-01-01"));
  CHECK(text_of(all, 63) == "0 commands, 0 threads, 0 events, 0 us\nfrom 2000-01-01T00:00:00Z\n");
}

TEST_CASE("the programs that a process became, and the time between them, add up", "[export]") {
  program::summary all;
  all.processes = {{.level = 0,
                    .name = "a",
                    .wall = duration::microseconds(100),
                    .share = 0.1,
                    .between = duration::microseconds(200)},
                   {.level = 1, .name = "b", .wall = duration::microseconds(700), .share = 0.7},
                   {.level = 2, .name = "c", .wall = duration::microseconds(50), .share = 0.05}};
  CHECK(
      text_of(all).ends_with("  100 us  10.0%  a\n"
                             "  700 us  70.0%    b\n"
                             "   50 us   5.0%      c\n"
                             "  200 us  20.0%    outside of these processes\n"));
}

TEST_CASE("a single value is its own minimum and maximum, which say nothing", "[export]") {
  program::summary all;
  all.regions = {{.label = "l", .count = 1, .total = duration::microseconds(5)}};
  CHECK(text_of(all).ends_with("  count  total  self  region\n      1   5 us  0 us  l\n"));
}

TEST_CASE("on a narrow terminal less important columns give way, then names", "[export]") {
  program::summary all;
  all.regions = {{.category = "category",
                  .label = "a name that is longer than its column",
                  .count = 12'345,
                  .total = duration::microseconds(123'456),
                  .self = duration::microseconds(123'456),
                  .min = duration::microseconds(123'456),
                  .median = duration::microseconds(123'456),
                  .p95 = duration::microseconds(123'456),
                  .max = duration::microseconds(123'456)}};
  CHECK(text_of(all, 80).ends_with(
      "  count       total        self      median         max  region\n"
      "  12345  123.456 ms  123.456 ms  123.456 ms  123.456 ms  category/a name that i\u2026\n"));
}

TEST_CASE("a 95th percentile is shown of 20 values on", "[export]") {
  program::summary all;
  all.regions = {{.label = "l", .count = 19, .p95 = duration::microseconds(77)}};
  CHECK(text_of(all).find("77 us") == std::string::npos);
  all.regions.front().count = 20;
  CHECK(text_of(all).find("77 us") != std::string::npos);
}

TEST_CASE("many processes of a kind are shown by command, too", "[export]") {
  program::summary all{.process_count = 2};
  all.commands = {{.name = "git gc", .count = 2, .failed = 1}};
  CHECK(text_of(all).find("Commands by name") != std::string::npos);
  all.process_count = 1;
  CHECK(text_of(all).find("Commands by name") == std::string::npos);
}

TEST_CASE("a timer with a distribution shows its tail, and takes no room from others", "[export]") {
  program::summary all;
  all.timers = {{.category = "c",
                 .name = "kept",
                 .intervals = 1000,
                 .total = trace2::duration::microseconds(20),
                 .mean = trace2::read::fine_duration{ns(20), true},
                 .min = trace2::read::fine_duration{ns(7), true},
                 .max = trace2::read::fine_duration{ns(1'500'000), true},
                 .nanoseconds = trace2::interval_quantiles{.count = 1000,
                                                           .shortest = 7,
                                                           .median = 18,
                                                           .p90 = 999,
                                                           .p99 = 1234,
                                                           .p999 = 999'999,
                                                           .longest = 1'500'000}},
                {.category = "c", .name = "plain", .intervals = 1}};
  std::string const text = text_of(all, 80);
  CHECK(text.substr(text.find("Timers")) ==
        "Timers\n"
        "  intervals  total   mean    min       max  timer\n"
        "       1000  20 us  20 ns   7 ns  1.500 ms  c/kept\n"
        "          1   0 us  <1 us  <1 us     <1 us  c/plain\n"
        "\n"
        "Distributions\n"
        "  intervals  median     p90       p99       p99.9       max  timer\n"
        "       1000   18 ns  999 ns  1.234 us  999.999 us  1.500 ms  c/kept\n");
  SECTION("quantiles of some of the intervals say of how many") {
    all.timers.front().intervals = 1002;
    all.timers.front().max = trace2::duration::microseconds(2'000'000);
    std::string const mixed = text_of(all);
    CHECK(mixed.find("2.000000 s  c/kept") != std::string::npos);
    CHECK(mixed.find("       1000   18 ns  999 ns  1.234 us  999.999 us  1.500 ms  c/kept\n") !=
          std::string::npos);
  }
  all.timers.erase(all.timers.begin());
  CHECK(text_of(all).find("Distributions") == std::string::npos);
}

TEST_CASE("of texts among data the most frequent are shown, and how many are not", "[export]") {
  program::summary all;
  auto const shown = [&](program::data_row row) {
    row.category = "c";
    row.key = "k";
    row.latest = "latest";
    all.data = {std::move(row)};
    std::string const text = text_of(all, 200);
    std::size_t const begin = text.find("c/k = ");
    return text.substr(begin + 6, text.find('\n', begin) - begin - 6);
  };
  using rows = std::vector<program::value_row>;
  CHECK(shown({.count = 3}) == "latest");
  CHECK(shown({.count = 3, .values = rows{}, .others = 3}) == "latest");
  CHECK(shown({.count = 3, .values = rows{{"a", 1}, {"b", 1}, {"d", 1}}}) == "latest");
  CHECK(shown({.count = 3, .values = rows{{"a\n", 3}}}) == "a\\n");
  CHECK(shown({.count = 4, .values = rows{{"a", 3}, {"b", 1}}}) == "a (3), b (1)");
  CHECK(shown({.count = 9, .values = rows{{"a", 4}, {"b", 2}, {"d", 2}, {"e", 1}}}) ==
        "a (4), b (2), d (2), 1 other");
  CHECK(shown({.count = 9, .values = rows{{"a", 4}, {"b", 1}}, .others = 4}) ==
        "a (4), b (1), 4 others (4 not told apart)");
}

TEST_CASE("other events have a table behind the data, in front of the errors", "[export]") {
  program::summary all;
  all.data = {{.category = "c", .key = "k", .count = 1, .latest = "v"}};
  all.other_events = {{.name = "cache_lookup", .count = 1200}, {.name = "a\n", .count = 1}};
  all.errors = {{.count = 1, .message = "m", .process = "p"}};
  std::string const text = text_of(all, 80);
  CHECK(text.substr(text.find("  c/k")) ==
        "  c/k = v\n"
        "\n"
        "Other events\n"
        "  count  event\n"
        "   1200  cache_lookup\n"
        "      1  a\\n\n"
        "\n"
        "Errors\n"
        "  count  first message\n"
        "      1  p: m\n");
  std::string const long_name(500, 'e');
  all.other_events = {{.name = long_name, .count = 123'456}};
  std::string const wide = text_of(all, 80);
  std::size_t const begin = wide.find("  123456");
  CHECK(trace2::read::width_of(wide.substr(begin, wide.find('\n', begin) - begin)) == 80);
}

TEST_CASE("tasks have a table, which fits a narrow terminal", "[export]") {
  program::summary all;
  all.tasks = {{.category = "net",
                .label = "fetch",
                .count = 12,
                .total = duration::microseconds(1'500),
                .running = duration::microseconds(700),
                .waiting = duration::microseconds(800),
                .median = duration::microseconds(120)}};
  CHECK(
      text_of(all).ends_with("\nTasks\n"
                             "  count     total  running  waiting  median   max  task\n"
                             "     12  1.500 ms   700 us   800 us  120 us  0 us  net/fetch\n"));
  for (std::int64_t const unit : {1, 1'000, 1'000'000, 1'000'000'000}) {
    program::task_row& row = all.tasks->front();
    row.label = "a task with a name that is quite long";
    row.unfinished = 3;
    row.p95 = row.max = row.total = duration::microseconds(123 * unit);
    std::string const text = text_of(all, 80);
    INFO(text);
    for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
      end = text.find('\n', at);
      CHECK(trace2::read::width_of(text.substr(at, end - at)) <= 80);
    }
  }
}

}  // namespace summary_text_test
