#include <trace2/detail/text/duration_text.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/line_patterns.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace line_patterns_test {

namespace read = trace2::read;
namespace recording = trace2::read::recording;
using trace2::buffer;
using kind = trace2::detail::recording::kind;

namespace {

/// Memory for the least number of patterns.
constexpr std::size_t few_places =
    read::limits::line_patterns_reserve + 24 * recording::line_patterns::most;

recording::site new_site() {
  recording::site made;
  made.label_key = read::new_key();
  return made;
}

recording::stored_event region(recording::site const& where, std::int64_t microseconds) {
  recording::stored_event made;
  made.kind = kind::region_leave;
  made.where = &where;
  made.thread_key = 1'000'000;
  made.nanoseconds = microseconds * 1'000;
  made.wall_nanoseconds = made.nanoseconds + 1'000'000'000'000'000;
  made.since = 0;
  made.open_regions = 2;
  return made;
}

/// Patterns of lines that show the label, thread and level of a region, and how long it was.
struct patterns {
  explicit patterns(std::size_t bytes = read::limits::recordings_memory) : memory{bytes} {}

  static std::string line_of(recording::stored_event const& of) {
    buffer line;
    line.append_decimal(of.where->label_key * 100 + static_cast<unsigned>(of.kind));
    line.append(' ');
    line.append_decimal(of.thread_key);
    line.append('/');
    line.append_decimal(of.open_regions);
    line.append(' ');
    trace2::detail::append_duration(line, trace2::duration::microseconds(of.t_rel()));
    return std::string{line.view()};
  }

  /// Whether a pattern has the line of the event, which then is the right one.
  bool has(recording::stored_event const& event) {
    buffer line;
    bool const is_there =
        of.append(line, event, [this](buffer& to, recording::stored_event const& shown) {
          ++rendered;
          to.append(line_of(shown));
        });
    CHECK(std::string{line.view()} == (is_there ? line_of(event) : ""));
    return is_there;
  }
  /// Teaches the pattern.
  void see_often(recording::stored_event const& event) {
    for (int i = 0; i < enough; ++i) has(event);
  }
  static constexpr int enough = 4;

  read::memory_budget memory;
  recording::line_patterns of{memory};
  int rendered = 0;
};

}  // namespace

TEST_CASE("a pattern is learnt when some of its events have come", "[read]") {
  patterns all;
  recording::site const where = new_site();
  for (int i = 1; i < patterns::enough; ++i) CHECK_FALSE(all.has(region(where, i)));
  CHECK(all.rendered == 0);
  CHECK_FALSE(all.has(region(where, 9)));
  int const rendered = all.rendered;
  CHECK(rendered > 0);
  for (std::int64_t at = 10; at < 100; ++at) CHECK(all.has(region(where, at)));
  CHECK(all.rendered == rendered);
}

TEST_CASE("sites, kinds, threads and levels have patterns of their own", "[read]") {
  patterns all;
  recording::site const first = new_site();
  recording::site const second = new_site();
  recording::stored_event events[] = {region(first, 1), region(second, 1), region(first, 1),
                                      region(first, 1), region(first, 1)};
  events[2].kind = kind::region_enter;
  events[3].thread_key = 1'000'001;
  events[4].open_regions = 3;
  for (auto const& event : events) CHECK_FALSE(all.has(event));
  for (int i = 0; i < 5 * patterns::enough; ++i)
    for (auto const& event : events) all.has(event);
  for (auto const& event : events) CHECK(all.has(event));
}

TEST_CASE("a pattern is learnt again when a time is in another second", "[read]") {
  patterns all;
  recording::site const where = new_site();
  all.see_often(region(where, 3));
  CHECK(all.has(region(where, 999'999)));
  all.see_often(region(where, 1'000'000));
  CHECK(all.has(region(where, 1'999'999)));
  CHECK_FALSE(all.has(region(where, 999'999)));
}

TEST_CASE("learning takes little of the time when patterns have no room or no use", "[read]") {
  patterns all;
  recording::site const where = new_site();
  for (int i = 0; i < 800; ++i) all.has(region(where, i % 2 == 0 ? 999'999 : 1'000'000));
  CHECK(all.rendered < 800);
}

TEST_CASE("what can't be a pattern is tried once", "[read]") {
  patterns all;
  recording::site const where = new_site();
  int rendered = 0;
  auto const long_line = [&](buffer& to, recording::stored_event const&) {
    ++rendered;
    to.append(std::string(1'000, 'x'));
  };
  buffer line;
  for (int i = 0; i < 100; ++i) CHECK_FALSE(all.of.append(line, region(where, i), long_line));
  CHECK(rendered == 1);
}

TEST_CASE("the room of what can't be a pattern serves others", "[read]") {
  patterns all{few_places};
  auto const long_line = [](buffer& to, recording::stored_event const&) {
    to.append(std::string(1'000, 'x'));
  };
  std::vector<recording::site> sites(100);
  for (recording::site& each : sites) each = new_site();
  for (recording::site const& each : sites)
    for (int i = 0; i < patterns::enough; ++i) {
      buffer line;
      all.of.append(line, region(each, i), long_line);
    }
  for (recording::site const& each : sites) {
    all.see_often(region(each, 3));
    CHECK(all.has(region(each, 4)));
  }
}

TEST_CASE("patterns stay when others need room", "[read]") {
  patterns all;
  std::vector<recording::site> sites(40);
  for (recording::site& each : sites) each = new_site();
  for (recording::site const& each : sites) all.see_often(region(each, 3));
  std::vector<recording::site> others(40);
  for (recording::site& each : others) each = new_site();
  for (recording::site const& each : others) all.has(region(each, 3));
  // Some of the others may have come to the places of patterns.
  CHECK(std::count_if(sites.begin(), sites.end(),
                      [&](recording::site const& each) { return all.has(region(each, 4)); }) > 10);
}

TEST_CASE("patterns are forgotten when lines look different", "[read]") {
  patterns all;
  recording::site const where = new_site();
  all.see_often(region(where, 3));
  CHECK(all.has(region(where, 3)));
  all.of.clear();
  CHECK_FALSE(all.has(region(where, 3)));
}

TEST_CASE("patterns take little memory, and none that others may need", "[read]") {
  recording::site const where = new_site();
  auto const see_levels = [&](patterns& all, int count) {
    for (int level = 0; level < count; ++level) {
      recording::stored_event event = region(where, 3);
      event.open_regions = level;
      all.see_often(event);
    }
  };
  patterns all;
  see_levels(all, 10'000);
  std::size_t const used = read::limits::recordings_memory - all.memory.left();
  CHECK(used >= read::limits::line_patterns * recording::line_patterns::most);
  CHECK(used <= read::limits::line_patterns * recording::line_patterns::most * 3 / 2);

  patterns few{few_places};
  see_levels(few, 100);
  CHECK(few.memory.left() < few_places);
  CHECK(few.memory.left() >= read::limits::line_patterns_reserve);

  constexpr std::size_t too_few =
      read::limits::line_patterns_reserve + recording::line_patterns::most;
  patterns without{too_few};
  see_levels(without, 10);
  CHECK(without.memory.left() == too_few);
  CHECK_FALSE(without.has(region(where, 3)));
}

}  // namespace line_patterns_test
