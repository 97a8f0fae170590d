#include <trace2/detail/text/duration_text.hpp>
#include <trace2/format/detail/line_pattern.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace line_pattern_test {

using trace2::duration;
using line_pattern = trace2::detail::line_pattern<>;
using trace2::detail::site_values;

namespace {

/// Writes the line of a format that shows what `show(out, wall, values)` says.
bool learns(auto const& show, site_values const& values, std::int64_t wall = 7'000'001) {
  line_pattern pattern{};
  trace2::buffer line;
  show(line, wall, values);
  if (!pattern.learn(line.view(), wall, values, show)) return false;
  CHECK(pattern.line_of(wall, values) == line.view());
  return true;
}
void append_time(trace2::buffer& out, std::int64_t microseconds) {
  trace2::detail::append_duration(out, duration::microseconds(microseconds));
}

constexpr site_values some{duration::microseconds(5), duration::microseconds(5), 42};

}  // namespace

TEST_CASE("a pattern is of one second of each time") {
  line_pattern pattern{};
  auto const show = [](trace2::buffer& out, std::int64_t wall, site_values const& values) {
    append_time(out, wall);
    out.append(' ');
    append_time(out, values.t_rel.in_microseconds());
    out.append('\n');
  };
  trace2::buffer line;
  show(line, 7'000'001, some);
  REQUIRE(pattern.learn(line.view(), 7'000'001, some, show));
  CHECK(pattern.line_of(7'999'999, {duration::microseconds(999'999), {}, 0}) ==
        "7.999999 0.000000\n");
  CHECK(pattern.line_of(8'000'000, some).empty());
  CHECK(pattern.line_of(6'999'999, some).empty());
  CHECK(pattern.line_of(7'000'001, {duration::microseconds(1'000'000), {}, 0}).empty());
  CHECK(pattern.line_of(7'000'001, {{}, duration::microseconds(-1), 0}).empty());
}

TEST_CASE("what a line shows in another way, or twice, is no pattern") {
  using trace2::buffer;
  CHECK(learns([](buffer& out, auto, auto const&) { out.append("constant\n"); }, some));
  CHECK(learns(
      [](buffer& out, auto, auto const& values) {
        out.append_decimal(values.number);
        out.append("]\n");
      },
      some));
  CHECK_FALSE(
      learns([](buffer& out, auto wall, auto const&) { out.append_decimal(wall / 1'000); }, some));
  CHECK_FALSE(learns(
      [](buffer& out, auto wall, auto const&) {
        append_time(out, wall);
        append_time(out, wall);
      },
      some));
  CHECK_FALSE(learns(
      [](buffer& out, auto, auto const& values) {
        out.append_decimal(values.number);
        append_time(out, values.t_abs.in_microseconds());
      },
      some));
  CHECK_FALSE(learns(
      [](buffer& out, auto, auto const& values) {
        out.append_decimal(values.number);
        out.append(values.number < 10 ? "small" : "large");
      },
      some));
  CHECK_FALSE(learns(
      [](buffer& out, auto, auto const& values) { out.append_decimal(values.number); }, some));
  CHECK_FALSE(
      learns([](buffer& out, auto, auto const&) { out.fill(line_pattern::most + 1, 'a'); }, some));
}

TEST_CASE("a time before its beginning is no pattern") {
  auto const show = [](trace2::buffer& out, std::int64_t wall, site_values const&) {
    append_time(out, wall);
  };
  CHECK(learns(show, some));
  CHECK_FALSE(learns(show, some, -1));
}

}  // namespace line_pattern_test
