#include "samples/perf_script.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace perf_script_test {

using namespace trace2::program;

namespace {

sample_set read(std::string_view text) {
  sample_set all;
  perf_script script{all, day_zone::utc};
  while (!text.empty()) {
    std::size_t const end = text.find('\n');
    script.take(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  script.finish();
  return all;
}

/// The functions of a stack, the outermost first.
std::string stack_of(sample_set const& of, std::size_t number) {
  std::string text;
  for (stack_id at = of.samples[number].stack; at != stack_table::no_caller;
       at = of.stacks.caller(at)) {
    auto const& function = of.stacks.function(of.stacks.innermost(at));
    text.insert(0, "/" + function.name + "@" + function.file);
  }
  return text;
}

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t day = 86'400 * second;

}  // namespace

TEST_CASE("a sample has its time of day, its thread, and its stack from the outermost caller on") {
  auto const all = read(
      "spin 23428/23453 1970-01-02 00:00:01.837464 85125.197096:    1001001 cpu-clock:ppp: \n"
      "\t            67c3 spin_alpha+0x41 (/home/me/a directory (deleted)/spin)\n"
      "\t            69aa operator()(int) const (/home/me/spin)\n"
      "\t           2724a [unknown] ([unknown])\n"
      "\n");
  REQUIRE(all.samples.size() == 1);
  CHECK(all.samples[0].at == moment_ns(day + second + 837'464'000));
  CHECK(all.samples[0].pid == 23428);
  CHECK(all.samples[0].tid == 23453);
  CHECK(stack_of(all, 0) == "/[unknown]@[unknown]/operator()(int) const@spin/spin_alpha@spin");
  CHECK(all.event == "cpu-clock:ppp");
  CHECK(all.period_sum == 1'001'001);
  CHECK(all.unreadable == 0);
  CHECK(all.user_frames == 3);
  CHECK(all.nameless_frames == 1);
}

TEST_CASE("frames that repeat are those of each of their samples") {
  std::string text;
  for (int i = 0; i < 3; ++i)
    text +=
        "a 7/7 1970-01-02 00:00:01.5 85125.197096: cycles: \n"
        "\t 67c3 trace2::v0::f()+0x41 (/bin/a)\n"
        "\t 67c4 trace2::v0::f()+0x42 (/bin/a)\n"
        "\t 2724a [unknown] (/bin/a)\n"
        "\t ffff f ([kernel.kallsyms])\n"
        "\n";
  auto const all = read(text);
  REQUIRE(all.samples.size() == 3);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(stack_of(all, i) == "/f@[kernel.kallsyms]/[unknown]@a/tracing@");
  CHECK(all.user_frames == 9);
  CHECK(all.nameless_frames == 3);
}

TEST_CASE("the fields of a plain perf script are read, and any name of a command") {
  struct {
    std::string_view line;
    std::uint32_t pid;
    std::uint32_t tid;
    std::string_view event;
  } const cases[] = {
      {"sh 31918 1970-01-01 00:00:02.5 84494.933461:    1001001 cpu-clock:ppp: ", 0, 31918,
       "cpu-clock:ppp"},
      {"            sh 31918 [001] 1970-01-01 00:00:02.500000 84494.933461: cycles:  12 f (a.so)",
       0, 31918, "cycles"},
      {"tmux: server 7/8 1970-01-01 00:00:02.500000 84494.933461123: cycles:u:", 7, 8, "cycles:u"},
      {"a 9 1 2.000000 b 7/8 [000] 1970-01-01 00:00:02.500 84494.933461: 1 e:", 7, 8, "e"},
  };
  for (auto const& each : cases) {
    CAPTURE(each.line);
    auto const all = read(each.line);
    REQUIRE(all.samples.size() == 1);
    CHECK(all.samples[0].at == moment_ns(2 * second + second / 2));
    CHECK(all.samples[0].pid == each.pid);
    CHECK(all.samples[0].tid == each.tid);
    CHECK(all.event == each.event);
  }
}

TEST_CASE("without a stack the place of a sample is in its first line") {
  auto const all =
      read("sh 5 1970-01-01 00:00:02.5 1.000000: 1 cycles:  172547 f+0xd7 (/lib/c.so)\n");
  CHECK(stack_of(all, 0) == "/f@c.so");
}

TEST_CASE("a sample that tells no time of day is left out and counted") {
  auto const all = read("sh 31918 84494.933461:    1001001 cpu-clock:ppp: \n\t 17 f (c.so)\n\n");
  CHECK(all.samples.empty());
  CHECK(all.without_day == 1);
  CHECK(all.unreadable == 0);
}

TEST_CASE("functions of this library are one frame, and those that only name it are not") {
  auto const all = read(
      "x 5 1970-01-01 00:00:02.5 1.000000: 1 cycles:\n"
      "\t 1 write (/lib/c.so)\n"
      "\t 2 trace2::v0::sink_file::write (/bin/x)\n"
      "\t 3 void trace2::v0::detail::emitter<mine>::publish<trace2::v0::event::data> (/bin/x)\n"
      "\t 4 mine::with<trace2::v0::tracer>::run (/bin/x)\n"
      "\t 5 trace2::program::main (/bin/x)\n");
  CHECK(stack_of(all, 0) ==
        "/trace2::program::main@x/mine::with<trace2::v0::tracer>::run@x/tracing@/write@c.so");
}

TEST_CASE("what perf does not write is counted, and does no harm") {
  for (std::string_view const line :
       {"garbage", "a b c d e f", "{\"event\":\"version\"}",
        "sh 1 1970-13-99 99:99:99.9 1.000000: 1 e:", "sh 1 2970-01-01 00:00:00.9 1.000000: 1 e:",
        "sh 1 1970-01-01 00:00:0x.9 1.000000: 1 e:",
        "sh 99999999999 1970-01-01 00:00:00.9 1.000000: 1 e:", "1.000000: 1 e:",
        "sh 1 1970-01-01 00:00:00.1234567890123 1.000000: 1 e:"}) {
    CAPTURE(line);
    auto const all = read(line);
    CHECK(all.samples.empty());
    CHECK(all.unreadable + all.without_day == 1);
  }
  CHECK(read("# a comment\n\n\n\t 12 f (x)\n").unreadable == 0);
  CHECK(read(std::string(3, '\0')).unreadable == 1);
}

TEST_CASE("a stack without an end is cut") {
  std::string text = "x 5 1970-01-01 00:00:02.5 1.000000: 1 cycles:\n";
  for (std::size_t i = 0; i < 3 * perf_script::deepest; ++i)
    text += "\t 1 f" + std::to_string(i % 7) + " (x)\n";
  auto const all = read(text);
  REQUIRE(all.samples.size() == 1);
  std::size_t depth = 0;
  for (stack_id at = all.samples[0].stack; at != stack_table::no_caller; at = all.stacks.caller(at))
    ++depth;
  CHECK(depth == perf_script::deepest);
}

TEST_CASE("the kernel's frames are not the program's") {
  auto const all = read(
      "x 5 1970-01-01 00:00:02.5 1.000000: 1 cycles:\n"
      "\tffffffff81367be1 [unknown] ([kernel.kallsyms])\n\t 1 [unknown] ([vdso])\n");
  CHECK(all.user_frames == 1);
  CHECK(all.nameless_frames == 1);
}

}  // namespace perf_script_test
