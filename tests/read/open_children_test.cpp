#include <trace2/read/open_children.hpp>
#include <trace2/read/traced_process.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/processor_time.hpp"

namespace open_children_test {

using namespace trace2::read;

namespace {

std::vector<std::uint64_t> numbers_of(open_children const& children) {
  std::vector<std::uint64_t> numbers;
  for (open_child const& child : children) numbers.push_back(child.number);
  return numbers;
}

/// Has them in tables from now on, like those of a process that has had many at a time.
void make_many(open_children& children) {
  constexpr int other = 1000;
  for (int i = 0; i <= static_cast<int>(open_children::few); ++i)
    children.add({.id = other + i, .number = 100U + static_cast<unsigned>(i)});
  for (int i = 0; i <= static_cast<int>(open_children::few); ++i)
    children.erase(*children.find(other + i));
}

}  // namespace

TEST_CASE("children are found by their ids, and keep the order of their beginnings", "[read]") {
  for (bool const are_many : {false, true}) {
    open_children children;
    CHECK(children.empty());
    CHECK(children.find(0) == nullptr);
    for (unsigned const number : {1U, 2U, 3U, 4U})
      children.add({.id = number % 2 == 0 ? 7 : -static_cast<int>(number), .number = number});
    if (are_many) make_many(children);
    CHECK(children.size() == 4);
    CHECK(numbers_of(children) == std::vector<std::uint64_t>{1, 2, 3, 4});
    REQUIRE(children.find(7) != nullptr);
    CHECK(children.find(7)->number == 2);
    children.erase(*children.find(7));
    CHECK(children.find(7)->number == 4);
    children.erase(*children.find(-1));
    CHECK(children.find(-1) == nullptr);
    CHECK(children.find(8) == nullptr);
    open_children const moved = std::move(children);
    CHECK(numbers_of(moved) == std::vector<std::uint64_t>{3, 4});
    CHECK(moved.find(-3) == &moved.front());
  }
}

TEST_CASE("the children of a thread that has ended go on without it", "[read]") {
  traced_thread thread;
  for (bool const are_many : {false, true}) {
    open_children children;
    children.add({.id = 1, .number = 1, .thread = &thread, .thread_number = 1});
    children.add({.id = 2, .number = 2, .thread = &thread, .thread_number = 2});
    children.add({.id = 3, .number = 3, .thread = &thread, .thread_number = 1});
    if (are_many) make_many(children);
    children.forget_thread(1);
    children.forget_thread(9);
    CHECK(children.find(1)->thread == nullptr);
    CHECK(children.find(2)->thread == &thread);
    CHECK(children.find(3)->thread == nullptr);
    children.erase(*children.find(1));
    children.erase(*children.find(2));
    CHECK(children.size() == 1);
  }
}

TEST_CASE("among many children each is found at once", "[read]") {
  // One look at each child would take a square.
  CHECK(support::takes_linear_time(500, [](std::size_t size) {
    auto const most = static_cast<int>(size);
    open_children children;
    std::uint64_t number = 0;
    for (int id = 0; id < most; ++id)
      children.add({.id = id, .number = ++number, .thread_number = 1});
    for (int i = 0; i < 10 * most; ++i) {
      int const id = most - 1 - i % most;
      children.erase(*children.find(id));
      children.forget_thread(2);
      children.add({.id = id, .number = ++number, .thread_number = 1});
    }
    REQUIRE(children.size() == size);
  }));
}

}  // namespace open_children_test
