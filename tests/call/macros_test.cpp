#include <trace2/call/macros.hpp>
#include <trace2/instrument.hpp>

#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace macros_test {

using support::brief_session;

namespace {

struct statistics {
  int entries{};
  int misses{};
};
BOOST_DESCRIBE_STRUCT(statistics, (), (entries, misses))

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  std::string_view key{};
  int level{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (key, level))

/// Counts how often an argument is evaluated.
template <class T>
struct evaluated {
  T value;
  int times = 0;
  T operator()() { return ++times, value; }
};

trace2::counter const files{"macros", "files"};
trace2::timer const reading{"macros", "read"};

/// Every macro once; each argument goes through `seen`.
template <class Seen>
void call_everything(Seen&& seen) {
  trace2::repo_id const repo{2};
  TRACE2_CALL(cmd_mode, seen("mode"));
  TRACE2_EMIT(cache_hit{.key = seen("key"), .level = seen(1)});
  TRACE2_DATA(seen("c"), seen("k"), seen(7));
  TRACE2_DATA("literal", "names", seen(8));
  TRACE2_DATA("literal", "names", seen("v"), seen(repo));
  TRACE2_DATA_JSON(seen("c"), seen("k"), seen(statistics{1, 2}));
  TRACE2_PRINTF("%s", seen("m"));
  TRACE2_ERROR("%s", seen("e"));
  TRACE2_REGION(seen("c"), seen("l"));
  TRACE2_REGION("literal", "names");
  TRACE2_REGION("literal", "names", seen(repo));
  TRACE2_REGION_F(seen("c"), seen("l"), "%d", seen(3));
  TRACE2_REGION_WITH_SUMS(seen("c"), seen("l"));
  TRACE2_PHASE(seen("c"), seen("p"));
  TRACE2_COUNTER_ADD(files, seen(2U));
  TRACE2_TIMER(reading);
  TRACE2_THREAD(seen("t"));
}
constexpr int arguments = 26;

/// The names of the events and the text behind them, without times.
std::string names(std::string const& lines) {
  std::string found;
  for (std::size_t at = 0; (at = lines.find("\"event\":\"", at)) != std::string::npos; ++at)
    found += lines.substr(at + 9, lines.find('"', at + 9) - at - 9) + ' ';
  return found;
}

}  // namespace

TEST_CASE("no argument is evaluated while tracing is off", "[R-API-34]") {
  int times = 0;
  call_everything([&](auto value) { return ++times, value; });
  CHECK(times == 0);
}

TEST_CASE("each argument is evaluated once while tracing is on") {
  brief_session session;
  int times = 0;
  call_everything([&](auto value) { return ++times, value; });
  CHECK(times == arguments);
}

TEST_CASE("every macro emits what its verb emits") {
  brief_session session{{.format = {.nesting_limit = 9}}};
  call_everything([](auto value) { return value; });
  CHECK(names(session.events()) ==
        "cmd_mode cache_hit data data data data_json printf error region_enter region_enter "
        "region_enter region_enter region_enter region_enter region_leave data_json data_json "
        "region_leave region_leave region_leave region_leave region_leave ");
  session.end();
  std::string const end{session.normal()};
  CHECK(end.find("counter macros/files value:2\n") != std::string::npos);
  CHECK(end.find("timer macros/read intervals:1 ") != std::string::npos);
}

TEST_CASE("a macro names its own line") {
  trace2::testing::memory_session session{{.format = {.nesting_limit = 9}}};
  auto const place = [](int line) { return ":" + std::to_string(line) + ","; };
  {
    TRACE2_REGION("c", "l");
    CHECK(session.event().find(place(__LINE__ - 1)) != std::string_view::npos);
    std::string const label = "l";
    TRACE2_REGION("c", label);
    CHECK(session.event().find(place(__LINE__ - 1)) != std::string_view::npos);
    TRACE2_DATA("c", "k", 1);
    CHECK(session.event().find(place(__LINE__ - 1)) != std::string_view::npos);
    TRACE2_ERROR("%d", 1);
    CHECK(session.event().find(place(__LINE__ - 1)) != std::string_view::npos);
    TRACE2_EMIT(cache_hit{});
    CHECK(session.event().find(place(__LINE__ - 1)) != std::string_view::npos);
  }
}

TEST_CASE("regions of nested scopes are nested") {
  brief_session session{{.format = {.nesting_limit = 9}}};
  {
    TRACE2_REGION("c", "1");
    TRACE2_REGION("c", "2");
    { TRACE2_REGION("c", "3"); }
  }
  std::string labels;
  std::string const lines = session.events();
  for (std::size_t at = 0; (at = lines.find("\"label\":\"", at)) != std::string::npos; ++at)
    labels += lines[at + 9];
  CHECK(labels == "123321");
}

TEST_CASE("names need not be literals, and may differ each time") {
  brief_session session;
  std::string const category = "own";
  for (char const* const label : {"a", "b"}) {
    TRACE2_REGION(category, label);
    TRACE2_DATA(category, label, label);
  }
  CHECK(session.perf().find("| own          | ..b:b\n") != std::string_view::npos);
  CHECK(session.events().find("\"category\":\"own\",\"label\":\"a\"") != std::string::npos);
}

namespace {

std::string name_of(char const* what) { return std::string{"the name of "} + what; }

}  // namespace

TEST_CASE("names behind a pointer may go with the statement") {
  brief_session session;
  {
    TRACE2_REGION("c", name_of("a region").c_str());
    TRACE2_REGION_F(name_of("a category").c_str(), "l", "%d", 1);
  }
  std::string const lines = session.events();
  for (char const* const text : {"the name of a region", "the name of a category"}) {
    std::size_t const at = lines.find(text);
    CHECK(at != std::string::npos);
    CHECK(lines.find(text, at + 1) != std::string::npos);
  }
}

TEST_CASE("formats need not be literals, and may differ each time") {
  brief_session session;
  for (char const* const format : {"%d files", "%d of them"}) {
    TRACE2_PRINTF(format, 3);
    TRACE2_ERROR(format, 3);
    TRACE2_REGION_F("c", "l", format, 3);
  }
  std::string const events = session.events();
  for (char const* const text : {"\"msg\":\"3 files\"", "\"msg\":\"3 of them\"",
                                 "\"fmt\":\"%d files\"", "\"fmt\":\"%d of them\""})
    CHECK(events.find(text) != std::string::npos);
  CHECK(session.perf().find("label:l 3 of them\n") != std::string_view::npos);
}

TEST_CASE("a region may lack its names", "[R-API-24]") {
  brief_session session;
  {
    TRACE2_REGION(nullptr, nullptr);
    TRACE2_REGION({}, "l");
  }
  CHECK(
      session.events().starts_with("{\"event\":\"region_enter\",\"nesting\":1}\n"
                                   "{\"event\":\"region_enter\",\"nesting\":2,\"label\":\"l\"}\n"));
}

#if __cpp_exceptions
namespace {

struct failure {};

template <class T>
T fail() {
  throw failure{};
}

void enter_what_fails(int which) {
  std::string const own = "own";
  if (which == 0) {
    TRACE2_REGION("c", fail<char const*>());
  } else if (which == 1) {
    TRACE2_REGION("c", "l", fail<trace2::repo_id>());
  } else if (which == 2) {
    TRACE2_REGION_F("c", "l", "%d", fail<int>());
  } else {
    TRACE2_REGION_F("c", own, "%d", fail<int>());
  }
}

}  // namespace

TEST_CASE("a region whose argument throws is neither entered nor left", "[R-REG-07]") {
  brief_session session;
  TRACE2_REGION("c", "outer");
  for (int which = 0; which < 4; ++which) CHECK_THROWS_AS(enter_what_fails(which), failure);
  CHECK(names(session.events()) == "region_enter ");
}
#endif

TEST_CASE("a thread is named until the end of the scope") {
  brief_session session;
  std::thread{[] { TRACE2_THREAD("hash"); }}.join();
  CHECK(session.events() ==
        "{\"event\":\"thread_start\",\"thread\":\"th01:hash\"}\n"
        "{\"event\":\"thread_exit\",\"thread\":\"th01:hash\",\"t_rel\":"
        "0.000000}\n");
}

TEST_CASE("macros are single statements") {
  brief_session session;
  for (bool const first : {true, false}) {
    if (first)
      TRACE2_DATA("c", "first", 1);
    else
      TRACE2_DATA("c", "second", 2);
    if (first)
      TRACE2_ERROR("e");
    else if (!first)
      TRACE2_PRINTF("p");
    else
      TRACE2_COUNTER_ADD(files, 1);
    switch (int{first}) {
      case 0:
        TRACE2_EMIT(cache_hit{});
        break;
      case 1:
        TRACE2_DATA_JSON("c", "k", statistics{});
        break;
      default:
        TRACE2_CALL(cmd_mode, "never");
    }
  }
  CHECK(names(session.events()) == "data error data_json data printf cache_hit ");
}

namespace {

/// Without definitions, as a program without optimization needs them for references.
struct limits {
  static int const most = 3;
  static bool const is_hard = true;
  static char const unit = 'k';
};

}  // namespace

TEST_CASE("a value may be a constant that has no definition") {
  brief_session session;
  TRACE2_DATA("c", "most", limits::most);
  TRACE2_DATA("c", "is_hard", limits::is_hard);
  TRACE2_DATA("c", "unit", limits::unit, trace2::repo_id{1});
  std::string const lines = session.events();
  for (char const* const value : {"\"value\":\"3\"", "\"value\":\"true\"", "\"value\":\"k\""})
    CHECK(lines.find(value) != std::string::npos);
}

TEST_CASE("arguments may hold commas") {
  brief_session session;
  TRACE2_DATA("c", "k", std::pair<int, int>{1, 2}.second);
  TRACE2_DATA_JSON("c", "k", statistics{.entries = 1, .misses = 2});
  TRACE2_EMIT(cache_hit{.key = "a", .level = 2});
  TRACE2_CALL(cmd_alias, "a", {"b", "c"});
  TRACE2_CALL(child_exit, trace2::child_record{1, 0}, 12, 3);
  CHECK(session.normal() == "alias a -> b c\nchild_exit[1] pid:12 code:3 elapsed:0.000000\n");
  std::string const lines = session.events();
  CHECK(lines.find("\"value\":\"2\"") != std::string::npos);
  CHECK(lines.find("\"value\":{\"entries\":1,\"misses\":2}") != std::string::npos);
}

namespace {

template <class T>
struct stopwatches {
  static inline trace2::timer const timer{"macros", "of a template"};
  static inline trace2::counter const counter{"macros", "of a template"};
};

template <class Number, bool Traces>
int in_a_template(Number number) {
  if constexpr (Traces) {
    TRACE2_REGION("c", "template");
    TRACE2_TIMER(stopwatches<std::pair<int, Number>>::timer);
    TRACE2_COUNTER_ADD((stopwatches<std::pair<int, Number>>::counter), 1);
    TRACE2_DATA("c", "k", number);
  }
  return 1;
}

inline auto in_a_lambda() {
  return [](auto value) {
    TRACE2_REGION("c", "lambda");
    TRACE2_DATA("c", "k", value);
    return [&] {
      TRACE2_DATA("c", "inner", value);
      return 1;
    }();
  };
}

struct traced {
  traced()
      : made{[] {
          TRACE2_DATA("c", "constructor", 1);
          return 1;
        }()} {
    TRACE2_REGION("c", "constructor");
  }
  ~traced() { TRACE2_PRINTF("destructor"); }
  int made;
};

int within_an_argument() {
  TRACE2_PRINTF("%d", [] {
    TRACE2_DATA("c", "inner", 1);
    return 2;
  }());
  return 1;
}

}  // namespace

TEST_CASE("macros work in templates, lambdas and classes") {
  brief_session session;
  CHECK(in_a_template<long, true>(1) + in_a_template<short, false>(1) == 2);
  CHECK(names(session.events()) == "region_enter data region_leave ");
  CHECK(in_a_lambda()("v") == 1);
  CHECK(names(session.events()) == "region_enter data data region_leave ");
  { traced const object; }
  CHECK(names(session.events()) == "data region_enter region_leave printf ");
  CHECK(within_an_argument() == 1);
  CHECK(names(session.events()) == "data printf ");
}

TEST_CASE("a macro in a loop is one place") {
  brief_session session;
  for (int i = 0; i < 3; ++i) {
    TRACE2_REGION("c", "l");
    if (i == 1) continue;
    TRACE2_DATA("c", "k", i);
    if (i == 2) break;
  }
  CHECK(names(session.events()) ==
        "region_enter data region_leave region_enter region_leave region_enter data "
        "region_leave ");
}

TEST_CASE("a call names its own line, however long the file") {
  trace2::testing::memory_session session{{.format = {.nesting_limit = 9}}};
  {
#line 70001
    TRACE2_REGION("c", "l");
    CHECK(session.event().find(":70001,") != std::string_view::npos);
    TRACE2_REGION_F("c", "l", "%d", 1);
    CHECK(session.event().find(":70003,") != std::string_view::npos);
    TRACE2_ERROR("%d", 1);
    CHECK(session.event().find(":70005,") != std::string_view::npos);
    TRACE2_PRINTF("%d", 1);
    CHECK(session.event().find(":70007,") != std::string_view::npos);
    TRACE2_DATA("c", "k", 1);
    CHECK(session.event().find(":70009,") != std::string_view::npos);
  }
}

}  // namespace macros_test
