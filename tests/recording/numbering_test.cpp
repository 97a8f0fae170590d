#include <trace2/recording/numbering.hpp>

#include "support/catch.hpp"

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
