#include "statistics/interval_distribution.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace interval_distribution_test {

using trace2::program::interval_distribution;
using trace2::program::interval_report;

namespace {

using pairs = std::vector<std::pair<std::int64_t, std::uint64_t>>;

pairs pairs_in(interval_distribution const& found) {
  pairs result;
  found.for_each(
      [&](auto length, std::uint64_t count) { result.emplace_back(length.count(), count); });
  return result;
}

interval_distribution distribution_of(std::string_view values, std::string_view max = "1000") {
  std::string const text =
      std::string{R"({"of":"timer","unit":"ns","shortest":0,"longest":)"}.append(max).append(
          ",\"values\":") +
      std::string{values} + "}";
  interval_distribution made;
  auto const told = interval_report::of(text);
  REQUIRE(told);
  made.add(*told);
  return made;
}

}  // namespace

TEST_CASE("a report is told from other values") {
  auto const told = interval_report::of(
      R"({"of":"timer","unit":"ns","count":3,"shortest":7,"longest":9,"values":[[8,3]]})");
  REQUIRE(told);
  CHECK(told->is_of_process);
  CHECK(told->shortest == ns(7));
  CHECK(told->longest == ns(9));
  CHECK(told->values == "[[8,3]]");
  auto const part = interval_report::of(R"({"of":"th_timer","unit":"ns","values":[]})");
  REQUIRE(part);
  CHECK_FALSE(part->is_of_process);
  for (char const* const other :
       {"", "7", "{}", R"({"of":"timer"})", R"({"of":"timer","unit":"ns","shortest":1})",
        R"({"of":"timer","unit":"ns","values":3})", R"({"of":"timer","unit":"ns","values":[)",
        R"({"of":"timer","unit":"us","values":[]})"})
    CHECK_FALSE(interval_report::of(other));
}

TEST_CASE("lengths are kept as they are said, in their order") {
  auto const found = distribution_of("[[700,2],[5,1],[700,3],[6,1]]");
  CHECK(pairs_in(found) == pairs{{5, 1}, {6, 1}, {700, 5}});
  CHECK(found.count() == 7);
  CHECK(found.quantile(0) == ns(5));
  CHECK(found.quantile(0.5) == ns(700));
  CHECK(found.shortest() == ns(0));
  CHECK(found.longest() == ns(1000));
}

TEST_CASE("what makes no sense is passed over") {
  CHECK(pairs_in(distribution_of(R"([7,[],[1],[1,2,3],["8",1],[9,-1],[1.5,1],[4,1]])")) ==
        pairs{{4, 1}});
  CHECK(pairs_in(distribution_of("[[-5,1]]")) == pairs{{0, 1}});
  CHECK(distribution_of("[[5,1]]", "-1").count() == 0);
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  CHECK(distribution_of("[[5,18446744073709551615],[6,7]]").count() == most);
}

TEST_CASE("of many lengths quantiles are within a hundred and twenty-eighth") {
  std::mt19937 random{20260101};
  std::lognormal_distribution<double> spread{10, 3};
  std::vector<std::int64_t> lengths(20'000);
  std::string values = "[";
  for (auto& length : lengths) {
    length = static_cast<std::int64_t>(spread(random));
    values += (values.size() == 1 ? "[" : ",[") + std::to_string(length) + ",1]";
  }
  std::string const longest = std::to_string(*std::max_element(lengths.begin(), lengths.end()));
  auto const found = distribution_of(values + "]", longest);
  CHECK(pairs_in(found).size() * sizeof(pairs::value_type) <= interval_distribution{}.growth());
  for (int const permille : {1, 500, 900, 990, 999, 1000}) {
    auto const quantile = static_cast<double>(found.quantile(permille / 1000.0).count());
    auto const most = std::count_if(lengths.begin(), lengths.end(), [&](std::int64_t length) {
      return static_cast<double>(length) <= quantile / (1 - 1.0 / 128);
    });
    auto const fewer = std::count_if(lengths.begin(), lengths.end(), [&](std::int64_t length) {
      return static_cast<double>(length) < quantile / (1 + 1.0 / 128);
    });
    INFO(permille);
    CHECK(most >= permille * 20);
    CHECK(fewer < permille * 20);
  }
}

TEST_CASE("one interval of 500 is the tail") {
  auto const found = distribution_of("[[20,499],[1000000000,1]]", "1000000000");
  CHECK(found.quantiles() == trace2::interval_quantiles{.count = 500,
                                                        .shortest = 0,
                                                        .median = 20,
                                                        .p90 = 20,
                                                        .p99 = 20,
                                                        .p999 = 1'000'000'000,
                                                        .longest = 1'000'000'000});
}

TEST_CASE("a report without intervals changes neither the shortest nor the longest") {
  auto const report = [](std::string_view text) {
    auto const told = interval_report::of(text);
    REQUIRE(told);
    return *told;
  };
  interval_distribution all;
  all.add(report(R"({"of":"timer","unit":"ns","shortest":5,"longest":7,"values":[[6,2]]})"));
  for (char const* const values : {"[]", "[[1,0]]", "[[1]]"})
    all.add(
        report(std::string{R"({"of":"timer","unit":"ns","shortest":1,"longest":900,"values":)"} +
               values + "}"));
  CHECK(all.shortest() == ns(5));
  CHECK(all.longest() == ns(7));
}

TEST_CASE("no length is negative, and none is beyond the longest") {
  auto const told = interval_report::of(
      R"({"of":"timer","unit":"ns","shortest":-9,"longest":-5,"values":[[-7,3]]})");
  REQUIRE(told);
  interval_distribution all;
  all.add(*told);
  CHECK(all.quantiles() == trace2::interval_quantiles{.count = 3});
}

TEST_CASE("of as many intervals as a number can count there are quantiles") {
  auto const found = distribution_of("[[5,18446744073709551614],[900,1]]");
  CHECK(found.quantile(0.5) == ns(5));
  CHECK(found.quantile(1) == ns(900));
}

TEST_CASE("without intervals all is 0") {
  CHECK(interval_distribution{}.quantiles() == trace2::interval_quantiles{});
}

}  // namespace interval_distribution_test
