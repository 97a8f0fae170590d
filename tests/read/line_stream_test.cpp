#include <trace2/read/line_stream.hpp>
#include <trace2/read/normal_stream.hpp>
#include <trace2/read/perf_stream.hpp>

#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace line_stream_test {

namespace tr = trace2::read;
using texts = std::vector<std::string>;

namespace {

struct reading {
  texts events;  ///< line numbers and names
  texts problems;
};

template <class Stream>
reading read_all(std::string text) {
  reading result;
  tr::text_source source{std::move(text)};
  Stream events{
      source, "file",
      [&](tr::problem const& met) {
        result.problems.push_back(std::to_string(met.line).append(" ").append(met.reason));
      },
      0};
  CHECK(events.name() == "file");
  while (auto const* const event = events.next())
    result.events.push_back(
        std::to_string(events.line_number()).append(" ").append(event->event_name));
  CHECK(events.next() == nullptr);
  return result;
}

std::string perf(std::string const& event, std::string const& payload,
                 std::string const& thread = "main") {
  return "d0 | " + thread + " | " + event + " | | 0.1 | | | " + payload + "\n";
}

}  // namespace

TEST_CASE("what lacks a part is reported with its line, and skipped", "[read]") {
  auto const of_perf = read_all<tr::perf_stream>(perf("version", "1") + perf("child_exit", "x") +
                                                 perf("error", "a") + perf("atexit", "code:0"));
  CHECK(of_perf.events == texts{"1 version", "3 error", "4 atexit"});
  CHECK(of_perf.problems == texts{"2 lacks a part of its event"});
  auto const of_normal =
      read_all<tr::normal_stream>("version 1\nchild_exit x\nexit elapsed:1.0 code:0\n");
  CHECK(of_normal.events == texts{"1 version", "3 exit"});
  CHECK(of_normal.problems == texts{"2 lacks a part of its event"});
}

TEST_CASE("lines of threads without room are counted, and reported once", "[read]") {
  std::string text = perf("version", "1");
  for (int i = 0; i < 60'000; ++i) text += perf("thread_start", "", "th" + std::to_string(i));
  auto const result = read_all<tr::perf_stream>(std::move(text));
  CHECK(result.events.size() == 60'001);
  REQUIRE(result.problems.size() == 1);
  CHECK(result.problems[0].ends_with(" lines of more threads and children than there is room for"));
}

TEST_CASE("tags of different streams differ", "[read]") {
  CHECK(tr::tag_of("perf", "a").size() == 12);
  CHECK(tr::tag_of("perf", "a") != tr::tag_of("perf", "b"));
}

}  // namespace line_stream_test
