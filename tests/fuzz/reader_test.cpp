#include "fuzz/reader.hpp"

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/git_traces.hpp"
#include "support/random_text.hpp"
#include "support/task_trace.hpp"
#include "support/temporary_directory.hpp"

namespace reader_test {

namespace {

/// Damages a trace as torn writes, mixed writers and enemies do.
class damage {
 public:
  std::string of(std::string text) {
    for (std::size_t rounds = below(8) + 1; rounds > 0 && !text.empty(); --rounds) once(text);
    return text;
  }

  std::size_t below(std::size_t limit) { return random_() % limit; }

 private:
  void once(std::string& text) {
    static constexpr std::string_view tokens[] = {"{",
                                                  "}",
                                                  "[",
                                                  "]",
                                                  "\"",
                                                  "\\",
                                                  "\\u0000",
                                                  "\\ud800",
                                                  "\n",
                                                  "null",
                                                  "true",
                                                  "-1",
                                                  "1e999",
                                                  "0.5",
                                                  "nesting",
                                                  "t_rel",
                                                  "sid",
                                                  "{\"event\":\"",
                                                  "region_enter",
                                                  "region_leave",
                                                  "atexit",
                                                  "child_start",
                                                  "task_begin",
                                                  "task_run",
                                                  "task_pause",
                                                  "task_end",
                                                  "task_link",
                                                  "\"task\":2",
                                                  " | ",
                                                  "....",
                                                  "'",
                                                  "\xff",
                                                  "99999999999999999999"};
    std::size_t const at = below(text.size());
    std::size_t const size = below(80);
    switch (below(6)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, size);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), size));
        break;
      case 3:
        text.insert(at, tokens[below(std::size(tokens))]);
        break;
      case 4:
        text.resize(at);
        break;
      default:
        text.append(text.substr(at));
        break;
    }
  }

  std::mt19937 random_{20000131};
};

}  // namespace

TEST_CASE("whatever becomes of a trace, reading it keeps its promises", "[fuzz]") {
  std::vector<std::string> traces;
  for (std::string const& path : support::git_traces())
    for (char const* const ending : {".event", ".perf", ".normal"})
      traces.push_back(support::content_of(path + ending).substr(0, 6'000));
  // Often enough to be damaged in many ways.
  traces.resize(traces.size() + traces.size() / 3, support::tasks::pool());
  damage tool;
  for (int round = 0; round < 400; ++round) {
    std::string const bytes = tool.of(traces[tool.below(traces.size())]);
    INFO("round " << round << ": " << bytes);
    REQUIRE(fuzz::holds(bytes));
  }
}

TEST_CASE("bytes that never were a trace are read, too", "[fuzz]") {
  support::random_text random{support::all_bytes()};
  for (int round = 0; round < 200; ++round) REQUIRE(fuzz::holds(random.next(300)));
  support::random_text words{{"{\"event\":\"",
                              "version",
                              "start",
                              "region_enter",
                              "region_leave",
                              "\",",
                              "\"sid\":\"S\",",
                              "\"sid\":\"S/T\",",
                              "\"thread\":\"main\"",
                              ",\"nesting\":",
                              "1",
                              "-5",
                              "1000000000",
                              ",\"t_abs\":",
                              ",\"t_rel\":",
                              "1e9",
                              "-1e9",
                              "0.1",
                              ",\"category\":\"c\"",
                              ",\"label\":\"l\"",
                              "}\n",
                              ",\"time\":\"9999-12-31T23:59:59.999999Z\"",
                              ",\"time\":\"0000-01-01T00:00:00.000000Z\"",
                              "child_start",
                              "child_exit",
                              ",\"child_id\":0",
                              ",\"argv\":[\"a\"]",
                              "atexit",
                              "exec",
                              "data",
                              "task_begin",
                              "task_run",
                              "task_pause",
                              "task_end",
                              "task_link",
                              "task_region_enter",
                              "task_region_leave",
                              ",\"task\":1",
                              ",\"task\":2,\"parent\":1",
                              ",\"other\":1,\"kind\":\"waits_for\"",
                              ",\"waits\":true"}};
  for (int round = 0; round < 1'500; ++round) REQUIRE(fuzz::holds(words.next(60)));
}

TEST_CASE("moments and durations at the ends of what numbers hold break nothing", "[fuzz]") {
  std::string trace;
  for (std::string_view const time : {"9999-12-31T23:59:59.999999Z", "0000-01-01T00:00:00.000000Z",
                                      "2000-01-01T00:00:00.000000Z"})
    for (std::string_view const duration :
         {"9999999999.999999", "-9999999999.999999", "1e13", "-1e300", "1e999"})
      for (std::string_view const event :
           {"start", "region_enter", "region_enter", "child_start", "data", "region_leave",
            "region_leave", "child_exit", "thread_exit", "timer", "atexit"})
        for (std::string_view const thread : {"main", "th01:x"})
          trace.append(R"({"event":")")
              .append(event)
              .append(R"(","sid":"S","thread":")")
              .append(thread)
              .append(R"(","time":")")
              .append(time)
              .append(R"(","t_abs":)")
              .append(duration)
              .append(R"(,"t_rel":)")
              .append(duration)
              .append(R"(,"category":"c","label":"l","name":"n","key":"k","value":"1"})"
                      "\n");
  for (int round = 0; round < 3; ++round) {
    CHECK(fuzz::holds(trace));
    trace += trace;
  }
}

}  // namespace reader_test
