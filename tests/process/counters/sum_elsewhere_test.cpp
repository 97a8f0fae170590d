#include <trace2/process/counters/sum_elsewhere.hpp>

#include "support/catch.hpp"

namespace sum_elsewhere_test {

using trace2::detail::sum_elsewhere;

TEST_CASE("uses of sums whose names found no memory are mistakes of the other object's session") {
  trace2::detail::process_state other;
  trace2::detail::verb_table verbs{};
  verbs.process = &other;
  auto& own = trace2::detail::object_switch_of<true>::value.verbs;
  own.store_release(&verbs);
  sum_elsewhere<true>{nullptr}.add_elsewhere(1);
  CHECK(sum_elsewhere<true>{nullptr}.start_elsewhere() == false);
  CHECK(other.misuse.sum.load_relaxed() == 2);
  own.store_release(nullptr);
}

}  // namespace sum_elsewhere_test
