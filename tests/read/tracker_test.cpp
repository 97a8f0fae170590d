#include <trace2/read/byte_source.hpp>
#include <trace2/read/event_stream.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/tracker.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/git_traces.hpp"
#include "support/temporary_directory.hpp"
#include "support/times.hpp"
#include "support/trace_log.hpp"

namespace tracker_test {

namespace tr = trace2::read;

namespace {

constexpr tr::nanoseconds microsecond = ns(1'000);
constexpr tr::moment midnight = moment_ns(946'684'800'000'000'000);

/// Notes everything, in words; times in microseconds since midnight.
struct diary final : tr::tracker_visitor {
  std::string text;

  void process_began(tr::traced_process& process, tr::traced_process*) override {
    note("+process " + process.sid, process.begin);
  }
  void thread_began(tr::traced_process&, tr::traced_thread& thread) override {
    note("+thread " + thread.name, thread.begin);
  }
  void region_entered(tr::traced_process&, tr::traced_thread&, tr::open_region& region,
                      tr::occurrence const&) override {
    note("+region " + std::to_string(region.level), region.begin);
  }
  void region_left(tr::traced_process&, tr::traced_thread&,
                   tr::closed_region const& closed) override {
    note(std::string{closed.is_complete ? "-region " : "!region "} +
             std::to_string(closed.region.level) + " total " +
             std::to_string(closed.total / microsecond) + " self " +
             std::to_string(closed.self() / microsecond),
         closed.end);
  }
  void child_started(tr::traced_event const&, tr::open_child& child) override {
    note("+child " + std::to_string(child.id), child.begin);
  }
  void child_ended(tr::traced_event const& now, tr::open_child const& child) override {
    note("-child " + std::to_string(child.id), now.at);
  }
  void event(tr::traced_event const& now) override {
    note(
        std::string{now.occurrence.event_name} + " open " + std::to_string(now.thread.open_regions),
        now.at);
  }
  void thread_ended(tr::traced_process&, tr::traced_thread& thread) override {
    note("-thread " + thread.name, thread.last);
  }
  void process_ended(tr::traced_process& process) override {
    static constexpr char const* states[] = {"running", "ended", "killed", "transformed"};
    note("-process " + process.sid + " " + states[static_cast<int>(process.state)] + " code " +
             std::to_string(process.code.value_or(-1)) + " " + process.name(),
         process.last);
  }

 private:
  void note(std::string const& what, tr::moment at) {
    text += what + " @" + std::to_string((at - midnight) / microsecond) + "\n";
  }
};

std::string log_of(std::string trace) {
  diary visitor;
  auto const refused = support::follow(std::move(trace), visitor);
  for (auto const& why : refused) visitor.text += "refused: " + why + "\n";
  return visitor.text;
}

/// A line of process S on its main thread.
std::string main_line(std::string_view event, std::string_view time,
                      std::string_view members = "") {
  return support::event_line(event, "S", "main", time, members);
}

/// A session with one more line in its middle.
std::string within_session(std::string const& lines) {
  return main_line("version", "00:00:00.000100", R"(,"evt":"4","exe":"1")") +
         main_line("start", "00:00:00.000200",
                   R"(,"t_abs":0.000150,"argv":["/bin/git","status"])") +
         lines + main_line("atexit", "00:00:01.000050", R"(,"t_abs":1.000000,"code":3)");
}

constexpr char const* session_begin =
    "+process S @100\n+thread main @100\nversion open 1 @100\nstart open 1 @200\n";
constexpr char const* session_end =
    "atexit open 1 @1000050\n-thread main @1000050\n-process S ended code 3 git @1000050\n";

std::string framed(std::string const& middle) { return session_begin + middle + session_end; }

}  // namespace

TEST_CASE("a process lives from its first event to its last", "[read]") {
  CHECK(log_of(within_session("")) == framed(""));
}

TEST_CASE("a region has a total and what of it is its own", "[read]") {
  CHECK(log_of(within_session(
            main_line("region_enter", "00:00:00.001000",
                      R"(,"nesting":1,"category":"c","label":"a")") +
            main_line("region_enter", "00:00:00.002000",
                      R"(,"nesting":2,"category":"c","label":"b")") +
            main_line("data", "00:00:00.002500",
                      R"(,"t_abs":0.00245,"t_rel":0.0005,"nesting":3,)"
                      R"("category":"c","key":"k","value":"1")") +
            main_line("region_leave", "00:00:00.003000", R"(,"t_rel":0.001,"nesting":2)") +
            main_line("region_leave", "00:00:00.006000", R"(,"t_rel":0.005,"nesting":1)"))) ==
        framed("+region 1 @1000\nregion_enter open 1 @1000\n"
               "+region 2 @2000\nregion_enter open 2 @2000\n"
               "data open 3 @2500\n"
               "-region 2 total 1000 self 1000 @3000\nregion_leave open 2 @3000\n"
               "-region 1 total 5000 self 4000 @6000\nregion_leave open 1 @6000\n"));
}

TEST_CASE("what the writer measured counts, and clocks never turn anything round",
          "[read][R-TIME-04]") {
  CHECK(log_of(within_session(
            main_line("region_enter", "00:00:00.001000", R"(,"nesting":1)") +
            main_line("region_leave", "00:00:00.000900", R"(,"t_rel":0.000007,"nesting":1)"))) ==
        framed("+region 1 @1000\nregion_enter open 1 @1000\n"
               "-region 1 total 7 self 7 @1007\nregion_leave open 1 @1007\n"));
}

TEST_CASE("what was written late delays nothing that follows", "[read][R-TIME-04]") {
  CHECK(log_of(within_session(
            main_line("region_enter", "00:00:00.009000", R"(,"nesting":1)") +
            main_line("region_leave", "00:00:00.009076", R"(,"t_rel":0.008176,"nesting":1)") +
            main_line("child_start", "00:00:00.009200", R"(,"child_id":0,"argv":["a"])"))) ==
        framed("+region 1 @9000\nregion_enter open 1 @9000\n"
               "-region 1 total 8176 self 8176 @9076\nregion_leave open 1 @9076\n"
               "+child 0 @9200\nchild_start open 1 @9200\n"));
}

TEST_CASE("regions without an end are closed with their process, and marked", "[read][R-REG-09]") {
  CHECK(log_of(within_session(main_line("region_enter", "00:00:00.000500", R"(,"nesting":1)") +
                              main_line("region_enter", "00:00:00.000600", R"(,"nesting":2)"))) ==
        std::string{session_begin} +
            "+region 1 @500\nregion_enter open 1 @500\n+region 2 @600\nregion_enter open 2 @600\n"
            "atexit open 1 @1000050\n"
            "!region 2 total 999450 self 999450 @1000050\n"
            "!region 1 total 999550 self 100 @1000050\n"
            "-thread main @1000050\n-process S ended code 3 git @1000050\n");
}

TEST_CASE("missing ends and beginnings are made up for", "[read]") {
  CHECK(
      log_of(within_session(
          main_line("region_enter", "00:00:00.000500", R"(,"nesting":1)") +
          main_line("region_enter", "00:00:00.000600", R"(,"nesting":2)") +
          main_line("region_leave", "00:00:00.000900", R"(,"t_rel":0.0004,"nesting":1)"))) ==
      framed("+region 1 @500\nregion_enter open 1 @500\n+region 2 @600\nregion_enter open 2 @600\n"
             "!region 2 total 300 self 300 @900\n-region 1 total 400 self 100 @900\n"
             "region_leave open 1 @900\n"));
  CHECK(log_of(within_session(
            main_line("region_leave", "00:00:00.000900", R"(,"t_rel":0.0004,"nesting":2)"))) ==
        framed("+region 2 @500\n-region 2 total 400 self 400 @900\nregion_leave open 2 @900\n"));
}

TEST_CASE("regions whose beginnings are lost lie around what their thread has done since",
          "[read]") {
  // The trace begins inside three regions.
  std::string const cut =
      main_line("region_enter", "00:00:00.300000", R"(,"nesting":4)") +
      main_line("region_leave", "00:00:00.310000", R"(,"t_rel":0.010,"nesting":4)") +
      main_line("child_start", "00:00:00.310000", R"(,"child_id":0,"argv":["a"])") +
      main_line("child_exit", "00:00:00.330000", R"(,"child_id":0,"pid":1,"t_rel":0.020)") +
      main_line("region_leave", "00:00:00.350000", R"(,"t_rel":0.200,"nesting":3)") +
      // Rounding lets the outer one begin a microsecond behind the inner one.
      main_line("region_leave", "00:00:00.360000", R"(,"t_rel":0.209999,"nesting":2)") +
      main_line("region_enter", "00:00:00.360000", R"(,"nesting":2)") +
      main_line("region_leave", "00:00:00.365000", R"(,"t_rel":0.005,"nesting":2)") +
      main_line("region_leave", "00:00:00.370000", R"(,"t_rel":0.250,"nesting":1)");
  std::string const text = log_of(cut);
  CHECK(text.find("-region 3 total 200000 self 170000 @350000\n") != text.npos);
  CHECK(text.find("+region 2 @150000\n-region 2 total 209999 self 9999 @360000\n") != text.npos);
  CHECK(text.find("-region 1 total 250000 self 35001 @370000\n") != text.npos);
  CHECK(text.ends_with("-thread main @370000\n-process S running code -1 S @370000\n"));
}

TEST_CASE("a region whose beginning is lost later on takes no time that there was not", "[read]") {
  std::string const text = log_of(within_session(
      main_line("region_enter", "00:00:00.100000", R"(,"nesting":1)") +
      main_line("region_enter", "00:00:00.200000", R"(,"nesting":3)") +
      main_line("region_leave", "00:00:00.280000", R"(,"t_rel":0.080,"nesting":3)") +
      main_line("region_leave", "00:00:00.290000", R"(,"t_rel":0.150,"nesting":2)") +
      main_line("region_leave", "00:00:00.300000", R"(,"t_rel":0.200,"nesting":1)")));
  CHECK(text.find("-region 2 total 150000 self 110000 @290000\n") != text.npos);
  CHECK(text.find("-region 1 total 200000 self 10000 @300000\n") != text.npos);
  CHECK(text.ends_with(session_end));
}

TEST_CASE("a surplus end closes nothing", "[read][R-REG-07]") {
  CHECK(log_of(within_session(
            main_line("region_leave", "00:00:00.000900", R"(,"t_rel":0.0008,"nesting":0)"))) ==
        framed("region_leave open 0 @900\n"));
}

TEST_CASE("regions behind a surplus end are followed, one level too far out", "[read][R-REG-07]") {
  std::string const surplus =
      main_line("region_leave", "00:00:00.000500", R"(,"t_rel":0.1,"nesting":0)");
  std::string const enter = main_line("region_enter", "00:00:00.000600", R"(,"nesting":0)");
  std::string const leave =
      main_line("region_leave", "00:00:00.000700", R"(,"t_rel":0.000100,"nesting":0)");
  std::string const text = log_of(within_session(surplus + enter + leave + surplus));
  CHECK(text.find("-region 0 total 100 self 100") != text.npos);
  CHECK(text.find("region 0", text.find("-region 0") + 2) == text.npos);
  CHECK(log_of(within_session(surplus + enter)).find("!region 0") != text.npos);
}

TEST_CASE("processes make room even when their threads find none", "[read]") {
  diary visitor;
  tr::label_table labels;
  std::string trace;
  for (int i = 0; i < 10; ++i)
    trace += support::event_line("version", std::to_string(i), "main", "00:00:00");
  CHECK(support::follow(trace, visitor, labels, {.processes = 1, .threads = 1}).size() == 5);
  CHECK(visitor.text.find("-process 0") < visitor.text.find("+process 2"));
}

TEST_CASE("writers that don't say levels have them counted", "[read]") {
  CHECK(
      log_of(within_session(main_line("region_enter", "00:00:00.000500") +
                            main_line("region_enter", "00:00:00.000600") +
                            main_line("region_leave", "00:00:00.000700") +
                            main_line("region_leave", "00:00:00.000900"))) ==
      framed("+region 1 @500\nregion_enter open 1 @500\n+region 2 @600\nregion_enter open 2 @600\n"
             "-region 2 total 100 self 100 @700\nregion_leave open 2 @700\n"
             "-region 1 total 400 self 300 @900\nregion_leave open 1 @900\n"));
}

TEST_CASE("threads have regions of their own and end with thread_exit", "[read][R-REG-11]") {
  auto const on_thread = [](std::string_view event, std::string_view time,
                            std::string_view members) {
    return support::event_line(event, "S", "th01:x", time, members);
  };
  CHECK(
      log_of(within_session(
          on_thread("thread_start", "00:00:00.000300", "") +
          main_line("region_enter", "00:00:00.000400", R"(,"nesting":1)") +
          on_thread("region_enter", "00:00:00.000500", R"(,"nesting":1)") +
          main_line("region_leave", "00:00:00.000600", R"(,"t_rel":0.0002,"nesting":1)") +
          on_thread("thread_exit", "00:00:00.000700", R"(,"t_rel":0.0004)"))) ==
      framed("+thread th01:x @300\nthread_start open 1 @300\n"
             "+region 1 @400\nregion_enter open 1 @400\n"
             "+region 1 @500\nregion_enter open 1 @500\n"
             "-region 1 total 200 self 200 @600\nregion_leave open 1 @600\n"
             "!region 1 total 200 self 200 @700\nthread_exit open 1 @700\n-thread th01:x @700\n"));
}

TEST_CASE("children are open until they are collected or left alone", "[read]") {
  CHECK(
      log_of(within_session(
          main_line("child_start", "00:00:00.000300", R"(,"child_id":0,"argv":["a"])") +
          main_line("child_start", "00:00:00.000400", R"(,"child_id":1,"argv":["b"])") +
          main_line("child_exit", "00:00:00.000500",
                    R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.0002)") +
          main_line("child_ready", "00:00:00.000600", R"(,"child_id":1,"pid":2,"ready":"ready")") +
          main_line("child_exit", "00:00:00.000700", R"(,"child_id":9,"pid":1,"code":0)"))) ==
      framed("+child 0 @300\nchild_start open 1 @300\n+child 1 @400\nchild_start open 1 @400\n"
             "-child 0 @500\nchild_exit open 1 @500\n-child 1 @600\nchild_ready open 1 @600\n"
             "child_exit open 1 @700\n"));
}

TEST_CASE("brief lines are placed by what is known", "[read][R-EVT-04]") {
  CHECK(
      log_of(main_line("version", "00:00:01.000000", R"(,"exe":"1")") +
             main_line("start", "", R"(,"t_abs":0.000200,"argv":["git"])") +
             main_line("region_enter", "", R"(,"nesting":1)") +
             main_line("region_enter", "", R"(,"nesting":2)") +
             main_line("region_leave", "", R"(,"t_rel":0.000300,"nesting":2)") +
             main_line("region_leave", "", R"(,"t_rel":0.000500,"nesting":1)") +
             main_line("child_start", "", R"(,"child_id":0,"argv":["a"])") +
             main_line("child_exit", "", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.001)") +
             main_line("exit", "", R"(,"t_abs":0.002,"code":0)")) ==
      "+process S @1000000\n+thread main @1000000\nversion open 1 @1000000\nstart open 1 @1000000\n"
      "+region 1 @1000000\nregion_enter open 1 @1000000\n"
      "+region 2 @1000000\nregion_enter open 2 @1000000\n"
      "-region 2 total 300 self 300 @1000300\nregion_leave open 2 @1000300\n"
      "-region 1 total 500 self 200 @1000500\nregion_leave open 1 @1000500\n"
      "+child 0 @1000500\nchild_start open 1 @1000500\n-child 0 @1001500\nchild_exit open 1 "
      "@1001500\n"
      "exit open 1 @1001800\n-thread main @1002000\n-process S ended code 0 git @1002000\n");
}

TEST_CASE("the last brief line tells when the process began, and no line comes after its end",
          "[read][R-EVT-04]") {
  CHECK(log_of(main_line("version", "00:00:01.000000", R"(,"exe":"1")") +
               main_line("start", "", R"(,"t_abs":0.000200,"argv":["git"])") +
               main_line("exit", "", R"(,"t_abs":0.002,"code":0)") +
               main_line("atexit", "00:00:01.001860", R"(,"t_abs":0.002050,"code":0)")) ==
        "+process S @1000000\n+thread main @1000000\nversion open 1 @1000000\n"
        "start open 1 @1000000\nexit open 1 @1001800\natexit open 1 @1001860\n"
        "-thread main @1001860\n-process S ended code 0 git @1001860\n");
}

TEST_CASE("a program that ends without telling its exit code has none", "[read][R-LIFE-10]") {
  std::string const start = main_line("start", "00:00:01", R"(,"t_abs":0,"argv":["git"])");
  std::string const last = main_line("atexit", "00:00:02", R"(,"t_abs":1,"code":0)");
  auto const end_of = [](std::string const& lines) {
    std::string const log = log_of(lines);
    return log.substr(log.rfind("-process"));
  };
  CHECK(end_of(start + last) == "-process S ended code -1 git @2000000\n");
  CHECK(end_of(start + main_line("exit", "00:00:02", R"(,"t_abs":1,"code":0)") + last) ==
        "-process S ended code 0 git @2000000\n");
  CHECK(end_of(start + main_line("signal", "00:00:02", R"(,"t_abs":1,"signo":15)") + last) ==
        "-process S ended code -1 git @2000000\n");
  // The atexit of a fork, which had not told its code, says nothing of the process (R-LIFE-16).
  CHECK(end_of(start + main_line("exit", "00:00:02", R"(,"t_abs":1,"code":3)") + last + last) ==
        "-process S ended code 3 git @2000000\n");
}

TEST_CASE("a thread begins at the absolute time of its first line", "[read][R-PRF-03]") {
  auto const line = [](std::string_view event, std::string_view thread, std::string_view members) {
    return support::event_line(event, "S", thread, "", members);
  };
  std::string const log = log_of(line("start", "main", R"(,"t_abs":0.0001,"argv":["git"])") +
                                 line("thread_start", "th01:x", R"(,"t_abs":0.005)") +
                                 line("thread_exit", "th01:x", R"(,"t_abs":0.006,"t_rel":0.001)") +
                                 line("atexit", "main", R"(,"t_abs":0.0061,"code":0)"));
  CHECK(log.find("+thread th01:x @-946684799995000\n") != std::string::npos);
  CHECK(log.find("-thread th01:x @-946684799994000\n") != std::string::npos);
}

TEST_CASE("without any time of day the session id tells the beginning", "[read][R-SID-01]") {
  auto const begin_of = [](std::string_view sid) {
    std::string const log = log_of(support::event_line("start", sid, "main", "", R"(,"t_abs":1)"));
    std::size_t const at = log.find('@') + 1;
    return log.substr(at, log.find('\n') - at);
  };
  CHECK(begin_of("p/20000101T000001.250000Z-H01234567-P00000001") == "1250000");
  CHECK(begin_of("20000101T000001Z-H01234567-P00000001") == "1000000");
  constexpr std::string_view epoch = "-946684800000000";
  for (std::string_view const other :
       {"S", "Z", "2000010100000100Z", "20000101T000001.250000", "20001301T000001Z", "repo-Z"})
    CHECK(begin_of(other) == epoch);
}

TEST_CASE("a process that says no more was killed or became another one", "[read][R-LIFE-12]") {
  CHECK(log_of(main_line("version", "00:00:00.000100")) ==
        "+process S @100\n+thread main @100\nversion open 1 @100\n-thread main @100\n"
        "-process S running code -1 S @100\n");
  CHECK(log_of(main_line("signal", "00:00:00.000100", R"(,"signo":13)"))
            .find("-process S killed code 141") != std::string::npos);
  CHECK(log_of(main_line("exec", "00:00:00.000100")).find("-process S transformed") !=
        std::string::npos);
  CHECK(log_of(main_line("exec", "00:00:00.000100") + main_line("exec_result", "00:00:00.000200"))
            .find("-process S running") != std::string::npos);
}

TEST_CASE("a signal of any number kills a process that has then failed", "[read]") {
  for (auto const& [told, code] : {std::pair{"2147483647", "255"}, {"-2147483648", "128"}})
    CHECK(log_of(main_line("signal", "00:00:00.000100", std::string{",\"signo\":"} + told))
              .find(std::string{"-process S killed code "} + code) != std::string::npos);
}

TEST_CASE("a process without a session id is not its own parent", "[read]") {
  struct lineage final : tr::tracker_visitor {
    bool has_parent = true;
    void process_began(tr::traced_process&, tr::traced_process* parent) override {
      has_parent = parent != nullptr;
    }
  } visitor;
  support::follow(support::event_line("version", "", "main", "00:00:00.000100"), visitor);
  CHECK_FALSE(visitor.has_parent);
}

TEST_CASE("a fork that goes on under the same id belongs to its process", "[read][R-LIFE-16]") {
  std::string const text =
      log_of(within_session("") + main_line("atexit", "00:00:05.000000", R"(,"t_abs":5,"code":4)"));
  CHECK(text.find("-process S ended code 4 git @5000000\n") != std::string::npos);
  CHECK(text.find("-process", text.find("-process") + 1) == std::string::npos);
}

TEST_CASE("a region has the message of its beginning until its end", "[read]") {
  struct final_messages final : tr::tracker_visitor {
    void region_left(tr::traced_process&, tr::traced_thread&,
                     tr::closed_region const& closed) override {
      text.append(closed.region.message()).append(";");
    }
    std::string text;
  };
  auto const enter = [](std::string_view nesting, std::string_view msg) {
    return main_line("region_enter", "00:00:01",
                     std::string{R"(,"category":"c","label":"l","nesting":)"}.append(nesting) +
                         R"(,"msg":")" + std::string{msg} + "\"");
  };
  std::string const leave =
      main_line("region_leave", "00:00:02",
                R"(,"t_rel":0.5,"category":"c","label":"l","nesting":2,"msg":"other")");
  final_messages visitor;
  support::follow(
      within_session(enter("1", "outer") + enter("2", "inner") + leave + enter("2", "") + leave),
      visitor);
  CHECK(visitor.text == "inner;;outer;");
}

TEST_CASE("what goes beyond the limits is refused, and the rest followed", "[read]") {
  tr::tracker_limits const limits{.processes = 2,
                                  .ended = 1,
                                  .threads = 2,
                                  .regions = 2,
                                  .children = 1,
                                  .sid_bytes = 5,
                                  .thread_bytes = 5};
  struct {
    std::string of(std::string const& trace, tr::tracker_limits const& most) {
      diary visitor;
      std::string all;
      tr::label_table labels{1};
      for (auto const& why : support::follow(trace, visitor, labels, most)) all += why + "\n";
      return all;
    }
  } refused;
  auto const line = [](std::string_view sid, std::string_view thread,
                       std::string_view event = "version", std::string_view members = "") {
    return support::event_line(event, sid, thread, "00:00:00", members);
  };
  CHECK(refused.of(line("123456", "main"), limits) == "has a session id that is too long\n");
  CHECK(refused.of(line("S", "thread"), limits) == "has a thread name that is too long\n");
  CHECK(refused.of(line("1", "a") + line("1", "b") + line("1", "c") + line("1", "a"), limits) ==
        "belongs to one thread too many\n");
  std::string const enter = line("1", "main", "region_enter", R"(,"category":"c","label":"l")");
  CHECK(refused.of(enter + enter + enter, limits) == "enters one region too many\n");
  CHECK(refused.of(enter + line("1", "main", "region_enter", R"(,"category":"c","label":"m")"),
                   limits) == "has one name too many\n");
  std::string const child = line("1", "main", "child_start", R"(,"child_id":1)");
  CHECK(refused.of(child + child, limits) == "starts one child too many\n");
  std::string const wordy =
      line("1", "main", "region_enter", R"(,"category":"c","label":"l","msg":"m")");
  CHECK(refused.of(line("1", "a"), {.texts = 0}) == "belongs to one thread too many\n");
  CHECK(refused.of(wordy, {.messages = 1}) == "has one message too many\n");
}

TEST_CASE("of too many processes the one that is silent for longest is given up", "[read]") {
  auto const line = [](std::string_view sid, std::string_view time) {
    return support::event_line("version", sid, "main", time);
  };
  diary visitor;
  tr::label_table labels;
  CHECK(support::follow(line("1", "00:00:01") + line("2", "00:00:02") + line("1", "00:00:03") +
                            line("3", "00:00:04") + line("1", "00:00:05"),
                        visitor, labels, {.processes = 2})
            .empty());
  std::string const& text = visitor.text;
  CHECK(text.find("-process 2 running") < text.find("-process 1 running"));
  CHECK(text.find("+process 1", text.find("+process 1") + 1) == text.npos);
}

TEST_CASE("what is over makes room", "[read]") {
  diary visitor;
  tr::label_table labels;
  std::string trace;
  for (int i = 0; i < 20; ++i) {
    auto const line = [thread = "t" + std::to_string(i), sid = std::to_string(i / 10)](
                          std::string_view event, std::string_view members = "") {
      return support::event_line(event, sid, thread, "00:00:00", members);
    };
    trace += line("thread_start") + line("region_enter", R"(,"category":"c","label":"l")") +
             line("child_start", R"(,"child_id":1)") + line("child_exit", R"(,"child_id":1)") +
             line("region_leave", R"(,"category":"c","label":"l")") + line("thread_exit");
    if (i % 10 == 9) trace += line("child_start", R"(,"child_id":2)") + line("exit");
  }
  CHECK(support::follow(trace, visitor, labels,
                        {.processes = 2, .ended = 0, .threads = 1, .regions = 1, .children = 1})
            .empty());
}

TEST_CASE("processes that have ended make room", "[read]") {
  diary visitor;
  tr::label_table labels;
  std::string trace;
  for (int i = 0; i < 100; ++i)
    trace += support::event_line("exit", std::to_string(i), "main", "00:00:00", R"(,"code":0)");
  CHECK(support::follow(trace, visitor, labels, {.processes = 1, .ended = 3}).empty());
}

TEST_CASE("a process ends when its reader says so, and others go on", "[read]") {
  for (bool const has_ended : {true, false}) {
    diary visitor;
    tr::label_table labels;
    tr::tracker tracker{visitor, labels};
    tr::text_source source{
        support::event_line("version", "S", "main", "00:00:01") +
        support::event_line("version", "T", "main", "00:00:01") +
        main_line("region_enter", "00:00:02", R"(,"category":"c","label":"l")") +
        (has_ended ? main_line("atexit", "00:00:03", R"(,"t_abs":2,"code":0)") : std::string{}) +
        support::event_line("version", "T", "main", "00:00:04")};
    tr::event_stream events{source, "trace", [](tr::problem const&) { FAIL(); }};
    for (int i = has_ended ? 4 : 3; i > 0; --i) REQUIRE(tracker.take(*events.next()) == nullptr);
    tracker.end(*tracker.find("S"));
    CHECK(tracker.find("S") == nullptr);
    CHECK(visitor.text.find("!region 1 total") != visitor.text.npos);
    CHECK(visitor.text.find(has_ended ? "-process S ended" : "-process S running") !=
          visitor.text.npos);
    CHECK(visitor.text.find("-process T") == visitor.text.npos);
    REQUIRE(tracker.take(*events.next()) == nullptr);
    tracker.finish();
    CHECK(visitor.text.find("-process S", visitor.text.find("-process S") + 1) ==
          visitor.text.npos);
    CHECK(visitor.text.find("-process T") != visitor.text.npos);
  }
}

TEST_CASE("a tracker calls what a visitor overrides, through a reference to the base", "[read]") {
  struct last_label final : tr::tracker_visitor {
    void region_entered(tr::traced_process&, tr::traced_thread&, tr::open_region& region,
                        tr::occurrence const&) override {
      label = region.label;
    }
    tr::label_id label{};
  };
  last_label visitor;
  tr::tracker_visitor& base = visitor;
  tr::label_table labels;
  std::string const trace = main_line("region_enter", "00:00:01", R"(,"category":"c","label":"l")");
  CHECK(support::follow(trace, base, labels).empty());
  CHECK(labels[visitor.label].name == "l");
  tr::tracker_visitor nothing;
  CHECK(support::follow(trace, nothing, labels).empty());
}

TEST_CASE("in Git's own recordings everything that begins ends", "[read]") {
  struct counts final : tr::tracker_visitor {
    int processes = 0, threads = 0, regions = 0, incomplete = 0;
    void process_began(tr::traced_process&, tr::traced_process*) override { ++processes; }
    void thread_began(tr::traced_process&, tr::traced_thread&) override { ++threads; }
    void region_entered(tr::traced_process&, tr::traced_thread&, tr::open_region&,
                        tr::occurrence const&) override {
      ++regions;
    }
    void region_left(tr::traced_process&, tr::traced_thread&,
                     tr::closed_region const& closed) override {
      --regions;
      incomplete += closed.is_complete ? 0 : 1;
    }
    void thread_ended(tr::traced_process&, tr::traced_thread&) override { --threads; }
    void process_ended(tr::traced_process&) override { --processes; }
  };
  for (std::string const& path : support::git_traces()) {
    INFO(path);
    counts visitor;
    CHECK(support::follow(support::content_of(path + ".event"), visitor).empty());
    CHECK(visitor.processes == 0);
    CHECK(visitor.threads == 0);
    CHECK(visitor.regions == 0);
    CHECK(visitor.incomplete == 0);
  }
}

}  // namespace tracker_test
