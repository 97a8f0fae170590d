#include <trace2/call/caller.hpp>
#include <trace2/call/tracer.hpp>

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace caller_test {

using support::brief_session;

namespace {

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  int level{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (level))

}  // namespace

TEST_CASE("the functions are the verbs of the default tracer") {
  brief_session session;
  CHECK(trace2::is_enabled());
  trace2::cmd_path("/bin/frob");
  trace2::cmd_name("frob");
  trace2::cmd_mode("mode");
  trace2::cmd_alias("a", {"b", "c d"});
  trace2::error("no file x", "no file %s");
  trace2::print("m");
  trace2::def_param("jobs", "8", trace2::scope::command);
  trace2::def_param("jobs", nullptr);
  trace2::repo_id repo;
  trace2::def_repo(repo, "/tmp/w t");
  CHECK(trace2::cmd_exit(3) == 3);
  CHECK(session.normal() ==
        "cmd_path /bin/frob\n"
        "cmd_name frob (frob)\n"
        "cmd_mode mode\n"
        "alias a -> b 'c d'\n"
        "error no file x\n"
        "m\n"
        "def_param scope:command jobs=8\n"
        "def_param scope:unknown jobs\n"
        "worktree '/tmp/w t'\n"
        "exit elapsed:0.000000 code:3\n");
}

TEST_CASE("the functions of regions, values and threads are verbs as well") {
  brief_session session;
  trace2::region_enter("c", "l");
  trace2::data("c", "k", 7, trace2::repo_id{1});
  trace2::data_json("c", "k", std::map<std::string, int>{{"a", 1}});
  trace2::region_leave("c", "l");
  trace2::thread_start("t");
  trace2::thread_exit();
  trace2::emit(cache_hit{.level = 2});
  CHECK(session.events() ==
        R"({"event":"region_enter","nesting":1,"category":"c","label":"l"})"
        "\n"
        R"({"event":"data","repo":1,"t_abs":0.000000,"t_rel":0.000000,"nesting":2,"category":"c",)"
        R"("key":"k","value":"7"})"
        "\n"
        R"({"event":"data_json","t_abs":0.000000,"t_rel":0.000000,"nesting":2,"category":"c",)"
        R"("key":"k","value":{"a":1}})"
        "\n"
        R"({"event":"region_leave","t_rel":0.000000,"nesting":1,"category":"c","label":"l"})"
        "\n"
        R"({"event":"region_enter","nesting":1,"msg":"thread-proc on main: t"})"
        "\n"
        R"({"event":"region_leave","t_rel":0.000000,"nesting":1,"msg":"thread-proc on main"})"
        "\n"
        R"({"event":"cache_hit","level":2})"
        "\n");
}

TEST_CASE("a function names the line of its caller") {
  trace2::testing::memory_session session;
  trace2::print("m");
  std::string const place =
      "\"file\":\"" + std::string{__FILE__} + "\",\"line\":" + std::to_string(__LINE__ - 2);
  CHECK(session.event().find(place) != std::string_view::npos);
}

TEST_CASE("lists are shown when somebody asks, and only once", "[R-API-12][R-API-13]") {
  brief_session session;
  trace2::cmd_list_config();
  trace2::cmd_list_env_vars();
  trace2::cmd_set_config("a.b", "c");
  CHECK(session.normal() == "");
}

}  // namespace caller_test

namespace printf_style_test {

namespace {

[[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 1, 2)]] std::string text(char const* format, ...) {
  char room[64];
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(room, sizeof room, format, values);
  va_end(values);
  return room;
}

}  // namespace

// The warnings of the compiler are the test; compile_fail/printf_argument is the other half.
TEST_CASE("a format may be what std::printf takes, without a warning") {
  CHECK(text("%zu %lld %jd %td %hhd %a", std::size_t{1}, 2LL, std::intmax_t{3}, std::ptrdiff_t{4},
             static_cast<signed char>(5), 0.5) == "1 2 3 4 5 0x1p-1");
}

}  // namespace printf_style_test
