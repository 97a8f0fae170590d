#include <trace2/detail/system/exchange.hpp>

#include "support/catch.hpp"

namespace exchange_test {

using trace2::detail::exchange;

TEST_CASE("an exchange returns the value before") {
  int value = 1;
  int* place = &value;
  CHECK(exchange(value, 2) == 1);
  CHECK(value == 2);
  CHECK(exchange(place, nullptr) == &value);
  CHECK(place == nullptr);
}

TEST_CASE("the new value may be a part of the one before") {
  struct node {
    node* next;
  };
  node last{nullptr};
  node first{&last};
  node* rest = &first;
  CHECK(exchange(rest, rest->next) == &first);
  CHECK(rest == &last);
}

}  // namespace exchange_test
