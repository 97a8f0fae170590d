#include "model/thread_role.hpp"

#include "support/catch.hpp"

namespace thread_role_test {

TEST_CASE("the role of a thread is its name without its number", "[export][R-THR-03]") {
  using trace2::program::role_of;
  CHECK(role_of("th01:hash") == "hash");
  CHECK(role_of("th100:a:b") == "a:b");
  CHECK(role_of("th01:") == "");
  for (char const* const other : {"main", "hash", "th:x", "the:x", "th1", "1:x", "th1x:y", ""})
    CHECK(role_of(other) == other);
}

}  // namespace thread_role_test
