#include <trace2/read/remark.hpp>

#include <cstddef>
#include <string>

#include "support/catch.hpp"

namespace remark_test {

namespace read = trace2::read;

TEST_CASE("a remark says which process it is of, where, and what is odd") {
  read::remark const told{.kind = read::remark_kind::clock_set,
                          .sid = "a",
                          .process = "git gc",
                          .where = "region gc/all",
                          .text = "the clock was set by +5 s"};
  CHECK(told.line() == "git gc: region gc/all: the clock was set by +5 s");
  CHECK(name_of(told.kind) == "clock-set");
  CHECK(name_of(read::remark_kind::number_out_of_range) == "number-out-of-range");
}

TEST_CASE("a remark without a place or a process leaves them out") {
  CHECK(read::remark{.process = "git gc", .text = "is odd"}.line() == "git gc: is odd");
  CHECK(read::remark{.text = "is odd"}.line() == "is odd");
}

TEST_CASE("remarks come in the order in which they were found") {
  read::remark_list list;
  CHECK(list.empty());
  list.add({.text = "one"});
  list.add({.text = "two"});
  REQUIRE(list.size() == 2);
  CHECK(list.begin()->text == "one");
  CHECK((list.begin() + 1)->text == "two");
  CHECK(list.left_out() == 0);
}

TEST_CASE("remarks beyond the limit are counted, and their texts are cut between characters") {
  read::remark_list list;
  std::string const text = std::string(read::remark_list::longest_text - 1, 'a') + "\u00fc";
  for (std::size_t i = 0; i < read::remark_list::most + 2; ++i) list.add({.text = text});
  CHECK(list.size() == read::remark_list::most);
  CHECK(list.left_out() == 2);
  CHECK(list.begin()->text == std::string(read::remark_list::longest_text - 1, 'a'));
}

}  // namespace remark_test
