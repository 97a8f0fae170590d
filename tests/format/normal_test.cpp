#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/format/normal.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/written.hpp"

namespace normal_test {

using namespace trace2;
using format::normal;
using support::record_of;
using support::written;

namespace {

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  int entries{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (entries))

struct worded : cache_hit {
  void normal(auto& line) const { line << "hit " << entries; }
};
BOOST_DESCRIBE_STRUCT(worded, (cache_hit), ())

/// The whole line of an event at a place, in UTC.
std::string line_at(call_site at, bool brief = false) {
  support::scoped_variable const utc{"TZ", "UTC"};
  event::exit const event{.t_abs = duration::microseconds(1), .code = 3};
  auto record = record_of(event);
  record.at = at;
  return written<normal>(record, {.brief = brief});
}

constexpr std::string_view words = "exit elapsed:0.000001 code:3";

}  // namespace

TEST_CASE("time and place fill fifty bytes in front of the words", "[R-NRM-02][R-TIME-01]") {
  CHECK(line_at({"f.c", 7}) ==
        "00:00:00.000000 f.c:7                             " + std::string{words});
  CHECK(line_at({"f.c", 7}).find(words) == 50);
}

TEST_CASE("without a file there is neither file nor line", "[R-NRM-02]") {
  std::string const expected = "00:00:00.000000 " + std::string(34, ' ') + std::string{words};
  CHECK(line_at({nullptr, 7}) == expected);
  CHECK(line_at({"", 7}) == expected);
}

TEST_CASE("the line number may be anything", "[R-NRM-03]") {
  CHECK(line_at({"f.c", 0}).substr(16, 6) == "f.c:0 ");
  CHECK(line_at({"f.c", -1}).substr(16, 7) == "f.c:-1 ");
  CHECK(line_at({"f.c", 2147483647}).substr(16, 15) == "f.c:2147483647 ");
}

TEST_CASE("a long place is followed by one blank and never cut", "[R-NRM-02]") {
  for (std::size_t size = 30; size < 40; ++size) {
    std::string const file(size - 2, 'f');
    std::string const line = line_at({file.c_str(), 7});
    CAPTURE(size);
    CHECK(line.substr(16, size) == file + ":7");
    CHECK(line.find(words) == (size <= 33 ? 50 : 16 + size + 1));
    CHECK(line[line.find(words) - 1] == ' ');
  }
}

TEST_CASE("a brief line is the words alone", "[R-NRM-01]") {
  CHECK(line_at({"f.c", 7}, true) == words);
}

TEST_CASE("events without a wording are ignored", "[R-MAT-01][R-THR-14]") {
  CHECK_FALSE(normal::wants<cache_hit>);
  CHECK_FALSE(normal::wants<event::region_enter>);
  CHECK_FALSE(normal::wants<event::region_leave>);
  CHECK_FALSE(normal::wants<event::data>);
  CHECK_FALSE(normal::wants<event::data_json>);
  CHECK_FALSE(normal::wants<event::thread_start>);
  CHECK_FALSE(normal::wants<event::thread_exit>);
  CHECK_FALSE(normal::wants<event::too_many_files>);
  CHECK(normal::wants<event::printf>);
}

TEST_CASE("an event of the program's own brings its wording") {
  static_assert(normal::wants<worded>);
  CHECK(written<normal>(record_of(worded{{.entries = 4}})) == "hit 4");
}

TEST_CASE("a message without text is a prefix, or in brief nothing", "[R-NRM-07][R-WR-02]") {
  event::printf const nothing;
  CHECK(written<normal>(record_of(nothing), {}).size() == 50);
  CHECK(written<normal>(record_of(nothing), {.brief = true}) == "");
}

TEST_CASE("NORMAL knows neither thread nor depth nor repository nor nesting", "[R-NRM-04]") {
  event::exit const event{.t_abs = duration::microseconds(1), .code = 3};
  auto record = record_of(event);
  record.process = {"a/b/c", "a/b/c", 2};
  record.thread = {"th07:x", "th07:x", 5};
  record.repo = {3};
  CHECK(written<normal>(record) == words);
}

TEST_CASE("messages pass through as they are", "[R-NRM-08]") {
  event::printf const event{.msg = "two\nlines\r|\x01"};
  CHECK(written<normal>(record_of(event)) == "two\nlines\r|\x01");
}

}  // namespace normal_test
