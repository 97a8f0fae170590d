#include "diff/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "diff/sample_collector.hpp"
#include "support/catch.hpp"
#include "support/times.hpp"
#include "support/trace_log.hpp"

namespace compare_test {

namespace program = trace2::program;
using program::measured;
using program::side;

namespace {

/// A number of microseconds, or a count.
program::measure measured_as(measured kind, double value) {
  bool const is_time = kind != measured::counter;
  return is_time ? program::measure{value * 1e3, 1e3} : program::measure{value, 1};
}

struct compared {
  trace2::read::label_table labels;
  program::sample_table samples;

  void add(measured kind, std::string_view name, std::vector<double> const& before,
           std::vector<double> const& after) {
    auto const command = labels.id_of({}, kind == measured::command ? name : "git gc");
    auto what = kind == measured::command ? 0u : labels.id_of("c", name);
    if (kind == measured::region)
      what = *samples.paths().find(program::region_paths::outermost, what);
    program::sample_key const key{kind, command, what};
    for (double const value : before) samples.add(side::before, key, measured_as(kind, value));
    for (double const value : after) samples.add(side::after, key, measured_as(kind, value));
  }
  program::comparison make() const { return program::comparer{samples, labels}.make(); }

  /// The row of a name.
  program::comparison_row row(std::string_view name) const {
    auto const made = make();
    auto const is_wanted = [&](auto const& row) {
      return !row.path.empty() && row.path[0] == name;
    };
    auto const found = std::find_if(made.rows.begin(), made.rows.end(), is_wanted);
    REQUIRE(found != made.rows.end());
    return *found;
  }
};

std::vector<double> const low{1e6, 2e6, 3e6, 4e6, 5e6, 6e6};
std::vector<double> const high{11e6, 12e6, 13e6, 14e6, 15e6, 16e6};

/// The row of a comparison that has only one.
program::comparison_row only(measured kind, std::vector<double> const& before,
                             std::vector<double> const& after) {
  compared one;
  one.add(kind, "x", before, after);
  auto const made = one.make();
  REQUIRE(made.rows.size() == 1);
  return made.rows.front();
}

// ---- traces whose difference is known ----

/// Durations around a given one, the logarithms of which are distributed normally.
class durations {
 public:
  durations(std::uint32_t seed, double spread) : generator_{seed}, spread_{spread} {}

  double near(double microseconds) { return microseconds * std::exp(spread_ * normal()); }

 private:
  /// The sum of twelve numbers from 0 to 1 is nearly normal; its variance is 1.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(generator_()) / 4294967296.0;
    return sum;
  }

  std::mt19937 generator_;
  double spread_;
};

std::string seconds(double microseconds) {
  auto const whole = static_cast<long long>(microseconds);
  std::string digits = std::to_string(whole % 1'000'000);
  digits.insert(0, 6 - digits.size(), '0');
  return std::to_string(whole / 1'000'000) + "." + digits;
}

/// A process with two regions, the second of which has another one inside.
std::string process(std::string const& sid, durations& random, double factor) {
  auto const line = [&](std::string_view event, double time, std::string_view members) {
    std::string const text = seconds(time);
    return support::event_line(event, sid, "main", "00:00:0" + text, members);
  };
  double const first = random.near(10'000 * factor);
  double const inner = random.near(20'000 * factor);
  double const own = random.near(5'000 * factor);
  double at = 0;
  std::string text = line("start", at, R"(,"t_abs":0,"argv":["/bin/frob"])");
  auto const enter = [&](int nesting, std::string_view label) {
    text += line("region_enter", at,
                 R"(,"nesting":)" + std::to_string(nesting) + R"(,"category":"c","label":")" +
                     std::string{label} + "\"");
  };
  auto const leave = [&](int nesting, std::string_view label, double time) {
    text += line("region_leave", at,
                 R"(,"nesting":)" + std::to_string(nesting) + R"(,"t_rel":)" + seconds(time) +
                     R"(,"category":"c","label":")" + std::string{label} + "\"");
  };
  enter(1, "first");
  at += first;
  leave(1, "first", first);
  enter(1, "outer");
  at += own;
  enter(2, "inner");
  at += inner;
  leave(2, "inner", inner);
  leave(1, "outer", own + inner);
  at += random.near(1'000 * factor);
  return text + line("atexit", at, R"(,"code":0,"t_abs":)" + seconds(at));
}

program::comparison compare_traces(std::uint32_t seed, int runs, double spread, double factor) {
  compared both;
  durations random{seed, spread};
  for (side const of : {side::before, side::after}) {
    std::string trace;
    for (int run = 0; run < runs; ++run)
      trace += process("S" + std::to_string(run), random, of == side::after ? factor : 1);
    program::sample_collector collector{both.samples, of, both.labels};
    CHECK(support::follow(std::move(trace), collector, both.labels).empty());
  }
  return both.make();
}

/// The number that so many trials exceed with a probability below 1 %, if each succeeds with 5 %.
int bound_of(int trials) {
  double probability = std::pow(0.95, trials);
  double sum = 0;
  for (int count = 0;; ++count) {
    sum += probability;
    if (sum >= 0.99) return count;
    probability *= (trials - count) * 0.05 / (0.95 * (count + 1));
  }
}

bool is_slow() { return std::getenv("SLOW") != nullptr; }

}  // namespace

TEST_CASE("a claim names its direction", "[export]") {
  CHECK(only(measured::command, low, high).verdict == "slower");
  CHECK(only(measured::timer, high, low).verdict == "faster");
  CHECK(only(measured::counter, low, high).verdict == "more");
  CHECK(only(measured::counter, high, low).verdict == "fewer");
}

TEST_CASE("a row has sizes, medians with intervals, the change with one, and p-values",
          "[export]") {
  auto const row = only(measured::command, low, high);
  CHECK(row.kind == "command");
  CHECK(row.command == "x");
  CHECK(row.path.empty());
  CHECK(row.before.n == 6);
  CHECK(row.before.median == 3.5);
  CHECK(row.before.low == 1.0);
  CHECK(row.before.high == 6.0);
  CHECK(row.after.median == 13.5);
  CHECK(*row.change == Approx(13.5 / 3.5 - 1));
  // Of 36 ratios, 5 at each end lie outside: U is at most 5 with a probability of 2.1 %.
  std::vector<double> ratios;
  for (double const a : low)
    for (double const b : high) ratios.push_back(b / a);
  std::sort(ratios.begin(), ratios.end());
  CHECK(*row.change_low == Approx(ratios[5] - 1));
  CHECK(*row.change_high == Approx(ratios[30] - 1));
  CHECK(*row.p == Approx(2.0 / 924));
  CHECK(*row.corrected_p == Approx(2.0 / 924));
}

TEST_CASE("an interval contains the change, also where the medians are far from most ratios",
          "[export]") {
  // Two groups of values, of which the median of each side belongs to another one.
  std::vector<double> const before{1e6, 1e6, 1e6, 1e6, 1e6, 9e6, 9e6, 9e6, 9e6};
  std::vector<double> const after{1e6, 1e6, 1e6, 1e6, 9e6, 9e6, 9e6, 9e6, 9e6};
  auto const row = only(measured::command, before, after);
  CHECK(*row.change == 8);
  CHECK(*row.change_low <= 0);
  CHECK(*row.change_high == 8);
  CHECK(row.verdict == "none");
}

TEST_CASE("without a change of the median in its direction there is no claim", "[export]") {
  std::vector<double> before(19, 1e6);
  std::vector<double> after(19, 1e6);
  for (std::size_t i = 0; i < 9; ++i) after[i] = 2e6;
  auto const row = only(measured::command, before, after);
  CHECK(*row.corrected_p < 0.05);
  CHECK(*row.change == 0);
  CHECK(row.verdict == "none");
}

TEST_CASE("counters are numbers, times are seconds", "[export]") {
  CHECK(only(measured::counter, {7}, {8}).before.median == 7.0);
  CHECK(only(measured::timer, {7e6}, {8e6}).before.median == 7.0);
}

TEST_CASE("a change of hot loops is found where the trace knows nanoseconds", "[export]") {
  compared loops;
  program::sample_key const key{measured::timer, loops.labels.id_of({}, "x"),
                                loops.labels.id_of("c", "x p99")};
  for (std::int64_t i = 0; i < 8; ++i) {
    loops.samples.add(side::before, key, program::measure::time(ns(6 + i), true));
    loops.samples.add(side::after, key, program::measure::time(ns(26 + i), true));
  }
  auto const row = loops.row("c/x p99");
  CHECK(row.before.median == 9.5e-9);
  CHECK(row.after.median == 29.5e-9);
  CHECK(*row.change == Approx(20 / 9.5));
  CHECK(*row.change_low > 1);
  CHECK(*row.change_high > *row.change);
  CHECK(row.verdict == "slower");
  CHECK(loops.make().slower_by(2) == 1);
}

TEST_CASE("0 counts as a half of the unit in which the trace knows a value", "[export]") {
  auto const change = [](program::measure const& none, program::measure const& some) {
    compared one;
    program::sample_key const key{measured::timer, one.labels.id_of({}, "x"),
                                  one.labels.id_of("c", "x")};
    one.samples.add(side::before, key, none);
    one.samples.add(side::after, key, some);
    return *one.row("c/x").change;
  };
  using program::measure;
  CHECK(change(measure::time(ns(0), false), measure::time(ns(1'000), false)) == 1);
  CHECK(change(measure::time(ns(0), true), measure::time(ns(4), true)) == 7);
  CHECK(change(measure::time(ns(0), false), measure::time(ns(4), true)) == 7);
  CHECK(change(measure::count(0), measure::count(3)) == 5);
}

TEST_CASE("one value shows the difference and makes no claim", "[export]") {
  auto const row = only(measured::command, {2e6}, {3e6});
  CHECK(row.verdict == "too few");
  CHECK(*row.change == 0.5);
  CHECK_FALSE(row.change_low);
  CHECK_FALSE(row.p);
  std::vector<double> const many(100, 1e6);
  CHECK(only(measured::command, {2e6}, many).verdict == "too few");
  CHECK(only(measured::command, {1e6, 2e6, 3e6}, {4e6, 5e6, 6e6}).verdict == "too few");
}

TEST_CASE("equal values are the same, and no test", "[export]") {
  compared one;
  one.add(measured::counter, "n", std::vector<double>(9, 5), std::vector<double>(9, 5));
  auto const made = one.make();
  CHECK(made.rows[0].verdict == "same");
  CHECK(*made.rows[0].change == 0);
  CHECK(made.tested == 0);
}

TEST_CASE("a process that lacks what others of its command have is a value of 0", "[export]") {
  std::vector<double> const runs(20, 1e6);
  std::vector<double> const before{100, 101, 102, 103, 104, 105, 106, 107, 108, 109,
                                   110, 111, 112, 113, 114, 115, 116, 117, 118, 119};
  std::vector<double> const few{130, 131, 132, 133};
  for (measured const kind : {measured::timer, measured::counter, measured::region}) {
    compared all;
    all.add(measured::command, "git gc", runs, runs);
    all.add(kind, "x", before, few);
    auto const found = all.row("c/x");
    CHECK(found.before.n == 20);
    CHECK(found.after.n == 20);
    CHECK(found.after.median == 0.0);
    CHECK(found.verdict == (kind == measured::counter ? "fewer" : "faster"));
  }
  compared same;
  same.add(measured::command, "git gc", runs, runs);
  same.add(measured::timer, "x", few, few);
  CHECK(same.row("c/x").verdict == "none");
  CHECK(same.row("c/x").p == 1.0);
}

TEST_CASE("a summary that lacks what others have is a value of 0", "[export]") {
  compared all;
  for (int i = 0; i < 5; ++i)
    for (side const of : {side::before, side::after}) all.samples.count_run(of);
  all.add(measured::counter, "x", {1, 2, 3, 4, 5}, {9});
  CHECK(all.row("c/x").after.n == 5);
  CHECK(all.row("c/x").after.median == 0.0);
}

TEST_CASE("what hardly any process has keeps its values, and makes no claim", "[export]") {
  compared all;
  all.add(measured::command, "git gc", std::vector<double>(500, 1e6),
          std::vector<double>(500, 1e6));
  all.add(measured::timer, "rare", {1e6, 2e6, 3e6, 4e6, 5e6}, {11e6, 12e6, 13e6, 14e6, 15e6});
  all.add(measured::timer, "more", {1e6, 2e6, 3e6, 4e6, 5e6, 6e6}, {1e6, 2e6, 3e6, 4e6, 5e6});
  CHECK(all.row("c/rare").verdict == "too few");
  CHECK(all.row("c/rare").before.n == 5);
  CHECK(all.row("c/more").verdict == "none");
  CHECK(all.row("c/more").before.n == 500);
}

TEST_CASE("what a whole side lacks is new or gone, by the processes that have it", "[export]") {
  compared all;
  all.add(measured::command, "git gc", low, low);
  all.add(measured::timer, "x", {}, {5e6, 6e6});
  CHECK(all.row("c/x").verdict == "new");
  CHECK(all.row("c/x").after.n == 2);
}

TEST_CASE("what is on one side only is new or gone", "[export]") {
  auto const added = only(measured::timer, {}, {5e6});
  CHECK(added.verdict == "new");
  CHECK_FALSE(added.before.median);
  CHECK(added.after.median == 5.0);
  CHECK_FALSE(added.change);
  CHECK(only(measured::timer, {5e6}, {}).verdict == "gone");
}

TEST_CASE("among many rows a claim takes more", "[export]") {
  std::vector<double> const shifted{4.1e6, 5.1e6, 6.1e6, 7.1e6, 8.1e6, 9.1e6};
  auto const alone = only(measured::timer, low, shifted);
  REQUIRE(*alone.p < 0.05);
  CHECK(alone.verdict == "slower");
  compared many;
  many.add(measured::timer, "x", low, shifted);
  for (int i = 0; i < 20; ++i)
    many.add(measured::timer, "y" + std::to_string(i), low, {1.1e6, 2.1e6, 3.1e6, 4.1e6, 5.1e6});
  auto const made = many.make();
  CHECK(made.tested == 21);
  CHECK(made.claims == 0);
  auto const found = std::find_if(made.rows.begin(), made.rows.end(),
                                  [](auto const& row) { return row.path.front() == "c/x"; });
  REQUIRE(found != made.rows.end());
  CHECK(found->p == alone.p);
  CHECK(*found->corrected_p == Approx(*alone.p * 21));
  CHECK(found->verdict == "none");
}

TEST_CASE("of each kind claims come first, then the largest differences", "[export]") {
  compared some;
  some.add(measured::timer, "a", {1e6}, {2e6});
  some.add(measured::timer, "b", {1e6}, {9e6});
  some.add(measured::timer, "c", {1e6, 1e6, 1e6, 1e6}, {2e6, 2e6, 2e6, 2e6});
  auto const made = some.make();
  CHECK(made.rows[0].path.front() == "c/c");
  CHECK(made.rows[1].path.front() == "c/b");
  CHECK(made.rows[2].path.front() == "c/a");
}

TEST_CASE("commands come before their parts, and seconds are not compared with counts",
          "[export]") {
  compared some;
  some.add(measured::counter, "n", {1, 1, 1, 1}, {900, 900, 900, 900});
  some.add(measured::timer, "t", {1e6}, {2e6});
  some.add(measured::region, "r", {1e6}, {9e6});
  some.add(measured::command, "git gc", {}, {1e6});
  auto const made = some.make();
  REQUIRE(made.rows.size() == 4);
  CHECK(made.rows[0].kind == "command");
  CHECK(made.rows[1].kind == "region");
  CHECK(made.rows[2].kind == "timer");
  CHECK(made.rows[3].kind == "counter");
  CHECK(made.rows[3].is_claim());
}

TEST_CASE("rows beyond the memory are left out and counted", "[export]") {
  compared many;
  constexpr int count = 100;
  for (int i = 0; i < count; ++i)
    for (measured const kind : {measured::timer, measured::counter})
      many.add(kind, std::to_string(i), {1e6}, {});
  constexpr std::size_t memory = 50'000;
  auto const made = program::comparer{many.samples, many.labels}.make(memory);
  CHECK(made.rows.size() > 10);
  CHECK(made.rows.size() < memory / sizeof(program::comparison_row));
  REQUIRE(made.left_out.size() == 1);
  CHECK(made.left_out[0].what == "rows");
  CHECK(made.left_out[0].count == 2 * count - made.rows.size());
}

TEST_CASE("equal traces make no more false claims than the level allows", "[export]") {
  int const pairs = is_slow() ? 1'000 : 20;
  int with_claims = 0;
  int of_commands = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    auto const made = compare_traces(static_cast<std::uint32_t>(pair), 10, 0.1, 1);
    REQUIRE(made.tested == 4);
    with_claims += made.claims != 0 ? 1 : 0;
    for (auto const& row : made.rows) of_commands += row.kind == "command" && *row.p <= 0.05;
  }
  if (is_slow())
    WARN(with_claims << " of " << pairs << " equal pairs have a false claim, " << of_commands
                     << " a raw p-value of the command of 5 % at most; the 99 % bound is "
                     << bound_of(pairs));
  CHECK(with_claims <= bound_of(pairs));
  CHECK(of_commands <= bound_of(pairs));
}

TEST_CASE("samples with many equal values make no more false claims than the level allows",
          "[export]") {
  int const pairs = is_slow() ? 1'000 : 50;
  std::mt19937 generator{23};
  for (std::uint32_t const range : {2u, 3u, 6u}) {
    int claims = 0;
    for (int pair = 0; pair < pairs; ++pair) {
      std::vector<double> sides[2];
      for (auto& values : sides)
        for (std::size_t i = 0; i < 10; ++i)
          values.push_back(static_cast<double>(std::min(generator() % range, generator() % range)));
      claims += only(measured::counter, sides[0], sides[1]).is_claim() ? 1 : 0;
    }
    CAPTURE(range);
    CHECK(claims <= bound_of(pairs));
  }
}

TEST_CASE("a change of 10 % is found", "[export]") {
  struct {
    int runs;
    double spread;
    double least;  ///< share of pairs in which the command is found to be slower
  } const cases[] = {{10, 0.05, 0.95}, {10, 0.1, 0.5}, {20, 0.1, 0.8}, {40, 0.2, 0.5}};
  int const pairs = is_slow() ? 200 : 5;
  for (auto const& [runs, spread, least] : cases) {
    int found = 0;
    int wrong = 0;
    for (int pair = 0; pair < pairs; ++pair)
      for (auto const& row :
           compare_traces(static_cast<std::uint32_t>(1'000 + pair), runs, spread, 1.1).rows) {
        found += row.kind == "command" && row.verdict == "slower" ? 1 : 0;
        wrong += row.verdict == "faster" ? 1 : 0;
      }
    if (is_slow())
      WARN("power at a change of 10 %: " << runs << " runs on each side, parts that vary by "
                                         << spread * 100 << " %: " << found << " of " << pairs);
    CHECK(found >= static_cast<int>(pairs * least) - (is_slow() ? 0 : 2));
    CHECK(wrong == 0);
  }
}

}  // namespace compare_test
