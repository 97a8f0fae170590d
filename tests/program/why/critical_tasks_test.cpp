#include "why/critical_tasks.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/task_trace.hpp"
#include "support/times.hpp"
#include "why/critical_path.hpp"

namespace critical_tasks_test {

namespace program = trace2::program;
using namespace support::tasks;  // NOLINT(google-build-using-namespace)

namespace {

/// "what name label [count] time" of each row, in milliseconds.
std::string path_of(std::string trace) {
  static constexpr std::string_view kinds[] = {"self", "region", "thread", "startup", "between",
                                               "wait", "beside", "task",   "queue"};
  support::modelled const made{std::move(trace)};
  program::critical_path path{made.trace, made.labels};
  path.of_process(made.trace.roots.front());
  std::string text;
  trace2::read::nanoseconds sum;
  for (auto const& row : path.rows()) {
    text.append(kinds[static_cast<std::size_t>(row.kind)]).append(" ").append(row.name);
    if (row.label != program::critical_path::no_label)
      text.append(" ").append(made.labels[row.label].name);
    text.append(" [").append(std::to_string(row.count)).append("] ");
    text.append(std::to_string(row.time / ns(1'000'000))).append("\n");
    sum += row.time;
  }
  CHECK(sum == program::span_of(made.trace, made.trace.roots.front()).total());
  return text;
}

/// The main thread waits from 0.1 to 0.9.
std::string waiting(std::string const& before, std::string const& inside,
                    std::string_view more = R"(,"waits":true)") {
  std::string const names = R"(,"nesting":1,"category":"c","label":"join")" + std::string{more};
  return process(before + line("region_enter", "00:00:00.1", names) + inside +
                 line("region_leave", "00:00:00.9", names + R"(,"t_rel":0.8)"));
}

std::string whole(int task, std::string_view from, std::string_view to, std::string_view label,
                  std::string_view thread) {
  return run(task, from, thread) + pause(task, to, thread) + end(task, to, label, thread);
}

}  // namespace

TEST_CASE("a region waits for the task that ended last, and this one for what it is linked to",
          "[export]") {
  // From 950 back: 50 until compile had ended, 400 compile ran, 100 it waited for a thread after
  // fetch had ended, fetch ran in 100, waited 100, ran 100, and waited 50 since the region began.
  CHECK(path_of(pool()) ==
        "task  compile [1] 400\n"
        "task a.c fetch [2] 200\n"
        "queue a.c fetch [2] 150\n"
        "self  [1] 100\n"
        "queue  compile [1] 100\n"
        "region  join [1] 50\n");
}

TEST_CASE("a task waits for its parts, and they exist because of it", "[export]") {
  CHECK(path_of(waiting(
            begin(1, "00:00:00.1", "build"),
            run(1, "00:00:00.2", first) + begin(2, "00:00:00.3", "part", 1, first) +
                begin(3, "00:00:00.3", "part", 1, first) + pause(1, "00:00:00.4", first) +
                whole(2, "00:00:00.4", "00:00:00.5", "part", first) +
                whole(3, "00:00:00.4", "00:00:00.7", "part", second) + run(1, "00:00:00.8", first) +
                pause(1, "00:00:00.85", first) + end(1, "00:00:00.9", "build", first))) ==
        "task  part [1] 300\n"
        "queue  build [3] 250\n"
        "self  [1] 200\n"
        "task  build [2] 150\n"
        "queue  part [1] 100\n"
        "region  join [1] 0\n");
}

TEST_CASE("before its beginning a task is explained by its cause", "[export]") {
  CHECK(path_of(waiting(begin(1, "00:00:00.05", "cause"),
                        run(1, "00:00:00.1", first) + begin(2, "00:00:00.5", "effect", 0, first) +
                            link(2, "00:00:00.5", "caused_by", 1, first) +
                            pause(1, "00:00:00.6", first) + end(1, "00:00:00.6", "cause", first) +
                            whole(2, "00:00:00.6", "00:00:00.9", "effect", second))) ==
        "task  cause [1] 400\n"
        "task  effect [1] 300\n"
        "self  [1] 200\n"
        "queue  effect [1] 100\n"
        "region  join [1] 0\n");
  // Without the link nothing is known of the time before.
  CHECK(path_of(waiting(begin(1, "00:00:00.05", "cause"),
                        run(1, "00:00:00.1", first) + begin(2, "00:00:00.5", "effect", 0, first) +
                            pause(1, "00:00:00.6", first) + end(1, "00:00:00.6", "cause", first) +
                            whole(2, "00:00:00.6", "00:00:00.9", "effect", second))) ==
        "region  join [1] 400\n"
        "task  effect [1] 300\n"
        "self  [1] 200\n"
        "queue  effect [1] 100\n");
}

TEST_CASE("only a region that waits is explained by tasks", "[export]") {
  std::string const inside =
      begin(1, "00:00:00.1", "a") + whole(1, "00:00:00.1", "00:00:00.9", "a", first);
  // Without such regions the end of a thread is the only hint at what was waited for: the tasks
  // that it ran.
  CHECK(path_of(waiting({}, inside, "")) == "region  join [1] 800\ntask  a [1] 200\n");
  CHECK(path_of(waiting({}, inside)) == "task  a [1] 800\nself  [1] 200\nregion  join [1] 0\n");
  // A task that goes on is none for which the region has waited.
  CHECK(path_of(waiting({}, begin(1, "00:00:00.1", "a") + run(1, "00:00:00.1", first))) ==
        "region  join [1] 800\nself  [1] 200\n");
}

namespace {

/// Two threads that begin at 0.1, and the path through what they do until each ends.
std::string path_of_pool(std::string const& inside, std::string_view end_of_first,
                         std::string_view end_of_second) {
  return path_of(waiting({},
                         line("thread_start", "00:00:00.1", "", first) +
                             line("thread_start", "00:00:00.1", "", second) + inside +
                             line("thread_exit", end_of_second, "", second) +
                             line("thread_exit", end_of_first, "", first),
                         ""));
}

}  // namespace

TEST_CASE("of a pool the tasks are on the path, though an idle thread ends last", "[export]") {
  CHECK(path_of_pool(begin(1, "00:00:00.1", "a") + begin(2, "00:00:00.1", "b", 0, "main") +
                         whole(1, "00:00:00.1", "00:00:00.3", "a", first) +
                         whole(2, "00:00:00.2", "00:00:00.8", "b", second),
                     "00:00:00.9", "00:00:00.85") ==
        "task  b [1] 600\nself  [1] 200\nthread worker [1] 100\nqueue  b [1] 100\n"
        "region  join [1] 0\n");
}

TEST_CASE("before a task that nothing has caused, a pool has run the one before", "[export]") {
  CHECK(path_of_pool(begin(1, "00:00:00.2", "a", 0, first) +
                         whole(1, "00:00:00.2", "00:00:00.4", "a", first) +
                         begin(2, "00:00:00.5", "b", 0, second) +
                         whole(2, "00:00:00.5", "00:00:00.8", "b", second),
                     "00:00:00.8", "00:00:00.8") ==
        "task  b [1] 300\nself  [1] 200\nthread worker [1] 200\ntask  a [1] 200\n"
        "region  join [1] 100\n");
}

TEST_CASE("what a followed thread ran itself is a task", "[export]") {
  CHECK(path_of(process(begin(1, "00:00:00.1", "a") + run(1, "00:00:00.2", "main") +
                        enter(1, "00:00:00.2", "r", 1, "main") + pause(1, "00:00:00.4", "main") +
                        run(1, "00:00:00.5", "main") + end(1, "00:00:00.6", "a"))) ==
        "self  [1] 700\ntask  a [2] 300\n");
}

TEST_CASE("each wait of a region that waits again and again is explained", "[export]") {
  std::string const names = R"(,"nesting":1,"category":"c","label":"join","waits":true)";
  CHECK(path_of(process(begin(1, "00:00:00.1", "a") + begin(2, "00:00:00.1", "b") +
                        line("region_enter", "00:00:00.1", names) +
                        whole(1, "00:00:00.1", "00:00:00.3", "a", first) +
                        line("region_leave", "00:00:00.3", names) +
                        line("region_enter", "00:00:00.5", names) +
                        whole(2, "00:00:00.5", "00:00:00.6", "b", first) +
                        line("region_leave", "00:00:00.7", names))) ==
        "self  [1] 600\ntask  a [1] 200\nregion  join [2] 100\ntask  b [1] 100\n");
}

TEST_CASE("circles of tasks that wait for each other come to an end", "[export]") {
  CHECK(path_of(waiting(begin(1, "00:00:00.8", "a") + begin(2, "00:00:00.8", "b"),
                        link(1, "00:00:00.8", "caused_by", 2) +
                            link(2, "00:00:00.8", "caused_by", 1) +
                            link(1, "00:00:00.8", "waits_for", 2) +
                            link(2, "00:00:00.8", "waits_for", 1) + end(1, "00:00:00.9", "a") +
                            end(2, "00:00:00.9", "b")))
            .find("self  [1] 200") != std::string::npos);
}

}  // namespace critical_tasks_test
