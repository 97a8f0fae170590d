#include "model/model_memory.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace model_memory_test {

namespace tr = trace2::read;

TEST_CASE("labels without room have their sums in common", "[read]") {
  tr::label_table labels;
  trace2::program::model_memory memory{labels, 1'000};
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
  trace2::program::model_memory memory{labels, 128};
  trace2::program::distribution values;
  for (int i = 0; i < 1'000; ++i) memory.add_value(values, ns(7));
  memory.add_value(values, ns(1'000'000));
  CHECK(labels.take_overflow());
  CHECK(values.count() == 1'001);
  CHECK(values.sum() == ns(1'007'000));
  CHECK(values.max() == ns(1'000'000));
  CHECK(values.quantile(1) == ns(7));
}

TEST_CASE("data have a sum as long as all values are numbers", "[read]") {
  tr::label_table labels;
  trace2::program::model_memory memory{labels, 1'000};
  trace2::program::data_statistics sums;
  for (std::string_view const value : {"3", "-1", "5"})
    memory.add_value(sums, moment_ns(7), value, 20);
  CHECK(sums.count == 3);
  CHECK(sums.latest() == "5");
  CHECK((sums.is_number && sums.sum == 7 && sums.min == -1 && sums.max == 5));
  memory.add_value(sums, moment_ns(8), "5 files", 2);
  CHECK(sums.count == 4);
  CHECK(sums.latest() == "5 \u2026");
  CHECK_FALSE(sums.is_number);
}

TEST_CASE("texts among data are counted, as far as there is room for them", "[read]") {
  using statistics = trace2::program::data_statistics;
  tr::label_table labels;
  trace2::program::model_memory memory{labels, 100'000};
  statistics sums;
  for (std::string_view const value : {"hit", "miss", "7", "hit"})
    memory.add_value(sums, moment_ns(7), value, 20);
  memory.add_value(sums, moment_ns(7), 8);
  memory.add_value(sums, moment_ns(7), std::string(statistics::longest_text, 'a'), 20);
  memory.add_value(sums, moment_ns(7), std::string(statistics::longest_text + 1, 'a'), 20);
  REQUIRE(sums.texts.size() == 3);
  CHECK((sums.texts[0].text == "hit" && sums.texts[0].count == 2));
  CHECK((sums.texts[1].text == "miss" && sums.texts[1].count == 1));
  CHECK(sums.texts[2].text == std::string(statistics::longest_text, 'a'));
  CHECK(sums.count == 7);
  for (int i = 0; i < 100; ++i) memory.add_value(sums, moment_ns(7), "v" + std::to_string(i), 20);
  memory.add_value(sums, moment_ns(7), "hit", 20);
  CHECK(sums.texts.size() == statistics::most_texts);
  CHECK(sums.texts[0].count == 3);

  trace2::program::model_memory small{labels, 100};
  statistics others;
  for (int i = 0; i < 10; ++i) small.add_value(others, moment_ns(7), "v" + std::to_string(i), 20);
  CHECK(others.texts.size() < 2);
  CHECK(others.count == 10);
}

TEST_CASE("the latest value is that of the latest moment, whenever it is read", "[read]") {
  tr::label_table labels;
  trace2::program::model_memory memory{labels, 1'000};
  trace2::program::data_statistics sums;
  memory.add_value(sums, moment_ns(20), "two", 20);
  memory.add_value(sums, moment_ns(10), "one", 20);
  CHECK(sums.latest() == "two");
  memory.add_value(sums, moment_ns(10), 1);
  CHECK(sums.latest() == "two");
  memory.add_value(sums, moment_ns(30), 3);
  memory.add_value(sums, moment_ns(20), "two", 20);
  CHECK(sums.latest() == "3");
  CHECK(sums.count == 5);
}

TEST_CASE("texts are cut visibly, and dropped when there is no room", "[read]") {
  tr::label_table labels;
  trace2::program::model_memory memory{labels, 100};
  std::string latest;
  memory.assign(latest, "0123456789012345678901234567890123456789", 20);
  CHECK(latest == "01234567890123456789\u2026");
  CHECK(memory.kept("short") == "short");
  CHECK_FALSE(labels.take_overflow());
  CHECK(memory.kept(std::string(200, 'x')).empty());
  CHECK(labels.take_overflow());
}

}  // namespace model_memory_test
