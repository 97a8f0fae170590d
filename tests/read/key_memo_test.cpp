#include <trace2/read/key_memo.hpp>

#include "support/catch.hpp"

namespace key_memo_test {

using trace2::read::new_key;
using trace2::read::no_key;

TEST_CASE("keys differ from each other", "[read]") {
  CHECK(new_key() != new_key());
  CHECK(new_key() != no_key);
}

TEST_CASE("a memo knows what it has room for", "[read]") {
  trace2::read::key_memo<int, 4> memo;
  memo.remember(1, 10);
  REQUIRE(memo.find(1) != nullptr);
  CHECK(*memo.find(1) == 10);
  memo.remember(5, 50);
  CHECK(memo.find(1) == nullptr);
  CHECK(*memo.find(5) == 50);
  memo.forget_all();
  CHECK(memo.find(5) == nullptr);
}

TEST_CASE("of no key nothing is known", "[read]") {
  trace2::read::key_memo<int, 4> memo;
  CHECK(memo.find(no_key) == nullptr);
  memo.remember(no_key, 1);
  CHECK(memo.find(no_key) == nullptr);
}

}  // namespace key_memo_test
