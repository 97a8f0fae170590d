#include <trace2/read/open_messages.hpp>

#include <string>

#include "support/catch.hpp"

namespace open_messages_test {

using trace2::read::open_messages;

TEST_CASE("messages are kept until they are forgotten", "[read]") {
  open_messages messages;
  std::string const* const first = messages.keep("one");
  std::string const* const second = messages.keep("two");
  REQUIRE(first != nullptr);
  REQUIRE(second != nullptr);
  messages.forget(first);
  CHECK(messages.keep("three") != nullptr);
  CHECK(*second == "two");
}

TEST_CASE("an empty message takes no room", "[read]") {
  open_messages messages{0};
  CHECK(messages.keep("") == nullptr);
  messages.forget(nullptr);
}

TEST_CASE("messages beyond the limit are refused, until others are forgotten", "[read]") {
  open_messages messages{2'000};
  std::string const large(1'500, 'x');
  std::string const* const kept = messages.keep(large);
  REQUIRE(kept != nullptr);
  CHECK(messages.keep(large) == nullptr);
  messages.forget(kept);
  CHECK(messages.keep(large) != nullptr);
}

TEST_CASE("many short messages find no room either", "[read]") {
  open_messages messages{10'000};
  int count = 0;
  while (count < 1'000 && messages.keep("x") != nullptr) ++count;
  CHECK(count > 50);
  CHECK(count < 200);
}

}  // namespace open_messages_test
