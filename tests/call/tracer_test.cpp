#include <trace2/call/tracer.hpp>
#include <trace2/sink/memory.hpp>

#include <cerrno>
#include <string>
#include <string_view>
#include <type_traits>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace tracer_test {

using support::brief_session;
using namespace trace2;
using on = basic_tracer<true, default_targets>;
using off = basic_tracer<false, default_targets>;
using json_only = basic_tracer<true, target_list<format::json>>;

namespace {

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  int level{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (level))

/// Every verb once.
template <class Tracer>
void call_everything() {
  call_site const at = call_site::here();
  Tracer::cmd_start({"frob"});
  Tracer::cmd_path("/bin/frob");
  Tracer::cmd_ancestry({"sh"});
  Tracer::cmd_name("frob");
  Tracer::cmd_mode("mode");
  Tracer::cmd_alias("a", {"b"});
  Tracer::cmd_list_config();
  Tracer::cmd_list_env_vars();
  Tracer::cmd_set_config("a.b", "c");
  Tracer::error("e");
  Tracer::error_f(at, "%d", 1);
  Tracer::print("p");
  Tracer::print_f(at, "%d", 1);
  Tracer::child_exit(Tracer::child_start({{"x"}}), 1, 0);
  Tracer::child_ready({}, 1, "ready");
  Tracer::exec_result(Tracer::exec("x", {}), 2);
  Tracer::thread_start("t");
  Tracer::thread_exit();
  Tracer::region_enter("c", "l");
  Tracer::region_leave("c", "l");
  Tracer::region_enter_f(at, "c", "l", {}, "%d", 1);
  Tracer::region_leave_f(at, "c", "l", {}, "%d", 1);
  Tracer::data("c", "k", 1);
  Tracer::data_json("c", "k", std::string_view{"v"});
  Tracer::emit(cache_hit{.level = 1});
  Tracer::def_param("a", "b");
  repo_id repo;
  Tracer::def_repo(repo, "/x");
  Tracer::cmd_exit(0);
}

}  // namespace

TEST_CASE("tracing is on while a session has targets", "[R-API-03]") {
  CHECK_FALSE(on::enabled());
  {
    brief_session session;
    CHECK(on::enabled());
    session.end();
    CHECK_FALSE(on::enabled());
  }
  CHECK_FALSE(on::enabled());
}

TEST_CASE("before a session begins no verb does anything", "[R-API-34]") {
  errno = ENOTTY;
  call_everything<on>();
  CHECK(errno == ENOTTY);
  CHECK(detail::thread_registry::known() == nullptr);
  brief_session session;
  CHECK(on::child_start({}).id == 0);
}

TEST_CASE("behind the end no verb does anything", "[R-LIFE-19]") {
  brief_session session;
  session.end();
  session.event();
  session.perf();
  session.normal();
  call_everything<on>();
  CHECK(session.event() == "");
  CHECK(session.perf() == "");
  CHECK(session.normal() == "");
}

TEST_CASE("every verb keeps errno") {
  brief_session session;
  errno = ENOTTY;
  call_everything<on>();
  CHECK(errno == ENOTTY);
}

TEST_CASE("a tracer that is compiled out is never on, and does nothing") {
  brief_session session;
  CHECK_FALSE(off::enabled());
  call_everything<off>();
  CHECK(session.event() == "");
  CHECK(off::cmd_exit(7) == 7);
  CHECK(off::exec("x", {}) == -1);
  CHECK(on::child_start({}).id == 0);
  CHECK_FALSE(off::is_compiled_in);
}

TEST_CASE("the tracer of the session decides where the verbs of all tracers go") {
  {
    brief_session session;
    json_only::print("m");
    CHECK(session.normal() == "m\n");
    CHECK(session.events() == "{\"event\":\"printf\",\"t_abs\":0.000000,\"msg\":\"m\"}\n");
  }
  testing::memory_session<json_only> session{{.format = {.brief = true}}};
  on::print("m");
  CHECK(session.event().find("\"msg\":\"m\"") != std::string_view::npos);
}

TEST_CASE("an event of the program's own goes to the targets of the tracer that emits it") {
  brief_session session;
  json_only::emit(cache_hit{.level = 1});
  CHECK(session.perf() == "");
  CHECK(session.events() == "{\"event\":\"cache_hit\",\"level\":1}\n");
}

TEST_CASE("tracers of different lists share the process's numbers and regions") {
  brief_session session;
  on::child_start({});
  CHECK(json_only::child_start({}).id == 1);
  json_only::region_enter("c", "l");
  session.perf();
  on::print("m");
  CHECK(session.perf().ends_with("| ..m\n"));
}

TEST_CASE("a call names its own line") {
  testing::memory_session session;
  on::print("m");
  std::string const line = "\"line\":" + std::to_string(__LINE__ - 1) + ",\"t_abs\"";
  CHECK(session.event().find(line) != std::string_view::npos);
}

TEST_CASE("a tracer is a name, not an object") {
  static_assert(std::is_same_v<on, tracer>);
  static_assert(std::is_empty_v<on>);
  static_assert(std::is_empty_v<off>);
  SUCCEED();
}

TEST_CASE("a program can give a target a sink of its own") {
  memory_sink sink;
  {
    brief_session session;
    on::attach<format::json>(sink, {.brief = true, .nesting_limit = 1});
    on::region_enter("c", "1");
    on::region_enter("c", "2");
    CHECK(session.event() == "");
  }
  CHECK(sink.line_count() == 1);
}

}  // namespace tracer_test
