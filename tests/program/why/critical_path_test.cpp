#include "why/critical_path.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "support/catch.hpp"
#include "support/git_traces.hpp"
#include "support/model.hpp"
#include "support/one_process.hpp"
#include "support/temporary_directory.hpp"
#include "support/times.hpp"

namespace critical_path_test {

namespace program = trace2::program;
using kind = program::critical_path::kind;

namespace {

using support::one_process::line;
using support::one_process::process;

std::string thread(std::string_view name, std::string_view begin, std::string_view end,
                   std::string const& inside = {}) {
  return line("thread_start", begin, "", name) + inside + line("thread_exit", end, "", name);
}

/// "what process name label count time" of each row.
std::string path_of(std::string trace) {
  static constexpr std::string_view kinds[] = {"self",    "region", "thread", "startup",
                                               "between", "wait",   "beside"};
  support::modelled const made{std::move(trace)};
  program::critical_path path{made.trace, made.labels};
  path.of_process(made.trace.roots.front());
  std::string text;
  trace2::read::nanoseconds sum;
  for (auto const& row : path.rows()) {
    text.append(kinds[static_cast<std::size_t>(row.kind)]).append(" ").append(row.process);
    text.append(" ").append(row.name).append(" ");
    if (row.label != program::critical_path::no_label) text.append(made.labels[row.label].name);
    text.append(" ").append(std::to_string(row.time / ns(1'000'000))).append("\n");
    sum += row.time;
  }
  CHECK(sum == program::span_of(made.trace, made.trace.roots.front()).total());
  return text;
}

}  // namespace

TEST_CASE("what a command waits for is what its child does, with its start and end", "[export]") {
  CHECK(path_of(process(
            line("child_start", "00:00:00.2", R"(,"child_id":0,"argv":["git","gc"])") +
            line("start", "00:00:00.3", R"(,"t_abs":0,"argv":["git","gc"])", "main", "S/T") +
            line("region_enter", "00:00:00.3", R"(,"nesting":1,"category":"c","label":"l")", "main",
                 "S/T") +
            line("region_leave", "00:00:00.5", R"(,"nesting":1,"t_rel":0.2)", "main", "S/T") +
            line("atexit", "00:00:00.6", R"(,"t_abs":0.3,"code":0)", "main", "S/T") +
            line("child_exit", "00:00:00.65", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.45)"))) ==
        "self    550\nregion git  l 200\nstartup  git  150\nself git   100\n");
}

TEST_CASE("a child that goes on is waited for as long as its region lasts", "[export]") {
  CHECK(path_of(process(
            line("region_enter", "00:00:00.1", R"(,"nesting":1,"category":"c","label":"l")") +
            line("child_start", "00:00:00.2", R"(,"child_id":0,"argv":["ssh"])") +
            line("region_leave", "00:00:00.5", R"(,"nesting":1,"t_rel":0.4)") +
            line("child_exit", "00:00:00.8", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.6)"))) ==
        "self    300\nwait  ssh l 300\nwait  ssh  300\nregion   l 100\n");
}

TEST_CASE("a child is followed in the region in which it is waited for the longest", "[export]") {
  auto const region = [](std::string_view begin, std::string_view end, std::string_view label,
                         std::string const& inside) {
    return line("region_enter", begin,
                R"(,"nesting":1,"category":"c","label":")" + std::string{label} + "\"") +
           inside + line("region_leave", end, R"(,"nesting":1)");
  };
  CHECK(
      path_of(process(
          region(
              "00:00:00.1", "00:00:00.2", "ask",
              line("child_start", "00:00:00.1", R"(,"child_id":0,"argv":["git","gc"])") +
                  line("start", "00:00:00.1", R"(,"t_abs":0,"argv":["git","gc"])", "main", "S/T")) +
          region("00:00:00.2", "00:00:00.9", "get",
                 line("data", "00:00:00.3", R"(,"nesting":2,"category":"c","key":"k","value":1)") +
                     line("atexit", "00:00:00.9", R"(,"t_abs":0.8,"code":0)", "main", "S/T") +
                     line("child_exit", "00:00:00.9",
                          R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.8)")))) ==
      "self git   600\nself    200\nregion   get 100\nwait  git ask 100\nregion   ask 0\n");
}

TEST_CASE("a child beside a short region shows what it did, less the share of the region",
          "[export]") {
  auto const child = [](std::string const& beside) {
    return line("child_start", "00:00:00.1", R"(,"child_id":0,"argv":["git","gc"])") + beside +
           line("start", "00:00:00.2", R"(,"t_abs":0,"argv":["git","gc"])", "main", "S/T") +
           line("region_enter", "00:00:00.3", R"(,"nesting":1,"category":"c","label":"l")", "main",
                "S/T") +
           line("region_leave", "00:00:00.7", R"(,"nesting":1,"t_rel":0.4)", "main", "S/T") +
           line("atexit", "00:00:00.8", R"(,"t_abs":0.6,"code":0)", "main", "S/T") +
           line("child_exit", "00:00:00.9", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.8)");
  };
  auto const region = [](std::string_view end, std::string_view total) {
    return line("region_enter", "00:00:00.1", R"(,"nesting":1,"category":"c","label":"own")") +
           line("region_leave", end, R"(,"nesting":1,"t_rel":)" + std::string{total});
  };
  CHECK(path_of(process(child(region("00:00:00.18", "0.08")))) ==
        "region git  l 360\nself    200\nself git   180\nstartup  git  180\nregion   own 80\n");
  // Most of the time was not waited for.
  CHECK(path_of(process(child(region("00:00:00.5", "0.4")))) ==
        "region   own 400\nbeside  git  400\nself    200\n");
}

TEST_CASE("of a pool of children the last one and those before it show what they did", "[export]") {
  auto const child = [](int id, std::string_view begin, std::string_view end,
                        std::string_view total, std::string_view name) {
    std::string const sid = "S/T" + std::to_string(id);
    std::string const number = R"(,"child_id":)" + std::to_string(id);
    std::string const argv = R"(,"argv":[")" + std::string{name} + R"("])";
    return std::pair{
        line("child_start", begin, number + argv) +
            line("start", begin, R"(,"t_abs":0)" + argv, "main", sid),
        line("atexit", end, R"(,"code":0,"t_abs":)" + std::string{total}, "main", sid) +
            line("child_exit", end,
                 number + R"(,"code":0,"pid":)" + std::to_string(id + 1) + R"(,"t_rel":)" +
                     std::string{total})};
  };
  auto const a = child(0, "00:00:00.1", "00:00:00.4", "0.3", "a");
  auto const b = child(1, "00:00:00.2", "00:00:00.5", "0.3", "b");
  auto const c = child(2, "00:00:00.4", "00:00:00.9", "0.5", "c");
  CHECK(path_of(process(a.first + b.first + a.second + c.first + b.second + c.second)) ==
        "self c   500\nself a   300\nself    200\n");
}

TEST_CASE("the thread that ends last is waited for, and before it the one before", "[export]") {
  CHECK(path_of(process(
            line("region_enter", "00:00:00.1", R"(,"nesting":1,"category":"c","label":"l")") +
            thread("th01:a", "00:00:00.1", "00:00:00.3") +
            thread("th02:b", "00:00:00.3", "00:00:00.7") +
            thread("th03:c", "00:00:00.3", "00:00:00.6") +
            line("region_leave", "00:00:00.8", R"(,"nesting":1,"t_rel":0.7)"))) ==
        "thread  b  400\nself    300\nthread  a  200\nregion   l 100\n");
}

TEST_CASE("a region that is entered twice waits for no thread that ends in one of the times",
          "[export]") {
  std::string const enter = R"(,"nesting":1,"category":"c","label":"l")";
  CHECK(path_of(process(line("region_enter", "00:00:00.1", enter) +
                        thread("th01:a", "00:00:00.1", "00:00:00.3") +
                        line("region_leave", "00:00:00.4", R"(,"nesting":1,"t_rel":0.3)") +
                        line("region_enter", "00:00:00.5", enter) +
                        line("region_leave", "00:00:00.6", R"(,"nesting":1,"t_rel":0.1)"))) ==
        "self    400\nregion   l 400\nthread  a  200\n");
}

TEST_CASE("a thread that was waited for all of its life shows its regions", "[export]") {
  CHECK(path_of(process(thread(
            "th01:a", "00:00:00.2", "00:00:00.9",
            line("region_enter", "00:00:00.3", R"(,"nesting":1,"category":"c","label":"l")",
                 "th01:a") +
                line("region_leave", "00:00:00.8", R"(,"nesting":1,"t_rel":0.5)", "th01:a")))) ==
        "thread  a l 500\nself    300\nthread  a  200\n");
}

TEST_CASE("a process whose main thread has another name waits for its last thread", "[export]") {
  auto const alone = [](std::string_view name, std::string const& inside) {
    return line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])", name) + inside +
           line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)", name);
  };
  std::string const region =
      line("region_enter", "00:00:00.1", R"(,"nesting":1,"category":"c","label":"l")", "ui") +
      line("region_leave", "00:00:00.4", R"(,"nesting":1,"t_rel":0.3)", "ui");
  CHECK(path_of(alone("ui", region)) == "thread  ui  700\nthread  ui l 300\n");
  CHECK(path_of(alone("ui", line("thread_start", "00:00:00.2", "", "th01:a") +
                                line("thread_exit", "00:00:00.3", "", "th01:a"))) ==
        "thread  ui  1000\n");
}

TEST_CASE("a path that is cleared tells nothing of the command before", "[export]") {
  support::modelled const made{process(thread("th01:a", "00:00:00.1", "00:00:00.3") +
                                       thread("th02:a", "00:00:00.1", "00:00:00.9"))};
  program::critical_path path{made.trace, made.labels};
  path.of_process(made.trace.roots.front());
  auto const rows = path.rows().size();
  path.clear();
  CHECK(path.rows().empty());
  CHECK(path.worst_straggler().others == 0);
  path.of_process(made.trace.roots.front());
  CHECK(path.rows().size() == rows);
}

TEST_CASE("a thread that ends alone is noticed", "[export]") {
  support::modelled const made{process(thread("th01:a", "00:00:00.1", "00:00:00.3") +
                                       thread("th02:a", "00:00:00.1", "00:00:00.9"))};
  program::critical_path path{made.trace, made.labels};
  path.of_process(0);
  CHECK(path.worst_straggler().thread == "th02:a");
  CHECK(path.worst_straggler().others == 1);
  CHECK(path.worst_straggler().alone == ns(600'000'000));
}

TEST_CASE("of a command that outlasts its exit only the wait is known", "[export]") {
  support::modelled const made{
      process(line("child_start", "00:00:00.1", R"(,"child_id":0,"argv":["git","gc"])") +
              line("child_exit", "00:00:00.2", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.1)") +
              line("start", "00:00:00.15", R"(,"t_abs":0,"argv":["git","gc"])", "main", "S/T") +
              line("atexit", "00:00:09", R"(,"t_abs":8.85,"code":0)", "main", "S/T"))};
  program::critical_path path{made.trace, made.labels};
  path.of_child(made.trace.children.front());
  auto const rows = path.rows();
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].kind == kind::beside);
  CHECK(rows[0].time == ns(100'000'000));
}

TEST_CASE("a program that became another one contains it", "[export]") {
  CHECK(path_of(line("start", "00:00:00", R"(,"t_abs":0,"argv":["git","co"])") +
                line("exec", "00:00:00.1", R"(,"exec_id":0,"exe":"git-co","argv":["git-co"])") +
                line("start", "00:00:00.3", R"(,"t_abs":0,"argv":["git-co"])", "main", "S/T") +
                line("atexit", "00:00:00.9", R"(,"t_abs":0.6,"code":0)", "main", "S/T")) ==
        "self git-co   600\nbetween  git  200\nself    100\n");
}

TEST_CASE("a child counts once, though it takes time to start and to end", "[export]") {
  support::modelled const made{
      process(line("child_start", "00:00:00.1", R"(,"child_id":0,"argv":["a"])") +
              line("start", "00:00:00.2", R"(,"t_abs":0,"argv":["a"])", "main", "S/T") +
              line("atexit", "00:00:00.3", R"(,"t_abs":0.1,"code":0)", "main", "S/T") +
              line("child_exit", "00:00:00.3", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.2)") +
              line("child_start", "00:00:00.3", R"(,"child_id":1,"argv":["a"])") +
              line("start", "00:00:00.4", R"(,"t_abs":0,"argv":["a"])", "main", "S/U") +
              line("atexit", "00:00:00.5", R"(,"t_abs":0.1,"code":0)", "main", "S/U") +
              line("child_exit", "00:00:00.6", R"(,"child_id":1,"pid":2,"code":0,"t_rel":0.3)"))};
  program::critical_path path{made.trace, made.labels};
  path.of_process(made.trace.roots.front());
  std::uint64_t count = 0;
  for (auto const& row : path.rows())
    if (row.kind == kind::startup) count += row.count;
  CHECK(count == 2);
}

TEST_CASE("a stranger at the deepest level adds nothing", "[export]") {
  std::string sid = "S";
  std::string trace = process("");
  for (int i = 0; i < program::model_walk::max_depth; ++i) {
    sid += "/T";
    trace += line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])", "main", sid) +
             line("atexit", "00:00:00.5", R"(,"t_abs":0.5,"code":0)", "main", sid);
  }
  CHECK(path_of(trace) == "self    1000\n");
}

TEST_CASE("in Git's own recordings the rows partition the wall time", "[export]") {
  for (std::string const& path : support::git_traces()) {
    INFO(path);
    support::modelled const made{support::content_of(path + ".event")};
    for (program::node_index i = 0; i < made.trace.processes.size(); ++i) {
      program::critical_path critical{made.trace, made.labels};
      critical.of_process(i);
      trace2::read::nanoseconds sum;
      for (auto const& row : critical.rows()) sum += row.time;
      CHECK(sum == program::span_of(made.trace, i).total());
    }
  }
}

}  // namespace critical_path_test
