#include <trace2/export/summary_text.hpp>
#include <trace2/sink/memory.hpp>

#include <string>

#include "support/catch.hpp"

namespace summary_text_test {

namespace exporter = trace2::exporter;
using trace2::duration;

namespace {

std::string text_of(exporter::summary const& all, std::size_t most = 100) {
  trace2::memory_sink sink;
  exporter::summary_text{sink, most, {}}.write(all);
  return std::string{sink.text()};
}

}  // namespace

TEST_CASE("a summary of nothing is one line", "[export]") {
  CHECK(text_of({}) == "0 processes, 0 threads, 0 events, 0 us\n");
}

TEST_CASE("each part has a table", "[export]") {
  exporter::summary all{
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
  all.errors = {{.count = 3, .message = "it failed", .process = "git"}};
  all.losses = {{"lost_lines/perf", 4}};
  CHECK(text_of(all) ==
        "2 processes, 0 threads, 9 events, 1.000 s, from T\n"
        "\n"
        "Processes\n"
        "        wall   share        exit  command\n"
        "     1.000 s  100.0%           0  git clone\n"
        "  500.000 ms   50.0%  unfinished    git gc\n"
        "\n"
        "Regions\n"
        "  count  unfinished     total    self   min  median   p95   max  region\n"
        "      2              1.500 ms  700 us  0 us    0 us  0 us  0 us  c/l\\n\n"
        "\n"
        "Errors\n"
        "  count  first message\n"
        "      3  git: it failed\n"
        "\n"
        "Lost\n"
        "  count  what\n"
        "      4  lost_lines/perf\n");
}

TEST_CASE("many processes of a kind are shown by command, too", "[export]") {
  exporter::summary all{.process_count = 2};
  all.commands = {{.name = "git gc", .count = 2, .failed = 1}};
  CHECK(text_of(all).find("Commands") != std::string::npos);
  all.process_count = 1;
  CHECK(text_of(all).find("Commands") == std::string::npos);
}

}  // namespace summary_text_test
