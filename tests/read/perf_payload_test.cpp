#include <trace2/read/perf_payload.hpp>

#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace perf_payload_test {

namespace event = trace2::event;

namespace {

/// The event that a payload shows; nothing if it is none.
template <class Event>
std::optional<Event> read(std::string_view payload, std::string_view category = "") {
  static std::pmr::monotonic_buffer_resource memory;
  static trace2::read::quoted_words words{memory};
  trace2::read::perf_columns columns;
  columns.category = category;
  Event found{};
  if (!trace2::read::perf_payload{words}.read(columns, payload, found)) return {};
  return found;
}

template <class Event>
bool is_refused(std::string_view payload) {
  return !read<Event>(payload);
}

}  // namespace

TEST_CASE("children are read from their payload", "[read][R-PRF-12]") {
  auto const hook =
      read<event::child_start>("[ch3] class:hook hook:pre-push cd:'/a b' argv:[x 'y z']");
  REQUIRE(hook);
  CHECK(hook->child_id == 3);
  CHECK(hook->child_class == "hook");
  CHECK(hook->hook_name == "pre-push");
  CHECK(hook->cd == "/a b");
  CHECK(hook->argv.count == 2);
  CHECK_FALSE(hook->use_shell);
  auto const shell = read<event::child_start>("[ch0] class:? argv:['git version']");
  REQUIRE(shell);
  CHECK((shell->use_shell && shell->hook_name.data() == nullptr && shell->cd.data() == nullptr));
  CHECK(read<event::child_exit>("[ch0] pid:-1 code:-1")->code == -1);
  CHECK(read<event::child_ready>("[ch0] pid:7 ready:time out")->ready == "time out");
}

TEST_CASE("the message of a region begins with a word that is none", "[read][R-PRF-13]") {
  auto const enter = [](std::string_view payload) { return *read<event::region_enter>(payload); };
  CHECK(enter("label:write back to queue").label == "write back to queue");
  CHECK(enter("label:do_read_index .git/index").msg == ".git/index");
  CHECK(enter("label:round 1").label == "round");
  CHECK(enter("label:lab3 ").msg.empty());
  CHECK(enter("label:lab3 ").msg.data() != nullptr);
  CHECK(enter(" only msg").label.data() == nullptr);
  CHECK(enter(" only msg").msg == "only msg");
  CHECK(enter("label:").label.data() != nullptr);
  CHECK(enter("").label.data() == nullptr);
}

TEST_CASE("the wordings of Git Credential Manager are read, too", "[read]") {
  auto const child =
      read<event::child_start>("[ch1] C:/Program Files/Git/cmd/git.exe config --list");
  REQUIRE(child);
  CHECK(child->argv.count == 3);
  CHECK(child->argv.items[0] == "C:/Program Files/Git/cmd/git.exe");
  CHECK_FALSE(child->use_shell);
  CHECK(read<event::child_exit>("[ch1] pid:7 code:0 elapsed:0.1")->pid == 7);
  CHECK(read<event::exit>("elapsed:2.5023 code:-1")->code == -1);
  CHECK(read<event::exit>("elapsed:2,5023 code:-1")->code == -1);
  std::pmr::monotonic_buffer_resource memory;
  trace2::read::quoted_words words{memory};
  trace2::read::perf_columns columns;
  columns.place.file = "oauth2client.cs";
  event::region_enter region;
  CHECK(trace2::read::perf_payload{words}.read(columns, "get token", region));
  CHECK(region.label == "get token");
  auto const start = read<event::start>("C:\\a b\\gcm.exe get 'x");
  REQUIRE(start);
  CHECK(start->argv.count == 3);
  CHECK(start->argv.items[0] == "C:\\a b\\gcm.exe");
  CHECK(start->argv.items[2] == "'x");
  CHECK_FALSE(read<event::child_start>("[ch1] "));
  CHECK_FALSE(read<event::child_exit>("[ch1] pid:7 code:0 more"));
  CHECK_FALSE(read<event::exit>("elapsed:x code:-1"));
  CHECK_FALSE(read<event::task_begin>("[t7] other"));
}

TEST_CASE("tasks are read from their payload", "[read]") {
  auto const begin = read<event::task_begin>("[t7] parent:3 label:compile 1 a.o", "build");
  REQUIRE(begin);
  CHECK((begin->task == 7 && begin->parent == 3));
  CHECK((begin->category == "build" && begin->label == "compile" && begin->msg == "1 a.o"));
  CHECK(read<event::task_begin>("[t7] label:compile")->parent == 0);
  CHECK(read<event::task_begin>("[t7]")->label.data() == nullptr);
  CHECK(read<event::task_run>("[t18446744073709551615]")->task == 18'446'744'073'709'551'615u);
  CHECK(read<event::task_pause>("[t7]")->task == 7);
  auto const end = read<event::task_end>("[t7] run:0.000500 label:compile");
  REQUIRE(end);
  CHECK((end->t_run.in_microseconds() == 500 && end->label == "compile"));
  CHECK(read<event::task_end>("[t7] run:0.000500")->label.data() == nullptr);
  auto const link = read<event::task_link>("[t7] waits_for:3");
  REQUIRE(link);
  CHECK((link->other == 3 && link->kind == "waits_for"));
  CHECK(read<event::task_region_enter>("[t7] label:read 1")->msg == "1");
  CHECK(read<event::task_region_leave>("[t7] ")->label.data() == nullptr);
}

TEST_CASE("a region that only waits is told from others", "[read]") {
  static std::pmr::monotonic_buffer_resource memory;
  static trace2::read::quoted_words words{memory};
  trace2::read::perf_payload payload{words};
  auto const waits = [&payload]<class Event>(std::string_view text, Event found) {
    REQUIRE(payload.read({}, text, found));
    CHECK(found.label == "idle");
    return payload.waits();
  };
  CHECK(waits("waits label:idle", event::region_enter{}));
  CHECK_FALSE(waits("label:idle", event::region_leave{}));
  CHECK(waits("[t1] waits label:idle 7", event::task_region_leave{}));
  CHECK_FALSE(waits("[t1] label:idle", event::task_begin{}));
}

TEST_CASE("parameters, repositories and values are read", "[read][R-PRF-07]") {
  auto const param = read<event::def_param>("core.x:y:z", "scope:worktr");
  CHECK((param && param->scope == trace2::scope::worktree && param->value == "y:z"));
  CHECK(read<event::def_param>("core.x", "scope:unknow")->value.data() == nullptr);
  CHECK(read<event::def_repo>("worktree:'/a b'")->worktree == "/a b");
  CHECK(read<event::data>("key:a:b", "c")->key == "key");
  CHECK(std::string_view{read<event::data_json>("key:{}", "c")->value.text} == "{}");
  CHECK(read<event::th_timer>("name:a b intervals:2 total:3.000000 min:1.000000 max:2.000000")
            ->name == "a b");
  CHECK(read<event::counter>("name:n value:18446744073709551615")->count ==
        18'446'744'073'709'551'615u);
  CHECK(read<event::exec_result>("id:0 code:2 err:No such file")->code == 2);
  CHECK(read<event::error>("")->msg.data() == nullptr);
  CHECK(read<event::error>("no")->fmt == "no");
}

TEST_CASE("a payload of which a part is missing is none", "[read]") {
  CHECK(is_refused<event::exit>("code:"));
  CHECK(is_refused<event::exit>("code:1 x"));
  CHECK(is_refused<event::signal>("code:1"));
  CHECK(is_refused<event::child_start>("[ch0] class:? argv:[a"));
  CHECK(is_refused<event::child_exit>("[ch0] pid:1"));
  CHECK(is_refused<event::cmd_name>("name"));
  CHECK(is_refused<event::data>("key"));
  CHECK(is_refused<event::counter>("name:n value:x"));
  CHECK(is_refused<event::region_leave>("lab"));
  CHECK(is_refused<event::task_begin>("[t7] lab"));
  CHECK(is_refused<event::task_run>("[t7"));
  CHECK(is_refused<event::task_end>("[t7] label:x"));
  CHECK(is_refused<event::task_link>("[t7] waits_for:x"));
}

}  // namespace perf_payload_test
