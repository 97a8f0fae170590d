#include "statistics/rank_sum.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/random_sample.hpp"

namespace rank_sum_test {

using trace2::program::rank_sum;
using sample = std::vector<double>;
using support::random_sample;

namespace {

double p_of(sample const& before, sample const& after) {
  trace2::program::untied_distributions untied;
  return rank_sum{before, after}.p(untied);
}

/// The p-values of Go's benchstat (golang.org/x/perf of 2026-09-08) for random samples of these
/// sizes: first without equal values, then with some, then with many.
struct known_p {
  std::size_t before;
  std::size_t after;
  double p[3];
};
constexpr std::uint32_t ranges[] = {1u << 30, 50, 4};

// clang-format off
constexpr known_p benchstat[] = {
    {1, 1, {1.0, 1.0, 1.0}},
    {2, 15, {0.44117647058823534, 0.22058823529411764, 0.8382352941176471}},
    {3, 3, {0.7000000000000002, 0.4000000000000001, 0.7}},
    {4, 29, {0.6900293255131966, 0.36242995060432603, 0.3321632723975021}},
    {5, 5, {0.42063492063492064, 0.30952380952380953, 0.05555555555555555}},
    {6, 43, {0.037180266101899506, 0.19449470834156496, 0.042016851918056056}},
    {7, 7, {0.25932400932400934, 0.06993006993006994, 0.3735431235431235}},
    {8, 7, {0.8665112665112666, 0.5153069153069153, 0.3198135198135198}},
    {9, 9, {0.03998354586589881, 0.8798848210612916, 0.28988070752776635}},
    {10, 21, {0.49214467884487717, 0.4216912071823394, 0.749921813286917}},
    {11, 11, {0.948729289286565, 0.00973304301477674, 0.031504099615554663}},
    {12, 35, {0.013765449964701465, 0.050754266001366795, 0.10305257700304497}},
    {13, 13, {0.6498475087975695, 0.395811780089616, 0.4423300578812825}},
    {14, 49, {0.4561743683566701, 0.5513091100609637, 0.27809086680298156}},
    {15, 15, {0.0001403580975250249, 0.033685711323904265, 0.028106663902310678}},
    {16, 13, {0.7790083139176395, 0.2919936464025097, 0.7811001177871911}},
    {17, 17, {0.9728914075314731, 0.031887617269035703, 0.7261828518780797}},
    {18, 27, {0.046838564051952886, 0.020425906967863602, 0.010190379284491933}},
    {19, 19, {0.9769881211071911, 0.27361602229717064, 0.523504553105085}},
    {20, 41, {0.6863949455434328, 0.16868357861895283, 0.5068034519836904}},
    {21, 21, {0.0012150414904388038, 0.05264790285043811, 0.003919106398944432}},
    {22, 5, {0.7393534002229654, 0.2510343119038796, 0.7798092406788135}},
    {23, 23, {0.6952542155569468, 0.4484322419038926, 0.8577451455153879}},
    {24, 19, {0.011115037995046477, 0.014051459713615507, 0.7136910783269301}},
    {25, 25, {0.8777487814022168, 0.8360900667219034, 0.6068256700832725}},
    {26, 33, {0.18809258333824386, 0.6911370971373167, 0.8126488147570556}},
    {27, 27, {0.0195670391291164, 0.7751453496826638, 0.0024613709149493494}},
    {28, 47, {0.5601720709789298, 0.7134711992232278, 0.7181298735381692}},
    {29, 29, {0.7341927226075158, 0.0481079597132088, 0.7535869732432501}},
    {30, 11, {0.008570206659946098, 0.010868980313722736, 0.0025767740754839884}},
    {31, 31, {0.4754514694590329, 0.012164227424743768, 0.855286900673015}},
    {32, 25, {0.19710095063134464, 0.22736152617475347, 0.9469088538881675}},
    {33, 33, {0.0057547853768000175, 2.029738418238759e-05, 6.746632782980406e-05}},
    {34, 39, {0.0984667815927153, 0.7233324279880362, 0.7382493203963362}},
    {35, 35, {0.04409214930765309, 0.016244308201166683, 0.38527273064308787}},
    {36, 3, {0.00021884232410548194, 0.8122536634363031, 0.17980854641073243}},
    {37, 37, {0.8550561490891976, 0.05767568539327672, 0.9286086611192854}},
    {38, 17, {0.35176205697314517, 0.41727971356839044, 0.6700126129916855}},
    {39, 39, {0.00044356974204648344, 3.646087257713164e-05, 1.1064003318303444e-05}},
    {40, 31, {0.6080652673868618, 0.7851837554564458, 0.8471189543799857}},
    {41, 41, {0.6847969076513307, 0.4605222267558905, 0.598002810435747}},
    {42, 45, {3.280346237981552e-05, 3.7594038143646146e-05, 8.54433117070353e-05}},
    {43, 43, {0.15233507537601554, 0.5950942041151606, 0.9964364259281939}},
    {44, 9, {0.2553880371631231, 0.7045171096231304, 1.0}},
    {45, 45, {0.000677413610716565, 2.833738697564237e-05, 6.254795276008702e-05}},
    {46, 23, {0.21160073141917696, 0.11877272239622187, 0.868199992784632}},
    {47, 47, {0.4030050105464758, 0.08448841746809221, 0.5948153769875528}},
    {48, 37, {0.012697157701209532, 6.497021386462155e-06, 2.167010766752238e-05}},
    {49, 49, {0.28791601404352535, 0.4904657644484054, 0.03692831320052405}},
    {50, 1, {0.5098039215686273, 0.13464637800609205, 0.21636352619469196}},
    {51, 51, {2.894007673203859e-06, 3.8675596939638783e-05, 4.1112948701373633e-07}},
    {52, 15, {0.7013073835264723, 0.5776189718957833, 0.6793093127255863}},
};
// clang-format on

/// Where benchstat takes the tail of the larger U, because values are equal and sizes are not: the
/// share of relabelings.
struct corrected_p {
  std::size_t before;
  std::uint32_t range;
  double p;
};
constexpr corrected_p corrections[] = {
    {2, 50, 0.23529411764705882},  {8, 4, 0.5081585081585082},  {10, 50, 0.42164449018441374},
    {22, 50, 0.24880465750030967}, {22, 4, 0.8439737396259135},
};

/// What benchstat says, unless it is wrong.
double expected_p(known_p const& known, std::size_t range) {
  for (corrected_p const& correction : corrections)
    if (correction.before == known.before && correction.range == ranges[range]) return correction.p;
  return known.p[range];
}

/// The pairs in which the value of `after` is larger; equal ones are a half. Doubled.
std::size_t doubled_u(sample const& before, sample const& after) {
  std::size_t result = 0;
  for (double const a : before)
    for (double const b : after) result += b > a ? 2u : b == a ? 1u : 0u;
  return result;
}

/// Compares the p-value of each way to divide values among samples of these sizes with the share of
/// ways that are at least as far apart in the same direction, twice, for every `step`th way to make
/// some values equal. Returns the largest share of ways with a p-value of 5 % at most.
double check_relabelings(std::size_t before_size, std::size_t after_size, std::uint32_t step) {
  std::size_t const size = before_size + after_size;
  std::size_t const mean = before_size * after_size;  // doubled
  double largest = 0;
  for (std::uint32_t rises = 1; rises < 1u << (size - 1); rises += step) {
    std::vector<double> p_values;
    std::vector<std::size_t> all_u;
    for (std::uint32_t chosen = 0; chosen < 1u << size; ++chosen) {
      sample before;
      sample after;
      double value = 0;
      for (std::size_t i = 0; i < size; ++i) {
        (chosen >> i & 1 ? before : after).push_back(value);
        value += rises >> i & 1;
      }
      if (before.size() != before_size) continue;
      p_values.push_back(p_of(before, after));
      all_u.push_back(doubled_u(before, after));
    }
    bool are_right = true;
    double claims = 0;
    auto const ways = static_cast<double>(all_u.size());
    for (std::size_t i = 0; i < all_u.size(); ++i) {
      std::size_t const u = all_u[i];
      auto const is_as_far = [&](std::size_t other) { return u < mean ? other <= u : other >= u; };
      auto const as_far = std::count_if(all_u.begin(), all_u.end(), is_as_far);
      double const p = u == mean ? 1 : std::min(2 * static_cast<double>(as_far) / ways, 1.0);
      are_right = are_right && p_values[i] == Approx(p).epsilon(1e-9);
      claims += p_values[i] <= 0.05 ? 1 : 0;
    }
    CAPTURE(before_size, after_size, rises);
    CHECK(are_right);
    largest = std::max(largest, claims / ways);
  }
  return largest;
}

}  // namespace

TEST_CASE("p-values are those of benchstat, where these are right", "[export]") {
  for (known_p const& known : benchstat)
    for (std::size_t i = 0; i < std::size(ranges); ++i) {
      std::mt19937 generator{static_cast<std::uint32_t>(known.before)};
      std::uint32_t const shift = known.before % 3 == 0 ? ranges[i] / 4 : 0;
      sample const before = random_sample(known.before, ranges[i], 0, generator);
      sample const after = random_sample(known.after, ranges[i], shift, generator);
      CAPTURE(known.before, known.after, ranges[i]);
      CHECK(p_of(before, after) == Approx(expected_p(known, i)).epsilon(1e-12));
    }
}

TEST_CASE("the p-value of samples apart is the rarest choice of ranks", "[export]") {
  sample const low{1, 2, 3, 4};
  sample const high{5, 6, 7, 8};
  CHECK(p_of(low, high) == Approx(2.0 / 70));
  CHECK(p_of(high, low) == Approx(2.0 / 70));
  CHECK(rank_sum::lowest_p(4, 4) == Approx(2.0 / 70));
  CHECK(rank_sum::lowest_p(3, 3) == Approx(0.1));
  CHECK(rank_sum::lowest_p(1, 1) == 1);
  CHECK(rank_sum{low, high}.is_more());
  CHECK_FALSE(rank_sum{high, low}.is_more());
}

TEST_CASE("samples that can't differ have a p-value of 1", "[export]") {
  CHECK(p_of({}, {1, 2}) == 1);
  CHECK(p_of({1, 2}, {}) == 1);
  CHECK(p_of({3, 3, 3}, {3, 3}) == 1);
  CHECK(rank_sum{{3, 3, 3}, {3, 3}}.is_constant());
  CHECK(p_of({1, 4}, {2, 3}) == 1);
  CHECK_FALSE(rank_sum{{1, 4}, {2, 3}}.is_constant());
}

TEST_CASE("a p-value is never above 1, whatever equal values there are", "[export]") {
  CHECK(p_of({1, 1, 1, 2, 2, 2, 2}, {1, 1, 1, 2, 2, 4}) == 1);
}

TEST_CASE("the sides may be exchanged, with equal values and without", "[export]") {
  std::mt19937 generator{7};
  for (std::uint32_t const range : {2u, 4u, 50u, 1u << 30})
    for (std::size_t const size : {1u, 3u, 12u, 20u, 50u, 60u})
      for (std::size_t const more : {0u, 1u, 5u}) {
        sample const a = random_sample(size, range, 0, generator);
        sample const b = random_sample(size + more, range, range / 8, generator);
        CAPTURE(range, size, more);
        CHECK(p_of(a, b) == Approx(p_of(b, a)).epsilon(1e-12));
      }
}

TEST_CASE("samples of different sizes with equal values have the p-values of all relabelings",
          "[export]") {
  CHECK(p_of({0, 1}, {0, 0, 0}) == Approx(0.8));  // two choices of five hold the 1
  CHECK(p_of({0, 0, 0}, {0, 1}) == Approx(0.8));
  // By a computation of its own: the share of relabelings that are at least as far apart.
  CHECK(check_relabelings(4, 5, 1) <= 0.05);
  CHECK(check_relabelings(5, 4, 3) <= 0.05);
  CHECK(check_relabelings(4, 6, 5) <= 0.05);
  CHECK(check_relabelings(2, 7, 3) <= 0.05);
}

TEST_CASE("the pairs outside of an interval are those of the test", "[export]") {
  trace2::program::untied_distributions untied;
  CHECK(rank_sum::outside(3, 3, 0.025, untied) == 0);
  CHECK(rank_sum::outside(4, 4, 0.025, untied) == 1);
  CHECK(rank_sum::outside(5, 5, 0.025, untied) == 3);
  CHECK(rank_sum::outside(10, 10, 0.025, untied) == 24);  // the critical U of 23 is in every table
  CHECK(rank_sum::outside(20, 20, 0.025, untied) == 128);
  // Exact up to 50 values, approximate beyond: no step in between.
  auto const exact = static_cast<double>(rank_sum::outside(50, 50, 0.025, untied)) / (50 * 50);
  auto const approximate =
      static_cast<double>(rank_sum::outside(51, 51, 0.025, untied)) / (51 * 51);
  CHECK(exact == Approx(approximate).epsilon(0.01));
}

}  // namespace rank_sum_test
