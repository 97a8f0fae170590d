#include <trace2/detail/system/function_ref.hpp>

#include "support/catch.hpp"

namespace function_ref_test {

using trace2::detail::function_ref;

namespace {

int apply(function_ref<int(int)> use, int value) { return use(value); }

}  // namespace

TEST_CASE("a reference to a callable calls it, not a copy", "[detail]") {
  int calls = 0;
  auto count = [&calls, own = 0](int value) mutable {
    ++calls;
    return own += value;
  };
  CHECK(apply(count, 3) == 3);
  CHECK(apply(count, 4) == 7);
  CHECK(calls == 2);
}

TEST_CASE("a reference takes constant and temporary callables", "[detail]") {
  auto const twice = [](int value) { return 2 * value; };
  CHECK(apply(twice, 4) == 8);
  CHECK(apply([](int value) { return -value; }, 4) == -4);
}

TEST_CASE("a copied reference leads to the callable itself", "[detail]") {
  int total = 0;
  auto add = [&total](int value) { return total += value; };
  function_ref<int(int)> const first = add;
  function_ref<int(int)> const second = first;
  second(5);
  CHECK(first(1) == 6);
}

}  // namespace function_ref_test
