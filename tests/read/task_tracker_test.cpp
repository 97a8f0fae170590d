#include <trace2/read/task_tracker.hpp>
#include <trace2/read/tracker.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/task_trace.hpp"
#include "support/times.hpp"

namespace task_tracker_test {

namespace tr = trace2::read;
using namespace support::tasks;  // NOLINT(google-build-using-namespace)

namespace {

constexpr tr::nanoseconds millisecond = ns(1'000'000);
constexpr tr::moment midnight = moment_ns(946'684'800'000'000'000);

/// Notes what becomes of tasks, in words; times in milliseconds since midnight.
struct diary final : tr::tracker_visitor {
  std::string text;

  void task_began(tr::traced_event const& now, tr::open_task& task) override {
    note("begin " + name(task) + " on " + now.thread.name + " " + std::string{task.message()},
         task.begin);
  }
  void task_resumed(tr::traced_event const& now, tr::open_task& task) override {
    note("resume " + name(task) + " on " + now.thread.name, now.at);
  }
  void task_ran(tr::traced_process&, tr::traced_thread& thread, tr::open_task& task,
                tr::moment since, tr::nanoseconds time) override {
    note("ran " + name(task) + " on " + thread.name + " for " + std::to_string(time / millisecond),
         since);
  }
  void task_paused(tr::traced_process&, tr::traced_thread& thread, tr::open_task& task) override {
    note("pause " + name(task) + " on " + thread.name, task.since);
  }
  void task_waited(tr::traced_process&, tr::open_task& task, tr::moment since,
                   tr::nanoseconds time) override {
    note("waited " + name(task) + " for " + std::to_string(time / millisecond), since);
  }
  void task_linked(tr::traced_event const& now, tr::open_task& task,
                   tr::task_event const& link) override {
    note("link " + name(task) + " to " + std::to_string(link.other), now.at);
  }
  void task_region_entered(tr::traced_event const&, tr::open_task& task,
                           tr::open_region& region) override {
    note("enter " + std::to_string(region.level) + " of " + name(task) +
             (region.only_waits ? " to wait" : "") + std::string{region.message()},
         region.begin);
  }
  void task_region_left(tr::traced_process&, tr::open_task& task,
                        tr::closed_region const& closed) override {
    note(std::string{closed.is_complete ? "leave " : "break "} +
             std::to_string(closed.region.level) + " of " + name(task) + " total " +
             std::to_string(closed.total / millisecond) + " self " +
             std::to_string(closed.self() / millisecond),
         closed.end);
  }
  void task_ended(tr::traced_process&, tr::closed_task const& closed) override {
    note(std::string{closed.is_complete ? "end " : "break "} + name(closed.task) + " total " +
             std::to_string(closed.total / millisecond) + " running " +
             std::to_string(closed.running() / millisecond) + " waiting " +
             std::to_string(closed.waiting() / millisecond),
         closed.end);
  }
  void task_went_wrong(tr::traced_process&, tr::task_fault fault) override {
    static constexpr char const* names[] = {"not begun", "begun twice", "runs twice",
                                            "not running"};
    text.append("wrong: ").append(names[static_cast<int>(fault)]).append("\n");
  }
  void region_left(tr::traced_process&, tr::traced_thread& thread,
                   tr::closed_region const& closed) override {
    note("region of " + thread.name + " self " + std::to_string(closed.self() / millisecond) +
             " inside " + std::to_string(closed.region.inside / millisecond),
         closed.end);
  }
  void child_waited(tr::traced_thread&, std::uint64_t, tr::moment since,
                    tr::nanoseconds time) override {
    note("waited for a child for " + std::to_string(time / millisecond), since);
  }

 private:
  static std::string name(tr::open_task const& task) { return std::to_string(task.id); }
  void note(std::string const& what, tr::moment at) {
    text += what + " @" + std::to_string((at - midnight) / millisecond) + "\n";
  }
};

std::string log_of(std::string trace) {
  diary visitor;
  CHECK(support::follow(std::move(trace), visitor).empty());
  return visitor.text;
}

}  // namespace

TEST_CASE("a task runs and waits on several threads, and so does a region of it", "[read]") {
  CHECK(log_of(pool()) ==
        "begin 1 on main a.c @20\n"
        "begin 2 on main  @30\n"
        "link 2 to 1 @30\n"
        "waited 1 for 80 @20\n"
        "resume 1 on th01:worker @100\n"
        "enter 1 of 1 @100\n"
        "ran 1 on th01:worker for 100 @100\n"
        "pause 1 on th01:worker @200\n"
        "waited 1 for 100 @200\n"
        "resume 1 on th02:worker @300\n"
        "ran 1 on th02:worker for 50 @300\n"
        "leave 1 of 1 total 250 self 150 @350\n"
        "ran 1 on th02:worker for 50 @350\n"
        "pause 1 on th02:worker @400\n"
        "end 1 total 380 running 200 waiting 180 @400\n"
        "waited 2 for 470 @30\n"
        "resume 2 on th02:worker @500\n"
        "ran 2 on th02:worker for 400 @500\n"
        "pause 2 on th02:worker @900\n"
        "end 2 total 870 running 400 waiting 470 @900\n"
        "region of main self 0 inside 0 @950\n");
}

TEST_CASE("the regions of a thread go on around a task, and may change meanwhile", "[read]") {
  auto const region = [](std::string_view verb, std::string_view time, int nesting) {
    return line(std::string{"region_"}.append(verb), time, number("nesting", nesting));
  };
  CHECK(log_of(process(begin(1, "00:00:00.1", "a") + region("enter", "00:00:00.1", 1) +
                       run(1, "00:00:00.2", "main") + enter(1, "00:00:00.3", "r", 1, "main") +
                       region("enter", "00:00:00.4", 2) + pause(1, "00:00:00.5", "main") +
                       region("leave", "00:00:00.6", 2) + region("leave", "00:00:00.7", 1))) ==
        "begin 1 on main  @100\n"
        "waited 1 for 100 @100\n"
        "resume 1 on main @200\n"
        "ran 1 on main for 100 @200\n"
        "enter 1 of 1 @300\n"
        "ran 1 on main for 100 @300\n"
        "ran 1 on main for 100 @400\n"
        "pause 1 on main @500\n"
        "region of main self 100 inside 100 @600\n"
        "region of main self 200 inside 400 @700\n"
        "waited 1 for 500 @500\n"
        "break 1 of 1 total 700 self 200 @1000\n"
        "break 1 total 900 running 300 waiting 600 @1000\n");
}

TEST_CASE("a task does not run while it is in a region that only waits", "[read]") {
  CHECK(log_of(process(begin(1, "00:00:00.1", "a") + run(1, "00:00:00.1", "main") +
                       enter(1, "00:00:00.2", "lock", 1, "main", R"(,"waits":true)") +
                       leave(1, "00:00:00.5", "lock", 1, "main", R"(,"waits":true)") +
                       pause(1, "00:00:00.6", "main") + end(1, "00:00:00.6", "a"))) ==
        "begin 1 on main  @100\n"
        "resume 1 on main @100\n"
        "ran 1 on main for 100 @100\n"
        "enter 1 of 1 to wait @200\n"
        "ran 1 on main for 300 @200\n"
        "leave 1 of 1 total 300 self 0 @500\n"
        "ran 1 on main for 100 @500\n"
        "pause 1 on main @600\n"
        "end 1 total 500 running 200 waiting 300 @600\n");
}

TEST_CASE("a task whose beginning is missing exists from its first event on", "[read]") {
  CHECK(log_of(process(run(1, "00:00:00.5", "main") + pause(1, "00:00:00.6", "main") +
                       end(1, "00:00:00.6", "a", "main", R"(,"t_rel":0.4)") +
                       end(2, "00:00:00.7", "b", "main", R"(,"t_rel":0.1)") +
                       pause(3, "00:00:00.7", "main") + link(3, "00:00:00.7", "caused_by", 1) +
                       leave(4, "00:00:00.8", "r", 1, "main", R"(,"t_rel":0.1)"))) ==
        "wrong: not begun\n"
        "begin 1 on main  @500\n"
        "resume 1 on main @500\n"
        "ran 1 on main for 100 @500\n"
        "pause 1 on main @600\n"
        "end 1 total 400 running 100 waiting 300 @600\n"
        "wrong: not begun\n"
        "begin 2 on main  @600\n"
        "waited 2 for 100 @600\n"
        "end 2 total 100 running 0 waiting 100 @700\n"
        "wrong: not begun\n"
        "wrong: not begun\n"
        "wrong: not begun\n"
        "begin 4 on main  @800\n"
        "enter 1 of 4 @700\n"
        "leave 1 of 4 total 100 self 100 @800\n"
        "waited 4 for 200 @800\n"
        "break 4 total 200 running 0 waiting 200 @1000\n");
}

TEST_CASE("a task whose beginning is missing has its time once, in regions that lack theirs, too",
          "[read]") {
  CHECK(log_of(process(run(1, "00:00:00.1", "main") + enter(1, "00:00:00.2", "q", 2, "main") +
                       leave(1, "00:00:00.3", "q", 2, "main", R"(,"t_rel":0.1)") +
                       pause(1, "00:00:00.4", "main") +
                       leave(1, "00:00:00.6", "r", 1, "main", R"(,"t_rel":0.5)") +
                       end(1, "00:00:00.6", "a", "main", R"(,"t_rel":0.5)"))) ==
        "wrong: not begun\n"
        "begin 1 on main  @100\n"
        "resume 1 on main @100\n"
        "ran 1 on main for 100 @100\n"
        "enter 2 of 1 @200\n"
        "ran 1 on main for 100 @200\n"
        "leave 2 of 1 total 100 self 100 @300\n"
        "ran 1 on main for 100 @300\n"
        "pause 1 on main @400\n"
        "waited 1 for 200 @400\n"
        "enter 1 of 1 @100\n"
        "leave 1 of 1 total 500 self 200 @600\n"
        "end 1 total 500 running 300 waiting 200 @600\n");
}

TEST_CASE("a region whose beginning is missing ends inside of those that go on", "[read]") {
  CHECK(log_of(process(begin(1, "00:00:00.1", "a") + run(1, "00:00:00.1", "main") +
                       enter(1, "00:00:00.2", "q", 1, "main") +
                       leave(1, "00:00:00.4", "r", 2, "main", R"(,"t_rel":0.1)") +
                       leave(1, "00:00:00.5", "q", 1, "main", R"(,"t_rel":0.3)") +
                       end(1, "00:00:00.5", "a"))) ==
        "begin 1 on main  @100\n"
        "resume 1 on main @100\n"
        "ran 1 on main for 100 @100\n"
        "enter 1 of 1 @200\n"
        "ran 1 on main for 200 @200\n"
        "enter 2 of 1 @300\n"
        "leave 2 of 1 total 100 self 100 @400\n"
        "ran 1 on main for 100 @400\n"
        "leave 1 of 1 total 300 self 200 @500\n"
        "pause 1 on main @500\n"
        "end 1 total 400 running 400 waiting 0 @500\n");
}

TEST_CASE("a contradiction is told, and the latest event counts", "[read]") {
  CHECK(log_of(process(begin(1, "00:00:00.1", "a") + begin(1, "00:00:00.2", "a") +
                       run(1, "00:00:00.2", first) + run(1, "00:00:00.4", second) +
                       pause(1, "00:00:00.5", first) + begin(2, "00:00:00.5", "b") +
                       run(2, "00:00:00.5", second) + run(2, "00:00:00.5", second) +
                       end(2, "00:00:00.6", "b", second) + end(1, "00:00:00.7", "a"))) ==
        "begin 1 on main  @100\n"
        "wrong: begun twice\n"
        "waited 1 for 100 @100\n"
        "break 1 total 100 running 0 waiting 100 @200\n"
        "begin 1 on main  @200\n"
        "resume 1 on th01:worker @200\n"
        "wrong: runs twice\n"
        "ran 1 on th01:worker for 200 @200\n"
        "pause 1 on th01:worker @400\n"
        "resume 1 on th02:worker @400\n"
        "wrong: not running\n"
        "begin 2 on main  @500\n"
        "wrong: not running\n"
        "ran 1 on th02:worker for 100 @400\n"
        "pause 1 on th02:worker @500\n"
        "resume 2 on th02:worker @500\n"
        "ran 2 on th02:worker for 100 @500\n"
        "pause 2 on th02:worker @600\n"
        "end 2 total 100 running 100 waiting 0 @600\n"
        "waited 1 for 200 @500\n"
        "end 1 total 500 running 300 waiting 200 @700\n");
}

TEST_CASE("a thread that ends no longer runs its task", "[read]") {
  CHECK(log_of(process(begin(1, "00:00:00.1", "a") + run(1, "00:00:00.1", first) +
                       line("thread_exit", "00:00:00.3", "", first) + end(1, "00:00:00.5", "a"))) ==
        "begin 1 on main  @100\n"
        "resume 1 on th01:worker @100\n"
        "ran 1 on th01:worker for 200 @100\n"
        "pause 1 on th01:worker @300\n"
        "waited 1 for 200 @300\n"
        "end 1 total 400 running 200 waiting 200 @500\n");
}

TEST_CASE("the thread does not wait for a child of the task that it runs", "[read]") {
  CHECK(log_of(process(begin(1, "00:00:00.1", "a") + run(1, "00:00:00.1", "main") +
                       line("child_start", "00:00:00.2", R"(,"child_id":0,"argv":["cc"])") +
                       pause(1, "00:00:00.3", "main") + run(1, "00:00:00.6", "main") +
                       line("child_exit", "00:00:00.7", R"(,"child_id":0,"pid":1,"code":0)") +
                       end(1, "00:00:00.8", "a"))) ==
        "begin 1 on main  @100\n"
        "resume 1 on main @100\n"
        "ran 1 on main for 100 @100\n"
        "ran 1 on main for 100 @200\n"
        "pause 1 on main @300\n"
        "waited 1 for 300 @300\n"
        "resume 1 on main @600\n"
        "ran 1 on main for 200 @600\n"
        "pause 1 on main @800\n"
        "end 1 total 700 running 400 waiting 300 @800\n");
}

TEST_CASE("lines of a run are indented by the regions of the task", "[read]") {
  struct indentation final : tr::tracker_visitor {
    std::string text;
    void event(tr::traced_event const& now) override {
      text.append(now.occurrence.event_name).append(" ");
      text.append(std::to_string(now.thread.open_regions)).append("\n");
    }
  } visitor;
  support::follow(process(line("region_enter", "00:00:00.1", number("nesting", 1)) +
                          begin(1, "00:00:00.1", "a") + run(1, "00:00:00.2", "main") +
                          enter(1, "00:00:00.3", "r", 1, "main") +
                          line("data", "00:00:00.3", number("nesting", 2) + text("key", "k")) +
                          pause(1, "00:00:00.3", "main") + link(1, "00:00:00.3", "waits_for", 2) +
                          run(1, "00:00:00.4", "main") + leave(1, "00:00:00.4", "r", 1, "main") +
                          pause(1, "00:00:00.5", "main") + end(1, "00:00:00.5", "a") +
                          line("region_leave", "00:00:00.6", number("nesting", 1))),
                  visitor);
  CHECK(visitor.text ==
        "start 1\nregion_enter 1\ntask_begin 2\ntask_run 1\ntask_region_enter 1\ndata 2\n"
        "task_pause 2\ntask_link 2\ntask_run 2\ntask_region_leave 1\ntask_pause 1\ntask_end 2\n"
        "region_leave 1\natexit 1\n");
}

TEST_CASE("tasks and their regions beyond the limits are refused", "[read]") {
  tr::label_table labels;
  diary visitor;
  auto const refused =
      support::follow(process(begin(1, "00:00:00.1", "a") + begin(2, "00:00:00.1", "b") +
                              run(2, "00:00:00.2", first) + enter(1, "00:00:00.2", "r", 1, "main") +
                              enter(1, "00:00:00.2", "r", 2, "main")),
                      visitor, labels, {.regions = 1, .tasks = 1});
  CHECK(refused == std::vector<std::string>{"tells of one task too many",
                                            "tells of one task too many",
                                            "enters one region too many"});
  diary other;
  constexpr std::string_view message = R"(,"msg":"m")";
  CHECK(support::follow(process(begin(1, "00:00:00.1", "a", 0, "main", message) +
                                enter(1, "00:00:00.2", "r", 1, "main", message)),
                        other, labels, {.messages = 1}) ==
        std::vector<std::string>(2, "has one message too many"));
}

}  // namespace task_tracker_test
