#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/region.hpp>
#include <trace2/format/perf.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/written.hpp"

namespace perf_test {

using namespace trace2;
using format::perf;
using support::record_of;
using support::written;

namespace {

event::exit const leaving{.t_abs = duration::microseconds(1'500'000), .code = 3};

std::string line_at(call_site at) {
  support::scoped_variable const utc{"TZ", "UTC"};
  auto record = record_of(leaving);
  record.at = at;
  return written<perf>(record, {});
}

/// The place's column.
std::string place(call_site at) { return line_at(at).substr(16, 28); }

std::vector<std::string> columns(std::string const& line) {
  std::vector<std::string> found;
  for (std::size_t begin = 0;;) {
    std::size_t const bar = line.find('|', begin);
    found.push_back(line.substr(begin, bar - begin));
    if (bar == std::string::npos) return found;
    begin = bar + 1;
  }
}

struct point {
  int x{};
  int y{};
};
BOOST_DESCRIBE_STRUCT(point, (), (x, y))

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit_of_the_third_kind";
  duration t_abs{};
  duration t_rel{};
  int nesting{};
  std::string_view category{};
  std::string_view key{};
  std::string_view absent{};
  double ratio{};
  point at{};
  text_list names{};
  bool hot{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (),
                      (t_abs, t_rel, nesting, category, key, absent, ratio, at, names, hot))

}  // namespace

TEST_CASE("what PERF keeps from line to line belongs to its thread, its process and its place") {
  auto const columns_of = [](int depth, int thread, call_site at) {
    support::scoped_variable const utc{"TZ", "UTC"};
    auto record = record_of(leaving);
    record.process.depth = depth;
    record.thread.name = thread == 1 ? "first" : "second";
    record.at = at;
    std::string const line = written<perf>(record, {});
    return line.substr(16, line.find(" | exit") - 16);
  };
  auto const expected = [](std::string place, std::string depth, std::string thread) {
    place.resize(28, ' ');
    thread.resize(24, ' ');
    return place + " | " + depth + " | " + thread;
  };
  std::string const long_name = std::string(100, 'x') + ".cpp";
  for (int round = 0; round < 2; ++round) {
    CHECK(columns_of(0, 1, {"a", 1}) == expected("a:1", "d0", "first"));
    CHECK(columns_of(1, 1, {"b", 1}) == expected("b:1", "d1", "first"));
    CHECK(columns_of(1, 2, {"a", 5}) == expected("a:5", "d1", "second"));
    CHECK(columns_of(1, 0, {"", 5}) == expected("", "d1", "second"));
    CHECK(columns_of(1, 2, {long_name.c_str(), 5}) ==
          expected("..." + std::string(19, 'x') + ".cpp:5", "d1", "second"));
  }
}

TEST_CASE("a line has nine columns, a brief one eight", "[R-PRF-02][R-PRF-15]") {
  CHECK(line_at({"f.c", 7}) ==
        "00:00:00.000000 f.c:7                        | d0 | main                     | "
        "exit         |     |  1.500000 |           |              | code:3");
  CHECK(written<perf>(record_of(leaving)) ==
        "d0 | main                     | "
        "exit         |     |  1.500000 |           |              | code:3");
  CHECK(columns(line_at({"f.c", 7})).size() == 9);
  CHECK(columns(written<perf>(record_of(leaving))).size() == 8);
}

TEST_CASE("the payload begins at a fixed byte", "[R-PRF-03]") {
  CHECK(line_at({"f.c", 7}).find("code:3") == 139);
  CHECK(written<perf>(record_of(leaving)).find("code:3") == 92);
}

TEST_CASE("a long place keeps its end", "[R-PRF-05]") {
  CHECK(place({"exactly/28/wide/file/name.c", 1}) == "...tly/28/wide/file/name.c:1");
  CHECK(place({"exactly/28/wide/file/nam.c", 1}) == "exactly/28/wide/file/nam.c:1");
  CHECK(place({"a/very/long/path/name/that/exceeds/the/column/width/of/everything.c", 12345}) ==
        "...dth/of/everything.c:12345");
  CHECK(place({nullptr, 7}) == std::string(28, ' '));
  CHECK(place({"", 7}) == std::string(28, ' '));
}

TEST_CASE("depth is not padded", "[R-PRF-02]") {
  auto record = record_of(leaving);
  record.process.depth = 12;
  CHECK(written<perf>(record).substr(0, 10) == "d12 | main");
}

TEST_CASE("the repository's column is three wide, or as wide as the number", "[R-PRF-04]") {
  auto record = record_of(leaving);
  for (auto const& [id, column] : std::map<int, std::string>{{-1, " |     | "},
                                                             {0, " | r0  | "},
                                                             {1, " | r1  | "},
                                                             {10, " | r10  | "},
                                                             {12345, " | r12345  | "}}) {
    record.repo = {id};
    CHECK(written<perf>(record).substr(44, column.size()) == column);
  }
}

TEST_CASE("times widen their columns from a hundred seconds on", "[R-PRF-06]") {
  auto record = record_of(leaving);
  record.t_abs = duration::microseconds(99'999'999);
  CHECK(written<perf>(record).find("| 99.999999 |") == 51);
  record.t_abs = duration::microseconds(100'000'000);
  CHECK(written<perf>(record).find("| 100.000000 |") == 51);
}

TEST_CASE("events without a time leave its column empty", "[R-PRF-11]") {
  CHECK(written<perf>(record_of(event::error{.msg = "m", .fmt = "m"})) ==
        "d0 | main                     | error        |     |           |           |              "
        "| m");
}

TEST_CASE("a category is cut to twelve bytes", "[R-PRF-07]") {
  for (auto const& [category, column] :
       std::map<std::string_view, std::string>{{"", "|              | "},
                                               {"index", "| index        | "},
                                               {"read_directory", "| read_directo | "}}) {
    event::data const event{.category = category, .key = "k", .value = 1};
    CHECK(written<perf>(record_of(event)).substr(75, column.size()) == column);
  }
}

TEST_CASE("every event is indented by the open regions of its thread", "[R-PRF-09]") {
  auto record = record_of(leaving);
  for (auto const& [open, dots] : std::map<int, std::string>{
           {0, ""}, {1, ""}, {2, ".."}, {3, "...."}, {60, std::string(118, '.')}}) {
    record.thread.open_regions = open;
    CHECK(written<perf>(record).substr(92) == dots + "code:3");
  }
}

TEST_CASE("nothing is escaped", "[R-PRF-14]") {
  event::printf const event{.msg = "a|b\n\x01"};
  CHECK(written<perf>(record_of(event)).ends_with("| a|b\n\x01"));
  auto record = record_of(leaving);
  record.thread.name = "th01:a|b";
  CHECK(columns(written<perf>(record)).size() == 9);
}

TEST_CASE("an event without wording shows its members behind the columns they fill") {
  std::string_view const names[]{"n", "n 2"};
  cache_hit const event{.t_rel = duration::microseconds(5),
                        .nesting = 2,
                        .category = "cache",
                        .key = "k",
                        .ratio = 0.5,
                        .at = {1, 2},
                        .names = {names, 2},
                        .hot = true};
  std::string const line = written<perf>(record_of(event));
  CHECK(line ==
        "d0 | main                     | cache_hit_of_the_third_kind |     |  1.500000 | "
        " 0.000005 | cache        | "
        R"(key:k ratio:0.5 at:{"x":1,"y":2} names:n 'n 2' hot:true)");
}

TEST_CASE("the sentinel's event is for machines only", "[R-DST-16]") {
  CHECK_FALSE(perf::wants<event::too_many_files>);
  CHECK(perf::wants<event::version>);
  CHECK(perf::wants<cache_hit>);
}

}  // namespace perf_test
