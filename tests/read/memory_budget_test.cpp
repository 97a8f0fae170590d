#include <trace2/read/memory_budget.hpp>

#include "support/catch.hpp"

namespace memory_budget_test {

using trace2::read::memory_budget;
using trace2::read::memory_share;

TEST_CASE("a budget is taken up to its last byte, and no further", "[read]") {
  memory_budget budget{10};
  CHECK(budget.take(7));
  CHECK_FALSE(budget.take(4));
  CHECK(budget.left() == 3);
  CHECK(budget.take(3));
  CHECK(budget.left() == 0);
  budget.give_back(5);
  CHECK(budget.take(5));
}

TEST_CASE("a share gives back what it has taken", "[read]") {
  memory_budget budget{10};
  {
    memory_share share{budget};
    CHECK(share.take(6));
    CHECK_FALSE(share.take(6));
    CHECK(share.has(4));
    CHECK_FALSE(share.has(5));
    share.give_back(2);
    CHECK(budget.left() == 6);
  }
  CHECK(budget.left() == 10);
}

TEST_CASE("a share that moves takes its bytes along", "[read]") {
  memory_budget budget{10};
  memory_share share{budget};
  CHECK(share.take(6));
  {
    memory_share const moved = std::move(share);
    CHECK(budget.left() == 4);
  }
  CHECK(budget.left() == 10);
  CHECK(share.take(3));
  share = share.another();
  CHECK(budget.left() == 10);
}

TEST_CASE("a share leaves a reserve for others", "[read]") {
  memory_budget budget{10};
  memory_share share{budget};
  CHECK_FALSE(share.take(6, 5));
  CHECK(share.take(5, 5));
  CHECK_FALSE(share.take(1, 5));
  CHECK_FALSE(share.take(1, 11));
  CHECK(share.take(1));
}

}  // namespace memory_budget_test
