#include "walk/tree.hpp"

#include <trace2/sink/memory.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/task_trace.hpp"

namespace tree_test {

namespace program = trace2::program;

namespace {

std::string tree_of(std::string trace, program::tree_options const& options = {}) {
  support::modelled const made{std::move(trace)};
  trace2::memory_sink sink;
  program::tree{sink, options}.write(made.trace, made.labels);
  return std::string{sink.text()};
}

std::string line(std::string_view event, std::string_view time, std::string_view members = "",
                 std::string_view sid = "S", std::string_view thread = "main") {
  return support::event_line(event, sid, thread, time, members);
}

std::string const trace =
    line("start", "00:00:00", R"(,"t_abs":0,"argv":["git","clone"])") +
    line("region_enter", "00:00:00", R"(,"nesting":1,"category":"c","label":"outer")") +
    line("child_start", "00:00:00.1", R"(,"child_id":0,"argv":["git","gc"])") +
    line("start", "00:00:00.2", R"(,"t_abs":0,"argv":["git","gc"])", "S/T") +
    line("atexit", "00:00:00.3", R"(,"t_abs":0.1,"code":1)", "S/T") +
    line("child_exit", "00:00:00.4", R"(,"child_id":0,"pid":1,"code":1,"t_rel":0.3)") +
    line("region_enter", "00:00:00.4", R"(,"nesting":2,"category":"c","label":"inner")") +
    line("region_leave", "00:00:00.41", R"(,"t_rel":0.01,"nesting":2)") +
    line("region_enter", "00:00:00.41", R"(,"nesting":2,"category":"c","label":"inner")") +
    line("region_leave", "00:00:00.43", R"(,"t_rel":0.02,"nesting":2)") +
    line("region_leave", "00:00:00.5", R"(,"t_rel":0.5,"nesting":1)") +
    line("child_start", "00:00:00.6", R"(,"child_id":1,"child_class":"pager","argv":["less\n"])") +
    line("child_exit", "00:00:00.7", R"(,"child_id":1,"pid":9,"code":2,"t_rel":0.1)") +
    line("thread_start", "00:00:00.7", "", "S", "th01:x") +
    line("region_enter", "00:00:00.7", R"(,"nesting":1,"category":"t","label":"l")", "S",
         "th01:x") +
    line("thread_exit", "00:00:00.75", R"(,"t_rel":0.05)", "S", "th01:x") +
    line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)");

}  // namespace

TEST_CASE("a trace is shown as a tree with times and shares", "[export]") {
  CHECK(tree_of(trace) ==
        "  1.000000 s  100.0%  git clone\n"
        "  0.400000 s   40.0%    self\n"
        "  0.500000 s   50.0%    c/outer\n"
        "  0.170000 s   17.0%      self\n"
        "  0.300000 s   30.0%      git gc [exit 1]\n"
        "  0.200000 s   20.0%        untraced\n"
        "  0.100000 s   10.0%        self\n"
        "  0.030000 s    3.0%      c/inner [2x]\n"
        "  0.100000 s   10.0%    child 'less\\n' [exit 2]\n"
        "  0.050000 s    5.0%    thread th01:x [beside]\n"
        "  0.050000 s    5.0%      t/l [unfinished]\n"
        "\n"
        "self: no region or child; untraced: start, end, no trace\n");
}

TEST_CASE("a thread is shown in the region of the main thread in which it began", "[export]") {
  auto const region = [](std::string_view event, std::string_view time, std::string_view label,
                         int nesting = 2) {
    std::string const members = ",\"nesting\":" + std::to_string(nesting) +
                                R"(,"category":"c","label":")" + std::string{label} + "\"";
    return line(event, time, members);
  };
  auto const thread = [](std::string_view name, std::string_view begin, std::string_view end) {
    return line("thread_start", begin, "", "S", name) + line("thread_exit", end, "", "S", name);
  };
  CHECK(tree_of(line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])") +
                thread("th01:early", "00:00:00.1", "00:00:00.9") +
                region("region_enter", "00:00:00.2", "outer", 1) +
                region("region_enter", "00:00:00.2", "first") +
                region("region_leave", "00:00:00.3", "first") +
                thread("th02:in", "00:00:00.3", "00:00:00.8") +
                region("region_enter", "00:00:00.4", "second") +
                region("region_leave", "00:00:00.5", "second") +
                region("region_leave", "00:00:00.5", "outer", 1) +
                line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)")) ==
        "  1.000000 s  100.0%  a\n"
        "  0.700000 s   70.0%    self\n"
        "  0.800000 s   80.0%    thread th01:early [beside]\n"
        "  0.300000 s   30.0%    c/outer\n"
        "  0.100000 s   10.0%      self\n"
        "  0.100000 s   10.0%      c/first\n"
        "  0.500000 s   50.0%      thread th02:in [beside]\n"
        "  0.100000 s   10.0%      c/second\n"
        "\n"
        "self: no region or child\n");
}

TEST_CASE("a child is shown where it was waited for the longest, and its other wait too",
          "[export]") {
  CHECK(tree_of(line("start", "00:00:00", R"(,"t_abs":0,"argv":["git","push"])") +
                line("region_enter", "00:00:00", R"(,"nesting":1,"category":"c","label":"ask")") +
                line("child_start", "00:00:00.1", R"(,"child_id":0,"argv":["ssh"])") +
                line("region_leave", "00:00:00.2", R"(,"nesting":1,"t_rel":0.2)") +
                line("region_enter", "00:00:00.2", R"(,"nesting":1,"category":"c","label":"get")") +
                line("cmd_mode", "00:00:00.4", R"(,"name":"m")") +
                line("child_exit", "00:00:01", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.9)") +
                line("region_leave", "00:00:01", R"(,"nesting":1,"t_rel":0.8)") +
                line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)")) ==
        "  1.000000 s  100.0%  git push\n"
        "  0.200000 s   20.0%    c/ask\n"
        "  0.100000 s   10.0%      self\n"
        "  0.100000 s   10.0%      waiting for ssh\n"
        "  0.800000 s   80.0%    c/get\n"
        "  0.200000 s   20.0%      self\n"
        "  0.600000 s   60.0%      child ssh [took 900.000 ms]\n"
        "\n"
        "self: no region or child\n");
}

TEST_CASE("a program keeps its name, whatever room its path has", "[export]") {
  auto const by = [](std::string_view event, std::string_view thread, std::string_view members) {
    return support::event_line(event, "S", thread, "00:00:01", members);
  };
  CHECK(tree_of(by("start", "main", R"(,"t_abs":0,"argv":["/a/very/long/way/to/frob","x"])") +
                    by("thread_start", "th01:x", "") +
                    by("atexit", "main", R"(,"t_abs":0,"code":0)"),
                {.width = 47}) ==
        "        0 us    0.0%  \u2026/very/long/way/to/frob x\n"
        "        0 us    0.0%    thread th01:x [beside]\n");
}

TEST_CASE("long names give way to the width, times and marks do not", "[export]") {
  std::string const long_one =
      line("start", "00:00:00",
           R"(,"t_abs":0,"argv":["git","a\u00e9\u00e9\u00e9\u00e9 long one"])") +
      line("atexit", "00:00:01", R"(,"t_abs":1,"code":1)");
  CHECK(tree_of(long_one, {.width = 47}) ==
        "  1.000000 s  100.0%  git 'a\u00e9\u00e9\u00e9\u00e9 long\u2026 [exit 1]\n");
  CHECK(tree_of(long_one, {.width = 0}) == tree_of(long_one, {.width = 47}));
  CHECK(tree_of(long_one).find("long one'") != std::string::npos);
}

TEST_CASE("depth and share limit what is shown", "[export]") {
  CHECK(tree_of(trace, {.depth = 2}) ==
        "  1.000000 s  100.0%  git clone\n"
        "  0.400000 s   40.0%    self\n"
        "  0.500000 s   50.0%    c/outer\n"
        "  0.100000 s   10.0%    child 'less\\n' [exit 2]\n"
        "  0.050000 s    5.0%    thread th01:x [beside]\n"
        "\n"
        "self: no region or child\n");
  CHECK(tree_of(trace, {.least_share = 0.1}) ==
        "  1.000000 s  100.0%  git clone\n"
        "  0.400000 s   40.0%    self\n"
        "  0.500000 s   50.0%    c/outer\n"
        "  0.170000 s   17.0%      self\n"
        "  0.300000 s   30.0%      git gc [exit 1]\n"
        "  0.200000 s   20.0%        untraced\n"
        "  0.100000 s   10.0%        self\n"
        "  0.030000 s    3.0%      1 more\n"
        "  0.100000 s   10.0%    child 'less\\n' [exit 2]\n"
        "  0.050000 s    5.0%    1 more\n"
        "\n"
        "self: no region or child; untraced: start, end, no trace\n");
}

TEST_CASE("threads that are left out are counted where they began", "[export]") {
  auto const process = [](std::string_view sid) {
    return line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])", sid) +
           line("thread_start", "00:00:00.7", "", sid, "th01:x") +
           line("thread_exit", "00:00:00.75", R"(,"t_rel":0.05)", sid, "th01:x") +
           line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)", sid);
  };
  std::string const one =
      "  1.000000 s  100.0%  a\n"
      "  0.050000 s    5.0%    1 more\n";
  CHECK(tree_of(process("S") + process("T"), {.least_share = 0.1}) == one + one);
}

TEST_CASE("regions have their message, unless they have several", "[export]") {
  auto const region = [](std::string_view label, std::string_view message) {
    std::string const at = R"(,"nesting":1,"category":"c","label":")" + std::string{label} +
                           R"(","msg":")" + std::string{message} + "\"";
    return line("region_enter", "00:00:00", at) + line("region_leave", "00:00:00", at);
  };
  std::string const shown =
      tree_of(line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])") + region("one", "m 1") +
              region("one", "m 1") + region("two", "x") + region("two", "y"));
  CHECK(shown.find("  c/one m 1 [2x]\n") != std::string::npos);
  CHECK(shown.find("  c/two [2x]\n") != std::string::npos);
}

TEST_CASE("how a process ended is said where it is not well", "[export]") {
  CHECK(tree_of(line("version", "00:00:00")).ends_with("S [unfinished]\n"));
  CHECK(
      tree_of(line("signal", "00:00:00", R"(,"signo":13)")).ends_with("S [killed by signal 13]\n"));
  CHECK(tree_of(line("exec", "00:00:00")).ends_with("S [exec]\n"));
  CHECK(tree_of(line("atexit", "00:00:00", R"(,"t_abs":1,"code":0)")).ends_with("S\n"));
}

TEST_CASE("a program that became another one takes the time of both", "[export]") {
  CHECK(tree_of(line("start", "00:00:00", R"(,"t_abs":0,"argv":["git","co"])") +
                line("exec", "00:00:01", R"(,"exec_id":0,"exe":"git-co","argv":["git-co"])") +
                line("start", "00:00:02", R"(,"t_abs":0,"argv":["git-co"])", "S/T") +
                line("atexit", "00:00:10", R"(,"t_abs":8,"code":0)", "S/T")) ==
        "    10.000 s  100.0%  git co [exec]\n"
        "     1.000 s   10.0%    untraced\n"
        "     1.000 s   10.0%    self\n"
        "     8.000 s   80.0%    git-co\n"
        "\n"
        "self: no region or child; untraced: start, end, no trace\n");
}

TEST_CASE("a share of more than all is apart from its time", "[export]") {
  std::string const shown =
      tree_of(line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])") +
              line("thread_start", "00:00:00", "", "S", "th01:x") +
              line("region_enter", "00:00:00", R"(,"nesting":1,"label":"l")", "S", "th01:x") +
              line("region_leave", "00:00:00.36", R"(,"nesting":1,"t_rel":500)", "S", "th01:x") +
              line("thread_exit", "00:00:00.36", R"(,"t_rel":0.36)", "S", "th01:x") +
              line("atexit", "00:00:00.0027", R"(,"t_abs":0.0027,"code":0)"));
  CHECK(shown.find("%") != std::string::npos);
  INFO(shown);
  for (std::size_t at = shown.find('%'); at != shown.npos; at = shown.find('%', at + 1)) {
    std::size_t begin = shown.find_last_not_of("0123456789.", at - 1);
    CHECK(shown[begin] == ' ');
  }
}

TEST_CASE("a shell's command is named by all of it", "[export]") {
  std::string const shown = tree_of(
      line("start", "00:00:00", R"(,"t_abs":0,"argv":["git","foo"])") +
      line(
          "child_start", "00:00:00.1",
          R"(,"child_id":0,"child_class":"shell_alias","use_shell":true,"argv":["git status >/dev/null"])") +
      line("start", "00:00:00.2", R"(,"t_abs":0,"argv":["git","status"])",
           "S/20000101T000000.200000Z-H0-P00000007") +
      line("atexit", "00:00:00.3", R"(,"t_abs":0.1,"code":0)",
           "S/20000101T000000.200000Z-H0-P00000007") +
      line("child_exit", "00:00:00.4", R"(,"child_id":0,"pid":5,"code":0,"t_rel":0.3)") +
      line("atexit", "00:00:00.5", R"(,"t_abs":0.5,"code":0)"));
  INFO(shown);
  CHECK(shown.find("child git status >/dev/null\n") != std::string::npos);
  CHECK(shown.find("child git\n") == std::string::npos);
}

TEST_CASE("self time may lie in other categories where these are left out", "[export]") {
  std::string const shown = tree_of(trace, {.is_filtered = true});
  CHECK(shown.find("40.0%    self\n") != std::string::npos);
  CHECK(shown.ends_with(
      "\nself: no region or child, or in other categories; untraced: start, end, no trace\n"));
}

TEST_CASE("children without a session are shown as their parent knows them", "[export]") {
  std::string const start = R"(,"child_id":0,"argv":["a"])";
  CHECK(tree_of(line("child_start", "00:00:00", start)).find("child a [unfinished]") !=
        std::string::npos);
  CHECK(tree_of(line("child_start", "00:00:00", start) +
                line("child_exit", "00:00:00", R"(,"child_id":0,"pid":-1,"code":-1,"t_rel":0)"))
            .find("child a [not started]") != std::string::npos);
  CHECK(
      tree_of(line("child_start", "00:00:00", start) +
              line("child_ready", "00:00:00", R"(,"child_id":0,"pid":4,"ready":"ready","t_rel":0)"))
          .find("child a [background]") != std::string::npos);
}

TEST_CASE("colours mark what is wrong", "[export]") {
  CHECK(tree_of(line("version", "00:00:00"), {.style = {.colour = true}})
            .find("\x1b[1mS\x1b[0m \x1b[31m[unfinished]\x1b[0m\n") != std::string::npos);
}

TEST_CASE("what a hook's script runs before it becomes another program is inside the hook",
          "[export]") {
  std::string const first = "S/20000101T000000.000000Z-H00000000-P00000011";
  std::string const hook = "S/20000101T000000.000000Z-H00000000-P00000010";
  std::string const shown =
      tree_of(line("start", "00:00:00", R"(,"t_abs":0,"argv":["git","commit"])") +
              line("child_start", "00:00:00.1",
                   R"(,"child_id":0,"child_class":"hook","hook_name":"pre-commit","argv":["h"])") +
              line("start", "00:00:00.2", R"(,"t_abs":0,"argv":["git","first"])", first) +
              line("atexit", "00:00:00.3", R"(,"t_abs":0.1,"code":0)", first) +
              line("start", "00:00:00.3", R"(,"t_abs":0,"argv":["git","last"])", hook) +
              line("atexit", "00:00:00.4", R"(,"t_abs":0.1,"code":0)", hook) +
              line("child_exit", "00:00:00.5", R"(,"child_id":0,"pid":16,"code":0,"t_rel":0.4)") +
              line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)"));
  CHECK(shown ==
        "  1.000000 s  100.0%  git commit\n"
        "  0.600000 s   60.0%    self\n"
        "  0.400000 s   40.0%    child pre-commit\n"
        "  0.200000 s   20.0%      untraced\n"
        "  0.100000 s   10.0%      git first\n"
        "  0.100000 s   10.0%      git last\n"
        "\n"
        "self: no region or child; untraced: start, end, no trace\n");
}

TEST_CASE("tasks are shown below the place that began them, with their waits", "[export]") {
  CHECK(tree_of(support::tasks::pool()) ==
        "  1.000000 s  100.0%  /bin/frob\n"
        "  0.100000 s   10.0%    self\n"
        "  0.900000 s   90.0%    c/join [waits]\n"
        "  0.900000 s   90.0%      thread th01:worker [beside]\n"
        "  0.800000 s   80.0%        self\n"
        "  0.100000 s   10.0%        ran task c/fetch\n"
        "  0.900000 s   90.0%      thread th02:worker [beside]\n"
        "  0.400000 s   40.0%        self\n"
        "  0.100000 s   10.0%        ran task c/fetch\n"
        "  0.400000 s   40.0%        ran task c/compile\n"
        "  0.380000 s   38.0%    task c/fetch [beside]\n"
        "  0.050000 s    5.0%      self\n"
        "  0.080000 s    8.0%      waiting\n"
        "  0.250000 s   25.0%      c/dns\n"
        "  0.150000 s   15.0%        self\n"
        "  0.100000 s   10.0%        waiting\n"
        "  0.870000 s   87.0%    task c/compile [beside]\n"
        "  0.400000 s   40.0%      self\n"
        "  0.470000 s   47.0%      waiting\n"
        "\n"
        "self: no region or child; waiting: not running\n");
}

TEST_CASE("what is small is left out around tasks, too", "[export]") {
  CHECK(tree_of(support::tasks::pool(), {.least_share = 0.3}) ==
        "  1.000000 s  100.0%  /bin/frob\n"
        "  0.900000 s   90.0%    c/join [waits]\n"
        "  0.900000 s   90.0%      thread th01:worker [beside]\n"
        "  0.800000 s   80.0%        self\n"
        "  0.100000 s   10.0%        1 more\n"
        "  0.900000 s   90.0%      thread th02:worker [beside]\n"
        "  0.400000 s   40.0%        self\n"
        "  0.400000 s   40.0%        ran task c/compile\n"
        "  0.100000 s   10.0%        1 more\n"
        "  0.380000 s   38.0%    task c/fetch [beside]\n"
        "  0.380000 s   38.0%      3 more\n"
        "  0.870000 s   87.0%    task c/compile [beside]\n"
        "  0.400000 s   40.0%      self\n"
        "  0.470000 s   47.0%      waiting\n"
        "  0.100000 s   10.0%    1 more\n"
        "\n"
        "self: no region or child; waiting: not running\n");
}

}  // namespace tree_test
