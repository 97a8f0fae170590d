#include <trace2/read/model_memory.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "support/catch.hpp"

namespace model_memory_test {

namespace tr = trace2::read;

TEST_CASE("labels without room have their sums in common", "[read]") {
  tr::label_table labels;
  tr::model_memory memory{labels, 1'000};
  std::unordered_map<tr::label_id, std::uint64_t> sums;
  for (tr::label_id label = 1; label <= 100; ++label) ++memory.entry_of(sums, label);
  CHECK(labels.take_overflow());
  CHECK(sums.size() < 10);
  CHECK(sums[1] == 1);
  CHECK(sums[tr::label_table::other] == 100 - (sums.size() - 1));
}

TEST_CASE("a distribution without room keeps its sum, and quantiles of the values before",
          "[read]") {
  tr::label_table labels;
  tr::model_memory memory{labels, 128};
  tr::distribution values;
  for (int i = 0; i < 1'000; ++i) memory.add_value(values, 7);
  memory.add_value(values, 1'000'000);
  CHECK(labels.take_overflow());
  CHECK(values.count() == 1'001);
  CHECK(values.sum() == 1'007'000);
  CHECK(values.max() == 1'000'000);
  CHECK(values.quantile(1) == 7);
}

TEST_CASE("data have a sum as long as all values are numbers", "[read]") {
  tr::label_table labels;
  tr::model_memory memory{labels, 1'000};
  tr::data_statistics sums;
  for (std::string_view const value : {"3", "-1", "5"}) memory.add_value(sums, 7, value, 20);
  CHECK(sums.count == 3);
  CHECK(sums.latest() == "5");
  CHECK((sums.is_number && sums.sum == 7 && sums.min == -1 && sums.max == 5));
  memory.add_value(sums, 8, "5 files", 2);
  CHECK(sums.count == 4);
  CHECK(sums.latest() == "5 \u2026");
  CHECK_FALSE(sums.is_number);
}

TEST_CASE("the latest value is that of the latest moment, whenever it is read", "[read]") {
  tr::label_table labels;
  tr::model_memory memory{labels, 1'000};
  tr::data_statistics sums;
  memory.add_value(sums, 20, "two", 20);
  memory.add_value(sums, 10, "one", 20);
  CHECK(sums.latest() == "two");
  memory.add_value(sums, 10, 1);
  CHECK(sums.latest() == "two");
  memory.add_value(sums, 30, 3);
  memory.add_value(sums, 20, "two", 20);
  CHECK(sums.latest() == "3");
  CHECK(sums.count == 5);
}

TEST_CASE("texts are cut visibly, and dropped when there is no room", "[read]") {
  tr::label_table labels;
  tr::model_memory memory{labels, 100};
  std::string latest;
  memory.assign(latest, "0123456789012345678901234567890123456789", 20);
  CHECK(latest == "01234567890123456789\u2026");
  CHECK(memory.kept("short") == "short");
  CHECK_FALSE(labels.take_overflow());
  CHECK(memory.kept(std::string(200, 'x')).empty());
  CHECK(labels.take_overflow());
}

}  // namespace model_memory_test
