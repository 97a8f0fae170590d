#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/recording/renderer.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace renderer_test {

namespace read = trace2::read;
namespace recording = trace2::read::recording;
namespace format = trace2::format;
using kind = trace2::detail::recording::kind;

namespace {

constexpr int all_levels = std::numeric_limits<int>::max();

recording::site site_of(std::string_view file, std::string_view category, std::string_view label) {
  recording::site made;
  made.file = file;
  made.category = category;
  made.label = label;
  made.has_file = made.has_category = made.has_label = true;
  made.line = 42;
  made.label_key = read::new_key();
  return made;
}

/// Plain events of some sites, threads and levels, at times that differ in the number of digits.
class plain_events {
 public:
  recording::stored_event next() {
    recording::stored_event made;
    made.kind = pick(kinds_);
    made.where = &pick(sites_);
    made.file = made.where->file;
    made.line = 42;
    std::size_t const thread = random_() % 3;
    made.thread = threads_[thread];
    made.thread_key = keys_[thread];
    made.open_regions = random_() % 50 == 0 ? 300 : static_cast<int>(random_() % 4);
    made.started = time();
    made.nanoseconds = made.started + time();
    made.wall_nanoseconds = 1'700'000'000'000'000'000 + time() * 100;
    if (random_() % 8 != 0) made.since = made.nanoseconds - time();
    made.value = std::uint64_t{random_()} >> random_() % 40;
    if (made.kind == kind::data_signed && random_() % 2 == 0) made.value = 0 - made.value;
    return made;
  }

 private:
  std::int64_t time() {
    return static_cast<std::int64_t>(random_() >> (random_() % 8 == 0 ? 16 : 34));
  }
  template <class T>
  T const& pick(std::vector<T> const& from) {
    return from[random_() % from.size()];
  }

  std::mt19937_64 random_{17};
  std::vector<kind> kinds_{kind::region_enter, kind::region_leave, kind::data_signed,
                           kind::data_unsigned};
  std::vector<recording::site> sites_{
      site_of("a.cpp", "index", "load"), site_of("", "a category wider than its column", "x"),
      site_of("src/a/directory/whose/name/is/long.cpp", "0.000001", "label \"1\": 0.000002"),
      site_of("b.cpp", "index", std::string(500, 'l'))};
  std::string threads_[3] = {"main", "th01:\x01\"quoted\"", "th02:a-name-wider-than-its-column"};
  std::uint64_t keys_[3] = {read::new_key(), read::new_key(), read::new_key()};
};

template <class Format>
std::string line_of(recording::renderer& by, trace2::format_settings const& settings,
                    recording::stored_event const& event) {
  trace2::buffer line;
  CHECK(by.write<Format>(line, settings, event));
  return std::string{line.view()};
}

constexpr std::string_view sid = "20260307T163040.286631Z-Hc3499c27-P00001f3c/1";

/// A renderer that has seen nothing yet takes no short way.
template <class Format>
std::string whole_line_of(trace2::format_settings const& settings,
                          recording::stored_event const& event) {
  read::memory_budget none{0};
  recording::renderer fresh{none};
  fresh.set_process(sid);
  return line_of<Format>(fresh, settings, event);
}

template <class Format>
void compare(trace2::format_settings const& settings) {
  read::memory_budget memory{read::limits::recordings_memory};
  recording::renderer by{memory};
  by.set_process(sid);
  plain_events events;
  int different = 0;
  for (int i = 0; i < 8'000; ++i) {
    recording::stored_event const event = events.next();
    std::string const line = line_of<Format>(by, settings, event);
    if (line != whole_line_of<Format>(settings, event) && ++different == 1)
      CHECK(line == whole_line_of<Format>(settings, event));
  }
  CHECK(different == 0);
}

}  // namespace

TEMPLATE_TEST_CASE("the short way of plain events writes the bytes of the whole way", "[read]",
                   format::perf, format::json, format::normal) {
  compare<TestType>({.nesting_limit = all_levels});
  compare<TestType>({.brief = true, .nesting_limit = all_levels});
  compare<TestType>({.nesting_limit = 2});
}

TEST_CASE("each event is written in the format and with the settings of its call", "[read]") {
  read::memory_budget memory{read::limits::recordings_memory};
  recording::renderer by{memory};
  by.set_process(sid);
  // Of two levels of one place, so that each has a pattern before the form changes.
  constexpr int enough = 40;
  plain_events events;  // has the texts
  recording::stored_event event = events.next();
  for (int i = 0; i < 2'000; ++i) {
    event.nanoseconds += 1'000;
    event.open_regions = 1 + i % 2 * 2;
    int const form = i / enough;
    // One setting changes at a time.
    trace2::format_settings const settings{.brief = (form + 1) / 2 % 2 == 1,
                                           .nesting_limit = form / 2 % 4};
    int const formats = form / 8 % 3;
    if (formats != 0)
      CHECK(line_of<format::perf>(by, settings, event) ==
            whole_line_of<format::perf>(settings, event));
    if (formats != 1)
      CHECK(line_of<format::json>(by, settings, event) ==
            whole_line_of<format::json>(settings, event));
  }
}

TEST_CASE("lines show the session id that is known by then", "[read]") {
  read::memory_budget memory{read::limits::recordings_memory};
  recording::renderer by{memory};
  recording::site const where = site_of("a.cpp", "c", "l");
  recording::stored_event event;
  event.kind = kind::region_enter;
  event.where = &where;
  event.thread_key = read::new_key();
  for (std::string_view const id : {"first", "second/third"}) {
    by.set_process(id);
    for (int i = 0; i < 20; ++i) {
      std::string const line = line_of<format::json>(by, {.nesting_limit = 9}, event);
      CHECK(line.find("\"sid\":\"" + std::string{id} + '"') != line.npos);
    }
  }
}

TEST_CASE("the lines with a cut indentation are counted, on the short way too", "[read]") {
  read::memory_budget memory{read::limits::recordings_memory};
  recording::renderer by{memory};
  by.set_process(sid);
  recording::site const where = site_of("a.cpp", "c", "l");
  recording::stored_event event;
  event.kind = kind::region_enter;
  event.where = &where;
  event.thread_key = read::new_key();
  event.open_regions = read::limits::indentation + 1;
  for (int i = 0; i < 10; ++i) line_of<format::perf>(by, {.brief = true}, event);
  CHECK(by.cut_indentations() == 10);
}

TEST_CASE("a line may follow others in the buffer", "[read]") {
  read::memory_budget memory{read::limits::recordings_memory};
  recording::renderer by{memory};
  by.set_process(sid);
  plain_events events;
  trace2::buffer lines;
  std::string expected;
  for (int i = 0; i < 200; ++i) {
    recording::stored_event const event = events.next();
    by.write<format::perf>(lines, {}, event);
    expected += whole_line_of<format::perf>({}, event);
  }
  CHECK(std::string{lines.view()} == expected);
}

}  // namespace renderer_test
