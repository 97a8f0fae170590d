#include "model/phase_report.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace phase_report_test {

using trace2::duration;
using trace2::program::phase_report;
using trace2::program::phase_share;

namespace {

std::string shares_of(std::string_view sums) {
  std::string const value =
      std::string{R"({"of":"phase","whose":"process","sums":)"}.append(sums).append("}");
  auto const told = phase_report::of(value);
  if (!told) return "none";
  std::string found;
  told->for_each([&](phase_share const& share) {
    found.append(share.category).append("/").append(share.name);
    if (share.intervals) found += " intervals " + std::to_string(*share.intervals);
    if (share.t_total) found += " time " + std::to_string(share.t_total->in_microseconds());
    if (share.count) found += " count " + std::to_string(*share.count);
    found += "\n";
  });
  return found;
}

}  // namespace

TEST_CASE("a report of a phase is told from other values") {
  auto const told =
      phase_report::of(R"({"of":"phase","whose":"process","t_total":1.500000,"sums":[]})");
  REQUIRE(told);
  CHECK_FALSE(told->is_of_thread);
  CHECK(told->t_total == duration::microseconds(1'500'000));
  auto const further = phase_report::of(R"({"of":"phase","whose":"thread","sums":[]})");
  REQUIRE(further);
  CHECK(further->is_of_thread);
  CHECK_FALSE(further->t_total);
  for (char const* const other :
       {"", "7", "{}", R"({"of":"phase"})", R"({"of":"phase","whose":"me","sums":[]})",
        R"({"of":"phase","whose":"process","sums":3})",
        R"({"of":"phase","whose":"process","sums":[)",
        R"({"of":"timer","whose":"process","sums":[]})"})
    CHECK_FALSE(phase_report::of(other));
}

TEST_CASE("a report tells the shares in timers and counters") {
  CHECK(shares_of(R"([{"category":"c","name":"t","intervals":3,"t_total":0.5},)"
                  R"({"category":"c","name":"n","count":18446744073709551615}])") ==
        "c/t intervals 3 time 500000\nc/n count 18446744073709551615\n");
  CHECK(shares_of(R"([{"category":"c\n","name":"\"","count":1}])") == "c\n/\" count 1\n");
}

TEST_CASE("a report tells the lengths of a distribution_timer's intervals") {
  auto const lengths_of = [](std::string const& values) {
    std::string const value =
        R"({"of":"phase","whose":"process","sums":[{"category":"c","name":"t","intervals":4,)"
        R"("t_total":1,"unit":"ns","values":)" +
        values + "}]}";
    std::string found;
    phase_report::of(value)->for_each([&](phase_share const& share) {
      found += std::to_string(share.lengths.shortest.count()) + " to " +
               std::to_string(share.lengths.longest.count()) + ":";
      share.lengths.for_each([&](trace2::read::nanoseconds length, std::uint64_t count) {
        found += " " + std::to_string(length.count()) + " " + std::to_string(count);
      });
    });
    return found;
  };
  CHECK(lengths_of("[[20,3],[70,1]]") == "20 to 70: 20 3 70 1");
  CHECK(lengths_of("[[20],[70,1],7]") == "70 to 70: 70 1");
  CHECK(lengths_of("[]").find(": ") == std::string::npos);
  CHECK(lengths_of("7").find(": ") == std::string::npos);
}

TEST_CASE("what is no share is passed over") {
  CHECK(shares_of(R"([7,"x",null,[],{},{"category":"c","name":"n"},{"name":7,"count":1},)"
                  R"({"category":"c","name":"both","intervals":1,"count":1},{"count":-1e9},)"
                  R"({"category":"c","name":"n","count":2}])") == "c/n count 2\n");
}

TEST_CASE("a name of escapes takes no more memory than it may") {
  std::string const escapes(60'000, '\\');
  CHECK(shares_of(R"([{"category":")" + escapes + R"(","name":"n","count":1}])") ==
        std::string(30'000, '\\') + "/n count 1\n");
}

}  // namespace phase_report_test
