#include <trace2/read/event_memory.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace event_memory_test {

TEST_CASE("texts are kept until they are released", "[read]") {
  trace2::read::event_memory memory;
  std::string text(10'000, 'a');
  std::string_view const kept = memory.keep(text);
  text[0] = 'b';
  CHECK(kept == std::string(10'000, 'a'));
  memory.release();
  CHECK(memory.keep("c") == "c");
}

TEST_CASE("an empty text is kept as no absent one", "[read]") {
  trace2::read::event_memory memory;
  CHECK(memory.keep("").data() != nullptr);
}

TEST_CASE("a list is changed item by item", "[read]") {
  trace2::read::event_memory memory;
  std::string_view const words[] = {"a", "b"};
  auto const list = memory.changed({words, 2}, [&](std::size_t at, std::string_view word) {
    return memory.keep(std::string{word} + std::to_string(at));
  });
  REQUIRE(list.count == 2);
  CHECK(list.items[0] == "a0");
  CHECK(list.items[1] == "b1");
}

}  // namespace event_memory_test
