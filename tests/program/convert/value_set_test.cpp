#include "convert/value_set.hpp"

#include <trace2/read/memory_budget.hpp>

#include <cstddef>
#include <string>

#include "support/catch.hpp"

namespace value_set_test {

using trace2::program::value_set;

TEST_CASE("values stand in their categories, and the latest counts", "[export]") {
  trace2::read::memory_budget budget{10'000};
  trace2::read::memory_share share{budget};
  value_set values;
  CHECK(values.set("b", "k", 1, share));
  CHECK(values.set("a", "k", true, share));
  std::size_t const left = budget.left();
  CHECK(values.set("b", "k", 2, share));
  CHECK(values.json() == R"({"a":{"k":true},"b":{"k":2}})");
  CHECK(budget.left() == left);
}

TEST_CASE("a value that is left out leaves nothing, not even its category", "[export]") {
  trace2::read::memory_budget budget{std::size_t{1} << 20};
  trace2::read::memory_share share{budget};
  value_set values;
  for (std::size_t i = 0; i < value_set::most_values; ++i)
    REQUIRE(values.set("c", "k" + std::to_string(i), 1, share));
  std::size_t const left = budget.left();
  CHECK_FALSE(values.set("another", "k", 1, share));
  CHECK(values.json().find("another") == std::string::npos);
  CHECK(budget.left() == left);
  CHECK(values.set("c", "k7", 2, share));
}

}  // namespace value_set_test
