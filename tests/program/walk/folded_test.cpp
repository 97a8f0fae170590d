#include "walk/folded.hpp"

#include <trace2/sink/memory.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/git_traces.hpp"
#include "support/model.hpp"
#include "support/one_process.hpp"
#include "support/task_trace.hpp"
#include "support/temporary_directory.hpp"
#include "support/times.hpp"

namespace folded_test {

namespace {

std::string folded(std::string trace) {
  support::modelled const made{std::move(trace)};
  trace2::memory_sink sink;
  trace2::program::folded{made.trace, made.labels}.write(sink);
  return std::string{sink.text()};
}

using support::one_process::line;
using support::one_process::process;

std::string enter(std::string_view time, int nesting, std::string_view label) {
  return line("region_enter", time,
              R"(,"category":"c","nesting":)" + std::to_string(nesting) + R"(,"label":")" +
                  std::string{label} + "\"");
}
std::string leave(std::string_view time, int nesting, std::string_view total) {
  return line("region_leave", time,
              R"(,"nesting":)" + std::to_string(nesting) + R"(,"t_rel":)" + std::string{total});
}

/// A child with a session of its own, in which `inside` stands.
std::string child(std::string const& inside = {}) {
  return line("child_start", "00:00:00.2", R"(,"child_id":0,"argv":["git","gc"])") +
         line("start", "00:00:00.3", R"(,"t_abs":0,"argv":["git","gc"])", "main", "S/T") + inside +
         line("atexit", "00:00:00.6", R"(,"t_abs":0.3,"code":0)", "main", "S/T") +
         line("child_exit", "00:00:00.7", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.5)");
}

}  // namespace

TEST_CASE("each stack has the time that is its own", "[export]") {
  CHECK(folded(process(enter("00:00:00.1", 1, "outer") + enter("00:00:00.2", 2, "inner") +
                       leave("00:00:00.3", 2, "0.1") + enter("00:00:00.3", 2, "inner") +
                       leave("00:00:00.4", 2, "0.1") + leave("00:00:00.5", 1, "0.4"))) ==
        "frob 600000\nfrob;c:outer 200000\nfrob;c:outer;c:inner 200000\n");
}

TEST_CASE("regions with one message show it", "[export]") {
  auto const region = [](std::string_view begin, std::string_view end, std::string_view label,
                         std::string_view message) {
    return line("region_enter", begin,
                R"(,"category":"c","nesting":1,"label":")" + std::string{label} + R"(","msg":")" +
                    std::string{message} + "\"") +
           leave(end, 1, "0.1");
  };
  CHECK(folded(process(region("00:00:00.1", "00:00:00.2", "read", "a;b") +
                       region("00:00:00.2", "00:00:00.3", "write", "a") +
                       region("00:00:00.3", "00:00:00.4", "write", "b"))) ==
        "frob 700000\nfrob;c:read a,b 100000\nfrob;c:write 200000\n");
}

TEST_CASE("threads stand beside what the main thread does", "[export]") {
  CHECK(folded(process(line("thread_start", "00:00:00.2", "", "th01:x") +
                       line("thread_exit", "00:00:00.5", R"(,"t_rel":0.3)", "th01:x"))) ==
        "beside frob;frob;x 300000\nfrob 1000000\n");
}

TEST_CASE("waiting for a child is the child's time, explained by its session", "[export]") {
  CHECK(folded(process(child())) ==
        "frob 500000\nfrob;child:git gc 200000\nfrob;child:git gc;git 300000\n");
}

TEST_CASE("a shell around a process is told from others by what it runs", "[export]") {
  auto const shell = [](std::string_view program) {
    return line("child_start", "00:00:00.2",
                R"(,"child_id":0,"argv":[")" + std::string{program} + R"(","-c","git gc"])") +
           line("start", "00:00:00.3", R"(,"t_abs":0,"argv":["git","gc"])", "main",
                "S/T-P00000002") +
           line("atexit", "00:00:00.6", R"(,"t_abs":0.3,"code":0)", "main", "S/T-P00000002") +
           line("child_exit", "00:00:00.7", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.5)");
  };
  CHECK(folded(process(shell("sh"))) ==
        "frob 500000\nfrob;child:sh -c 'git gc' 200000\nfrob;child:sh -c 'git gc';git 300000\n");
  CHECK(folded(process(shell("nice"))) ==
        "frob 500000\nfrob;child:nice 200000\nfrob;child:nice;git 300000\n");
}

TEST_CASE("threads of one role share a stack", "[export]") {
  CHECK(folded(process(line("thread_start", "00:00:00.2", "", "th01:x") +
                       line("thread_exit", "00:00:00.5", R"(,"t_rel":0.3)", "th01:x") +
                       line("thread_start", "00:00:00.2", "", "th12:x") +
                       line("thread_exit", "00:00:00.4", R"(,"t_rel":0.2)", "th12:x") +
                       line("thread_start", "00:00:00.2", "", "the:x") +
                       line("thread_exit", "00:00:00.3", R"(,"t_rel":0.1)", "the:x"))) ==
        "beside frob;frob;the:x 100000\nbeside frob;frob;x 500000\nfrob 1000000\n");
}

TEST_CASE("what a parent has not waited for is beside it", "[export]") {
  CHECK(folded(process(child(enter("00:00:00.3", 1, "l") + leave("00:00:00.5", 1, "0.2")))) ==
        "beside frob;git 300000\nfrob 500000\nfrob;c:l 200000\nfrob;child:git gc 300000\n");
}

TEST_CASE("names can't break the format", "[export]") {
  CHECK(folded(process(enter("00:00:00", 1, "a;b\\nc 1") + leave("00:00:01", 1, "1"))) ==
        "frob;c:a,b,c 1 1000000\n");
  CHECK(folded(process(enter("00:00:00", 1, "\xc3\xa4\xff") + leave("00:00:01", 1, "1"))) ==
        "frob;c:\u00e4\ufffd 1000000\n");
}

TEST_CASE("the deepest of hostile depth takes the time of what is inside", "[export]") {
  std::string trace;
  for (int i = 1; i <= 9'000; ++i) trace += enter("00:00:00", i, "l");
  std::string const result = folded(process(trace));
  CHECK(result.size() < 20'000);
  CHECK(result.ends_with(" 1000000\n"));
}

TEST_CASE("in Git's own recordings the stacks of a process sum up to its time", "[export]") {
  for (std::string const& path : support::git_traces()) {
    support::modelled const made{support::content_of(path + ".event")};
    if (made.trace.roots.size() != 1) continue;
    INFO(path);
    trace2::memory_sink sink;
    trace2::program::folded{made.trace, made.labels}.write(sink);
    std::int64_t sum = 0;
    sink.for_each_line([&](std::string_view text) {
      if (!text.starts_with("beside "))
        sum += std::stoll(std::string{text.substr(text.rfind(' ') + 1)});
    });
    CHECK(sum * ns(1'000) == trace2::program::span_of(made.trace, made.trace.roots[0]).total());
  }
}

TEST_CASE("tasks are in the stacks of the threads that ran them", "[export]") {
  CHECK(folded(support::tasks::pool()) ==
        "beside frob;frob;worker 1200000\n"
        "beside frob;frob;worker;task:c:compile 400000\n"
        "beside frob;frob;worker;task:c:fetch 50000\n"
        "beside frob;frob;worker;task:c:fetch;c:dns 150000\n"
        "frob 100000\n"
        "frob;c:join 900000\n");
}

TEST_CASE("what a task's children do is beside, as without the task", "[export]") {
  using namespace support::tasks;  // NOLINT(google-build-using-namespace)
  CHECK(
      folded(process(
          begin(1, "00:00:00.1", "a") + run(1, "00:00:00.1", "main") +
          support::tasks::line("child_start", "00:00:00.2", R"(,"child_id":0,"argv":["cc"])") +
          support::tasks::line("start", "00:00:00.2", R"(,"t_abs":0,"argv":["cc"])", "main",
                               "S/T") +
          support::tasks::line("atexit", "00:00:00.5", R"(,"t_abs":0.3,"code":0)", "main", "S/T") +
          pause(1, "00:00:00.3", "main") +
          support::tasks::line("child_exit", "00:00:00.6", R"(,"child_id":0,"pid":1,"code":0)") +
          end(1, "00:00:00.6", "a"))) ==
      "beside frob;cc 300000\n"
      "frob 500000\n"
      "frob;child:cc 300000\n"  // since the task no longer ran
      "frob;task:c:a 200000\n");
}

}  // namespace folded_test
