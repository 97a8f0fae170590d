#include <trace2/detail/text/buffer.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/recorder.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace cursor_test {

using namespace trace2::detail;
using namespace trace2::detail::recording;

namespace {

/// A cursor in a chunk.
struct placed_cursor {
  placed_cursor() {
    here.end = words + 100;
    here.room = 100;
    here.owner = here.ready = &owner;
  }

  static inline recorder owner;
  std::uint64_t words[100]{};
  cursor here;
};

}  // namespace

TEST_CASE("who holds a cursor holds it alone, and leaves it with less room") {
  placed_cursor placed;
  cursor& here = placed.here;
  CHECK_FALSE(here.is_in_use());
  {
    cursor::use use{here};
    REQUIRE(use);
    CHECK(here.is_in_use());
    CHECK(here.ready == nullptr);
    CHECK_FALSE(cursor::use{here});
    CHECK(use.room == 100);
    char memory[64];
    buffer room{memory, sizeof memory};
    record_writer record{room, kind::event};
    record.put(std::uint64_t{5});
    use.store(record.finish(1));
  }
  CHECK_FALSE(here.is_in_use());
  CHECK(here.ready == &placed_cursor::owner);
  CHECK(here.room == 98);
  CHECK(placed.words[1] == 5);
}

TEST_CASE("a cursor that is taken for a few instructions is in use, too") {
  placed_cursor placed;
  placed.here.take();
  CHECK(placed.here.is_in_use());
  CHECK_FALSE(cursor::use{placed.here});
  placed.here.give_back(&placed_cursor::owner);
  CHECK(cursor::use{placed.here});
}

TEST_CASE("a cursor without a chunk can be held, and has no room") {
  cursor here;
  {
    cursor::use const use{here};
    REQUIRE(use);
    CHECK(use.room == 0);
    CHECK_FALSE(cursor::use{here});
  }
  CHECK(here.ready == nullptr);
  CHECK_FALSE(here.is_in_use());
}

TEST_CASE("a forgotten chunk is nobody's when the use ends") {
  placed_cursor placed;
  {
    cursor::use use{placed.here};
    use.forget();
  }
  CHECK(placed.here.ready == nullptr);
  CHECK(placed.here.end == nullptr);
  CHECK(placed.here.room == 0);
  CHECK_FALSE(placed.here.is_in_use());
}

TEST_CASE("times count until the clock needs attention, or have no room in 32 bits") {
  cursor here;
  here.count_from(1000, std::int64_t{1} << 40);
  CHECK(here.anchor == 1000);
  CHECK(here.span == 0xffffffff);
  here.count_from(1000, -5);
  CHECK(here.span == std::uint64_t{1} << 20);
  here.count_from(1000, std::int64_t{1} << 25);
  CHECK(here.span == std::uint64_t{1} << 25);
}

}  // namespace cursor_test
