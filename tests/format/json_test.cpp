#include <trace2/event/child.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/region.hpp>
#include <trace2/format/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/written.hpp"

namespace json_test {

using namespace trace2;
using format::json;
using support::record_of;
using support::written;

namespace {

event::exit const leaving{.t_abs = duration::microseconds(1'500'000), .code = 3};

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  std::string_view key{};
  std::vector<int> sizes{};
  std::optional<int> level{};
  int nesting = 1;
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (key, sizes, level, nesting))

struct frequent_hit {
  static constexpr std::string_view event_name = "frequent_hit";
  static constexpr event_traits traits{.frequent = true};
  std::string_view key{};
  unsigned nesting{};
};
BOOST_DESCRIBE_STRUCT(frequent_hit, (), (key, nesting))

struct measured {
  static constexpr std::string_view event_name = "measured";
  float share{};
  double whole{};
  std::optional<float> limit{};
};
BOOST_DESCRIBE_STRUCT(measured, (), (share, whole, limit))

}  // namespace

TEST_CASE("a line is one compact object, its common members first", "[R-EVT-01][R-EVT-02]") {
  auto record = record_of(leaving);
  record.repo = {2};
  CHECK(written<json>(record, {}) ==
        R"({"event":"exit","sid":"SID","thread":"main","time":"2000-01-01T00:00:00.000000Z",)"
        R"("file":"f.c","line":7,"repo":2,"t_abs":1.500000,"code":3})"
        "\n");
}

TEST_CASE("file and line come together or not at all", "[R-EVT-03]") {
  auto record = record_of(leaving);
  for (char const* const file : {static_cast<char const*>(nullptr), ""}) {
    record.at = {file, 7};
    CHECK(written<json>(record, {}) ==
          R"({"event":"exit","sid":"SID","thread":"main","time":"2000-01-01T00:00:00.000000Z",)"
          R"("t_abs":1.500000,"code":3})"
          "\n");
  }
  record.at = {"f.c", -1};
  CHECK(written<json>(record, {}).find(R"("file":"f.c","line":-1,)") != std::string::npos);
}

TEST_CASE("what is kept from line to line belongs to its thread, its process and its place") {
  auto const head_of = [](char const* sid, int thread, call_site at) {
    auto record = record_of(leaving);
    record.process.sid_json = sid;
    record.thread.name_json = thread == 1 ? "first" : thread == 2 ? "second" : "unknown";
    record.at = at;
    std::string const line = written<json>(record, {});
    return line.substr(16, line.find(",\"t_abs\"") - 16);
  };
  static constexpr char parent[] = "P";
  static constexpr char child[] = "P/C";
  constexpr std::string_view time = R"("time":"2000-01-01T00:00:00.000000Z",)";
  auto const expected = [&](std::string_view sid, std::string_view thread, std::string_view place) {
    return R"("sid":")" + std::string{sid} + R"(","thread":")" + std::string{thread} + "\"," +
           std::string{time} + std::string{place};
  };
  std::string const long_name = std::string(100, 'x') + "\"";
  for (int round = 0; round < 2; ++round) {
    CHECK(head_of(parent, 1, {"a", 1}) == expected("P", "first", R"("file":"a","line":1)"));
    CHECK(head_of(parent, 1, {"b", 1}) == expected("P", "first", R"("file":"b","line":1)"));
    CHECK(head_of(parent, 2, {"a", 5}) == expected("P", "second", R"("file":"a","line":5)"));
    CHECK(head_of(child, 2, {"\n", 5}) == expected("P/C", "second", R"("file":"\n","line":5)"));
    CHECK(head_of(parent, 0, {"a", 1}) == expected("P", "unknown", R"("file":"a","line":1)"));
    CHECK(head_of(long_name.c_str(), 1, {long_name.c_str(), 1}) ==
          expected(long_name, "first", "\"file\":\"" + std::string(100, 'x') + R"(\"","line":1)"));
  }
  std::string const deep(1000, 's');
  CHECK(head_of(deep.c_str(), 1, {"a", 1}) == expected(deep, "first", R"("file":"a","line":1)"));
}

TEST_CASE("brief lines have no place, and a time only at both ends", "[R-EVT-03][R-EVT-04]") {
  CHECK(written<json>(record_of(leaving)) ==
        R"({"event":"exit","sid":"SID","thread":"main","t_abs":1.500000,"code":3})"
        "\n");
  CHECK(written<json>(record_of(event::atexit{})) ==
        R"({"event":"atexit","sid":"SID","thread":"main","time":"2000-01-01T00:00:00.000000Z",)"
        R"("t_abs":0.000000,"code":0})"
        "\n");
  CHECK(written<json>(record_of(event::version{.exe = "1"})) ==
        R"({"event":"version","sid":"SID","thread":"main","time":"2000-01-01T00:00:00.000000Z",)"
        R"("evt":"4","exe":"1"})"
        "\n");
}

TEST_CASE("a repository that was never announced has the number 0", "[R-REG-10]") {
  auto record = record_of(leaving);
  record.repo = {repo_id::unregistered};
  CHECK(written<json>(record).find(R"("thread":"main","repo":0,)") != std::string::npos);
}

TEST_CASE("events deeper than the limit are not written", "[R-REG-02][R-EVT-12]") {
  for (int nesting = 0; nesting < 6; ++nesting) {
    event::region_enter const enter{.nesting = nesting};
    event::data const data{.nesting = nesting, .category = "c", .key = "k", .value = 1};
    for (int limit = 1; limit < 5; ++limit) {
      format_settings const settings{.brief = true, .nesting_limit = limit};
      CHECK(written<json>(record_of(enter), settings).empty() == (nesting > limit));
      CHECK(written<json>(record_of(data), settings).empty() == (nesting > limit));
    }
  }
}

TEST_CASE("the nesting of a program's own frequent event may be of any integer type") {
  CHECK_FALSE(written<json>(record_of(frequent_hit{.nesting = 2}), {.nesting_limit = 2}).empty());
  CHECK(written<json>(record_of(frequent_hit{.nesting = 3}), {.nesting_limit = 2}).empty());
}

TEST_CASE("what has no nesting is not limited, however deep it happens", "[R-REG-04]") {
  auto record = record_of(leaving);
  record.thread.open_regions = 50;
  CHECK_FALSE(written<json>(record, {.brief = true, .nesting_limit = 1}).empty());
}

TEST_CASE("everything from outside is escaped", "[R-JSN-01][R-EVT-15]") {
  event::child_exit const event{};
  auto record = record_of(event);
  record.at = {"dir\\f\"1\".c", 1};
  CHECK(written<json>(record, {}).find(R"("file":"dir\\f\"1\".c")") != std::string::npos);
  event::error const control{.msg = "\x01\x1f\x7f\b\f\n\r\t", .fmt = "\xff"};
  CHECK(support::json(control) ==
        "\"msg\":\"\\u0001\\u001f\x7f\\b\\f\\n\\r\\t\",\"fmt\":\"\xef\xbf\xbd\"");
}

TEST_CASE("ids that are escaped already are not escaped again", "[R-SID-03]") {
  auto record = record_of(leaving);
  record.process = {"a\"/b", R"(a\"/b)", 1};
  record.thread = {"th01:\"", R"(th01:\")", 1};
  CHECK(written<json>(record) ==
        R"({"event":"exit","sid":"a\"/b","thread":"th01:\"","t_abs":1.500000,"code":3})"
        "\n");
}

TEST_CASE("an event of the program's own is written member by member") {
  CHECK(support::json(cache_hit{.key = "k", .sizes = {1, 2}, .level = 3}) ==
        R"("key":"k","sizes":[1,2],"level":3,"nesting":1)");
  CHECK(support::json(cache_hit{}) == R"("sizes":[],"nesting":1)");
  CHECK(written<json>(record_of(cache_hit{.nesting = 3})) == "");
}

TEST_CASE("the buffer of a line has room for all of its members") {
  for (std::size_t const size : {0u, 100u, 400u, 1'000u, 5'000u}) {
    std::string const key(size, 'k');
    buffer line;
    write_as<json>(line, {}, record_of(frequent_hit{.key = key, .nesting = 1}));
    CHECK(line.view().find(key) != std::string_view::npos);
    CHECK(line.size() <= line.capacity());
  }
}

TEST_CASE("each member has the fewest digits that read back as a value of its type") {
  CHECK(support::json(measured{.share = 0.1f, .whole = 0.1, .limit = 0.3f}) ==
        R"("share":0.1,"whole":0.1,"limit":0.3)");
  CHECK(support::json(measured{.share = 0.1f, .whole = double{0.1f}}) ==
        R"("share":0.1,"whole":0.10000000149011612)");
}

TEST_CASE("EVENT wants every event") {
  CHECK(json::wants<event::too_many_files>);
  CHECK(json::wants<cache_hit>);
}

TEST_CASE("names that only a recording knows are text like any other", "[R-JSN-01]") {
  using enum detail::member_type;
  detail::event_schema::member const members[] = {{int32, "a\"b"}, {text, "plain"}, {text, "no"}};
  detail::member_value const values[] = {detail::member_value{1},
                                         detail::member_value{std::string_view{"t"}},
                                         detail::member_value{std::string_view{}}};
  detail::event_schema const schema{.count = 3, .members = members};
  detail::untyped_event const event{schema, "odd", nullptr, values};
  buffer out;
  json::write(out, {.brief = true}, detail::untyped_record{{}, event});
  CHECK(out.view().find(R"(,"a\"b":1,"plain":"t"})") != std::string_view::npos);
}

}  // namespace json_test
