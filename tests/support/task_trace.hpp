// The lines of tasks, and a trace in which two of them move between threads.
#pragma once

#include <string>
#include <string_view>

#include "support/one_process.hpp"

namespace support::tasks {

using one_process::line;
using one_process::process;

inline std::string number(std::string_view name, int value) {
  return std::string{",\""}.append(name).append("\":").append(std::to_string(value));
}
inline std::string text(std::string_view name, std::string_view value) {
  return std::string{",\""}.append(name).append("\":\"").append(value).append("\"");
}

inline std::string begin(int task, std::string_view time, std::string_view label, int parent = 0,
                         std::string_view thread = "main", std::string_view more = "") {
  return line("task_begin", time,
              number("task", task) + number("parent", parent) + text("category", "c") +
                  text("label", label) + std::string{more},
              thread);
}
inline std::string run(int task, std::string_view time, std::string_view thread) {
  return line("task_run", time, number("task", task), thread);
}
inline std::string pause(int task, std::string_view time, std::string_view thread) {
  return line("task_pause", time, number("task", task), thread);
}
inline std::string end(int task, std::string_view time, std::string_view label,
                       std::string_view thread = "main", std::string_view times = "") {
  return line(
      "task_end", time,
      number("task", task) + text("category", "c") + text("label", label) + std::string{times},
      thread);
}
inline std::string link(int task, std::string_view time, std::string_view kind, int other,
                        std::string_view thread = "main") {
  return line("task_link", time, number("task", task) + number("other", other) + text("kind", kind),
              thread);
}
inline std::string enter(int task, std::string_view time, std::string_view label, int nesting,
                         std::string_view thread, std::string_view more = "") {
  return line("task_region_enter", time,
              number("task", task) + number("nesting", nesting) + text("category", "c") +
                  text("label", label) + std::string{more},
              thread);
}
inline std::string leave(int task, std::string_view time, std::string_view label, int nesting,
                         std::string_view thread, std::string_view more = "") {
  return line("task_region_leave", time,
              number("task", task) + number("nesting", nesting) + text("category", "c") +
                  text("label", label) + std::string{more},
              thread);
}

inline constexpr std::string_view first = "th01:worker";
inline constexpr std::string_view second = "th02:worker";

/// The main thread begins "fetch" and "compile", which waits for it, and waits for both. Both
/// workers run "fetch", in which "dns" lasts from the first to the second one.
///
///     main     0.02 begins fetch, 0.03 begins compile, 0.05 to 0.95 waits
///     first    0.1 to 0.2 runs fetch (0.1: dns begins)
///     second   0.3 to 0.4 runs fetch (0.35: dns ends), 0.5 to 0.9 runs compile
///
/// `more` are lines in front of all this.
inline std::string pool(std::string const& more = {}) {
  return process(more + begin(1, "00:00:00.02", "fetch", 0, "main", R"(,"msg":"a.c")") +
                 begin(2, "00:00:00.03", "compile") + link(2, "00:00:00.03", "waits_for", 1) +
                 line("region_enter", "00:00:00.05",
                      R"(,"nesting":1,"category":"c","label":"join","waits":true)") +
                 line("thread_start", "00:00:00.06", "", first) +
                 line("thread_start", "00:00:00.06", "", second) + run(1, "00:00:00.1", first) +
                 enter(1, "00:00:00.1", "dns", 1, first) + pause(1, "00:00:00.2", first) +
                 run(1, "00:00:00.3", second) +
                 leave(1, "00:00:00.35", "dns", 1, second, R"(,"t_rel":0.25)") +
                 pause(1, "00:00:00.4", second) +
                 end(1, "00:00:00.4", "fetch", second, R"(,"t_rel":0.38,"t_run":0.2)") +
                 run(2, "00:00:00.5", second) + pause(2, "00:00:00.9", second) +
                 end(2, "00:00:00.9", "compile", second, R"(,"t_rel":0.87,"t_run":0.4)") +
                 line("region_leave", "00:00:00.95",
                      R"(,"t_rel":0.9,"nesting":1,"category":"c","label":"join","waits":true)") +
                 line("thread_exit", "00:00:00.96", R"(,"t_rel":0.9)", first) +
                 line("thread_exit", "00:00:00.96", R"(,"t_rel":0.9)", second));
}

}  // namespace support::tasks
