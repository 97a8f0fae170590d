#include "why/why_text.hpp"

#include <trace2/sink/memory.hpp>

#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace why_text_test {

namespace program = trace2::program;
using kind = program::critical_path::kind;

namespace {

struct given {
  trace2::read::label_table labels;
  program::explanation of{
      .command = "git fetch", .wall = ns(10'000'000), .code = 0, .candidates = 1, .hints = {}};

  given() {
    of.rows = {
        {.kind = kind::region, .label = labels.id_of("c", "l"), .time = ns(4'000'000), .count = 2},
        {.kind = kind::self, .process = "git gc", .time = ns(2'500'000), .count = 1},
        {.kind = kind::startup, .name = "git gc", .time = ns(1'500'000), .count = 1},
        {.kind = kind::self, .time = ns(1'200'000), .count = 1},
        {.kind = kind::wait, .name = "ssh", .time = ns(800'000), .count = 1}};
  }

  std::string text(std::size_t rows = 10, std::size_t width = 80) const {
    trace2::memory_sink sink;
    program::why_text{sink, labels, rows, width, {}}.write(of);
    return std::string{sink.text()};
  }
};

}  // namespace

TEST_CASE("each row has its time, its share, a bar and a name", "[export]") {
  given made;
  made.of.used = program::processor_use{trace2::duration::microseconds(1'000),
                                        trace2::duration::microseconds(500), 2'048};
  CHECK(made.text() ==
        "git fetch  10.000 ms  exit 0  user 1.000 ms  system 500 us  2 MiB\n"
        "    4.000 ms  40% #### c/l [2x]\n"
        "    2.500 ms  25% ###  git gc\n"
        "    1.500 ms  15% ##   start and end of 1 process  gc 1.500 ms\n"
        "    1.200 ms  12% #    self, outside of any region\n"
        "    0.800 ms   8% #    ssh: waited for\n");
}

TEST_CASE("time outside of a script's processes tells of how many runs it is the sum", "[export]") {
  given made;
  made.of.rows = {
      {.kind = kind::between, .name = "post-commit", .time = ns(10'000'000), .count = 4}};
  CHECK(made.text().ends_with(" post-commit, outside of its processes [4x]\n"));
}

TEST_CASE("a name that is too long gives way to the number of times", "[export]") {
  given made;
  std::string const name(80, 'x');
  made.of.rows = {{.kind = kind::between, .name = name, .time = ns(10'000'000), .count = 54}};
  std::string const text = made.text();
  CHECK(text.ends_with("x, outside of its processes [54x]\n"));
  CHECK(text.find("x\u2026x") != std::string::npos);
  CHECK(trace2::read::width_of(text.substr(text.find('\n') + 1)) == 80 + 1);
}

TEST_CASE("rows that find no room share one", "[export]") {
  CHECK(given{}.text(3).ends_with("    3.500 ms  35% #### 3 more\n"));
}

TEST_CASE("lines fit the width, hints are wrapped", "[export]") {
  given made;
  made.of.candidates = 3;
  made.of.command = std::string(200, 'x');
  made.of.rows[1].process = "git with a very long name that nobody can read at all";
  made.of.hints = {
      {"Very much time is spent in a very slow thing of some kind.", "Do less of it."}};
  std::string const text = made.text(10, 50);
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t const end = text.find('\n', begin);
    CHECK(trace2::read::width_of(text.substr(begin, end - begin)) <= 50);
    begin = end + 1;
  }
  CHECK(made.text().find("the slowest of 3 outermost commands; --command=NAME chooses another\n") !=
        std::string::npos);
  CHECK(
      text.ends_with("\n* Very much time is spent in a very slow thing of\n"
                     "  some kind.\n  Do less of it.\n"));
}

TEST_CASE("a word that is wider than a line is cut", "[export]") {
  given made;
  made.of.hints = {{"Error: " + std::string(200, 'x'), "Mend it."}};
  CHECK(made.text(10, 50).ends_with("\n* Error:\n  " + std::string(47, 'x') +
                                    "\u2026\n  Mend it.\n"));
}

TEST_CASE("times that are too long for a number stay at its limit", "[export]") {
  given made;
  auto const most = trace2::read::nanoseconds::max();
  made.of.wall = most;
  for (auto& row : made.of.rows) row.time = most;
  made.of.rows.push_back({.kind = kind::startup, .name = "a", .time = most, .count = 1});
  std::string const text = made.text(2);
  CHECK(text.find('-') == std::string::npos);
  CHECK(text.find("4 more\n") != std::string::npos);
}

TEST_CASE("a bar has a character per 10 %, in every explanation", "[export]") {
  given made;
  made.of.rows = {{.kind = kind::self, .time = ns(9'400'000), .count = 1},
                  {.kind = kind::wait, .name = "a", .time = ns(400'000), .count = 1},
                  {.kind = kind::wait, .name = "b", .time = ns(200'000), .count = 1}};
  CHECK(
      made.text().ends_with("    9.400 ms  94% ######### self, outside of any region\n"
                            "    0.400 ms   4%           a: waited for\n"
                            "    0.200 ms   2%           b: waited for\n"));
}

TEST_CASE("rows of 0 % share one, unless all are wanted", "[export]") {
  given made;
  made.of.rows = {{.kind = kind::self, .time = ns(9'920'000), .count = 1},
                  {.kind = kind::wait, .name = "a", .time = ns(40'000), .count = 1},
                  {.kind = kind::wait, .name = "b", .time = ns(30'000), .count = 1},
                  {.kind = kind::wait, .name = "c", .time = ns(10'000), .count = 1}};
  CHECK(made.text().ends_with("    0.080 ms   1%            3 more\n"));
  CHECK(made.text().find(" 0%") == std::string::npos);
  made.of.rows[1].time = ns(10'000);
  CHECK(made.text().ends_with("    0.050 ms   1%            3 more\n"));
  made.of.rows.resize(2);
  CHECK(made.text().ends_with("    0.010 ms  <1%            1 more\n"));
  CHECK(made.text(SIZE_MAX).ends_with("    0.010 ms  <1%            a: waited for\n"));
}

TEST_CASE("who else was busy stands below the first row of a process", "[export]") {
  given made;
  made.of.rows = {{.kind = kind::self, .process = "git unpack", .time = ns(6'000'000), .count = 1},
                  {.kind = kind::self, .time = ns(3'000'000), .count = 1},
                  {.kind = kind::region,
                   .process = "git unpack",
                   .label = made.labels.id_of("c", "l"),
                   .time = ns(1'000'000),
                   .count = 1}};
  made.of.meanwhile = {{"git unpack", "git pack", ns(5'000'000)},
                       {"git unpack", "ssh host", ns(2'000'000)},
                       {"", "git gc", ns(2'000'000)},
                       {"git unpack", "c", ns(1'000'000)},
                       {"git unpack", "d", ns(1'000'000)},
                       {"git unpack", "tiny", ns(10'000)}};
  CHECK(made.text().ends_with("    6.000 ms  60% ###### git unpack\n" + std::string(25, ' ') +
                              "meanwhile: git pack 5.000 ms, ssh host 2.000 ms, 2 more\n"
                              "    3.000 ms  30% ###    self, outside of any region\n" +
                              std::string(25, ' ') +
                              "meanwhile: git gc 2.000 ms\n"
                              "    1.000 ms  10% #      git unpack: c/l\n"));
}

TEST_CASE("rows of a long program say in which region it was waited for", "[export]") {
  given made;
  std::string const program = "/opt/toolchains/x86_64-linux-gnu/current/bin/g++ -O2 -c main.cpp";
  made.of.rows = {{.kind = kind::wait,
                   .name = program,
                   .label = made.labels.id_of("ccache", "preprocess"),
                   .time = ns(6'000'000),
                   .count = 1},
                  {.kind = kind::wait,
                   .name = program,
                   .label = made.labels.id_of("ccache", "compile"),
                   .time = ns(4'000'000),
                   .count = 1}};
  CHECK(made.text().ends_with(
      "    6.000 ms  60% ###### \u2026n/g++ -O2 -c main.cpp: waited for in "
      "ccache/preprocess\n"
      "    4.000 ms  40% ####   \u2026/bin/g++ -O2 -c main.cpp: waited for in "
      "ccache/compile\n"));
  made.of.rows[0].process = "make";
  CHECK(made.text().find("###### make: \u2026/g++") != std::string::npos);
}

TEST_CASE("a command without an end says so", "[export]") {
  given made;
  made.of.code.reset();
  made.of.is_unfinished = true;
  CHECK(made.text().starts_with("git fetch  10.000 ms  unfinished\n"));
}

TEST_CASE("tasks are named with their messages, and their waits are told apart", "[export]") {
  given made;
  made.of.rows = {{.kind = kind::task,
                   .name = "a.c",
                   .label = made.labels.id_of("cc", "compile"),
                   .time = ns(7'000'000),
                   .count = 1},
                  {.kind = kind::task_wait,
                   .process = "worker",
                   .label = made.labels.id_of("cc", "link"),
                   .time = ns(3'000'000),
                   .count = 2}};
  CHECK(
      made.text().ends_with("    7.000 ms  70% ####### task cc/compile a.c\n"
                            "    3.000 ms  30% ###     worker: task cc/link: waited [2x]\n"));
}

}  // namespace why_text_test
