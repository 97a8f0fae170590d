#include <trace2/process/counters/cell_table.hpp>

#include <thread>

#include "support/catch.hpp"

namespace cell_table_test {

using trace2::detail::atomic;
using trace2::detail::cell_table;

namespace {

struct cell {
  atomic<int> value{5};
};
using table = cell_table<cell>;

}  // namespace

TEST_CASE("a cell appears when it is first used") {
  table cells;
  CHECK(cells.find(3) == nullptr);
  cell* const made = cells.get(3);
  REQUIRE(made != nullptr);
  CHECK(made->value.load_relaxed() == 5);
  CHECK(cells.find(3) == made);
}

TEST_CASE("cells stay where they are while others appear") {
  table cells;
  cell* const first = cells.get(1);
  first->value.store_relaxed(1);
  for (unsigned i = 1; i < table::capacity; ++i) REQUIRE(cells.get(i) != nullptr);
  CHECK(cells.get(1) == first);
  CHECK(first->value.load_relaxed() == 1);
  CHECK(cells.find(table::capacity - 1)->value.load_relaxed() == 5);
}

TEST_CASE("each number has a cell of its own") {
  table cells;
  for (unsigned i = 1; i < table::capacity; ++i)
    cells.get(i)->value.store_relaxed(static_cast<int>(i));
  bool all_kept = true;
  for (unsigned i = 1; i < table::capacity; ++i)
    all_kept &= cells.find(i)->value.load_relaxed() == static_cast<int>(i);
  CHECK(all_kept);
}

TEST_CASE("there is no cell out of range", "[R-LIM-05]") {
  table cells;
  CHECK(cells.get(0) == nullptr);
  CHECK(cells.get(table::capacity) == nullptr);
  CHECK(cells.find(table::capacity) == nullptr);
  CHECK(cells.get(~0U) == nullptr);
}

TEST_CASE("cleared cells are as new, in place") {
  table cells;
  cell* const used = cells.get(20);
  used->value.store_relaxed(9);
  cells.clear();
  CHECK(cells.find(20) == used);
  CHECK(used->value.load_relaxed() == 5);
}

TEST_CASE("another thread finds a cell whole while its owner makes more") {
  table cells;
  std::thread owner{[&] {
    for (unsigned i = 1; i < table::capacity; ++i) cells.get(i)->value.store_relaxed(7);
  }};
  int wrong = 0;
  while (cells.find(table::capacity - 1) == nullptr)
    for (unsigned i = 0; i < table::capacity; ++i)
      if (cell const* const found = cells.find(i)) {
        int const value = found->value.load_relaxed();
        wrong += value != 5 && value != 7;
      }
  owner.join();
  CHECK(wrong == 0);
}

}  // namespace cell_table_test
