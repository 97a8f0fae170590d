#include "model/phase_sums.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace phase_sums_test {

using namespace trace2::program;
using namespace trace2::read;

namespace {

struct phases {
  label_table labels;
  memory_budget memory;
  phase_sums sums;

  explicit phases(std::size_t most = 100'000) : memory{most} {}

  bool take(std::string_view key, std::string_view value) {
    return sums.take(trace2::event::data_json{.category = "bench", .key = key, .value = {value}},
                     labels, memory);
  }
  std::string all() const {
    std::string text;
    for (auto const& [key, sum] : sums.all()) {
      text.append(labels[key.phase].name).append(": ");
      text += "wtc"[static_cast<std::size_t>(key.part)];
      text.append(" ").append(key.what == 0 ? "" : labels[key.what].name);
      text += " " + std::to_string(sum.count) + " " + std::to_string(sum.total.in_microseconds()) +
              "\n";
    }
    return text;
  }
};

constexpr char const* two =
    R"({"of":"phase","whose":"process","t_total":1,"sums":[)"
    R"({"category":"c","name":"t","intervals":3,"t_total":0.5},{"category":"c","name":"n","count":4}]})";

}  // namespace

TEST_CASE("phases of the same names are added up") {
  phases made;
  CHECK(made.take("fill", two));
  CHECK(made.take("fill", two));
  CHECK(made.take("read", two));
  CHECK(made.all() ==
        "fill: w  2 2000000\nfill: t t 6 1000000\nfill: c n 8 0\n"
        "read: w  1 1000000\nread: t t 3 500000\nread: c n 4 0\n");
}

TEST_CASE("a report that goes on is no further phase, and a thread's is another one") {
  phases made;
  CHECK(made.take("fill", two));
  CHECK(made.take(
      "fill",
      R"({"of":"phase","whose":"process","sums":[{"category":"c","name":"m","count":1}]})"));
  CHECK(made.take("fill", R"({"of":"phase","whose":"thread","t_total":2,"sums":[]})"));
  CHECK(made.all() ==
        "fill: w  1 1000000\nfill: t t 3 500000\nfill: c n 4 0\nfill: c m 1 0\n"
        "fill (of a thread): w  1 2000000\n");
}

TEST_CASE("the lengths of a distribution_timer are added up") {
  constexpr char const* told =
      R"({"of":"phase","whose":"process","sums":[{"category":"c","name":"t","intervals":2,)"
      R"("t_total":1,"unit":"ns","values":[[10,1],[30,1]]}]})";
  phases made{1'000'000};
  CHECK(made.take("fill", told));
  CHECK(made.take("fill", told));
  CHECK(made.take("read", two));
  REQUIRE(made.sums.all().size() == 4);
  CHECK(made.sums.all().begin()->second.lengths.quantiles() ==
        trace2::interval_quantiles{4, 10, 10, 30, 30, 30, 30});
  CHECK(made.sums.all().rbegin()->second.lengths.count() == 0);
  phases small{1000};
  CHECK(small.take("fill", told));
  CHECK(small.all() == "fill: t t 2 1000000\n");
  CHECK(small.sums.all().begin()->second.lengths.count() == 0);
  CHECK(small.labels.take_overflow());
}

TEST_CASE("other data are left to others") {
  phases made;
  CHECK_FALSE(made.take("fill", R"({"of":"timer","unit":"ns","values":[]})"));
  CHECK(made.all().empty());
}

TEST_CASE("what finds no room is counted") {
  phases made{900};
  for (int i = 0; i < 10; ++i) CHECK(made.take(std::to_string(i), two));
  CHECK(made.sums.all().size() == 2);
  CHECK(made.labels.take_overflow());
}

}  // namespace phase_sums_test
