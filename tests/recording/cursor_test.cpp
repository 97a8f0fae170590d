#include <trace2/recording/cursor.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>

#include "support/catch.hpp"

namespace cursor_test {

using namespace trace2::detail;
using namespace trace2::detail::recording;
using trace2::buffer;

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

TEST_CASE("a short record has its word of time, and a place while room and time last") {
  placed_cursor placed;
  cursor& here = placed.here;
  here.anchor = 1000;
  here.span = 50;
  std::int64_t now = 1007;
  std::int64_t told = 0;
  auto const store = [&](auto... values) {
    return here.store(
        kind::data_signed, 3, [&] { return now; },
        [&](std::int64_t moment) {
          CHECK(here.is_in_use());
          told = moment;
        },
        values...);
  };
  CHECK(store(std::uint64_t{5}));
  CHECK(told == 1007);
  CHECK(placed.words[0] == short_head(kind::data_signed, 3, 7));
  CHECK(placed.words[1] == 5);
  now = 1049;
  CHECK(store());
  CHECK(placed.words[2] == short_head(kind::data_signed, 3, 49));
  CHECK(here.room == 97);

  for (std::int64_t const late : {1050, 999}) {
    now = late;
    CHECK_FALSE(store());
  }
  now = 1000;
  here.room = 2;
  CHECK_FALSE(store(std::uint64_t{5}));
  CHECK(told == 1049);
  CHECK(here.room == 2);
  CHECK(here.ready == &placed_cursor::owner);
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
