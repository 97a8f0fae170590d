#include <trace2/recording/definition_list.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace definition_list_test {

using trace2::detail::recording::definition_list;

namespace {

std::string contents(definition_list const& list) {
  std::string all;
  list.for_each_block([&all](std::string_view records) { all += records; });
  return all;
}

}  // namespace

TEST_CASE("a list keeps its records in order, however many there are") {
  static definition_list list;
  CHECK(contents(list).empty());
  std::string expected;
  for (int i = 0; i < 5'000; ++i) {
    std::string const record(8 * static_cast<std::size_t>(1 + i % 7),
                             static_cast<char>('a' + i % 26));
    REQUIRE(list.reserve(record.size()));
    list.add(record);
    expected += record;
  }
  CHECK(contents(list) == expected);
}

TEST_CASE("no record is cut") {
  static definition_list list;
  std::string const record(40'000, 'x');
  for (int i = 0; i < 3; ++i) {
    REQUIRE(list.reserve(record.size()));
    list.add(record);
  }
  int calls = 0;
  list.for_each_block([&](std::string_view records) {
    ++calls;
    CHECK(records == record);
  });
  CHECK(calls == 3);
}

TEST_CASE("a record that no block could hold is refused") {
  static definition_list list;
  CHECK_FALSE(list.reserve(std::size_t{1} << 20));
  CHECK(contents(list).empty());
}

}  // namespace definition_list_test

namespace numbering_test {

using trace2::detail::object_switch_of;
using namespace trace2::detail::recording;

TEST_CASE("an object that records first counts by itself, and says so to others") {
  object_switch_of<true>::value.numbers.store_release(nullptr);
  CHECK(&numbering_of_process() == &own_numbering);
  CHECK(object_switch_of<true>::value.numbers.load_acquire() == &own_numbering);
}

TEST_CASE("an object counts on where another one has recorded before") {
  static numbering others;
  object_switch_of<true>::value.numbers.store_release(&others);
  CHECK(&numbering_of_process() == &others);
  object_switch_of<true>::value.numbers.store_release(nullptr);
}

}  // namespace numbering_test
