#include <trace2/detail/time/tick_scale.hpp>
#include <trace2/event/detail/member_type.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/dictionary.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/processor_time.hpp"

namespace dictionary_test {

using trace2::detail::member_type;
using trace2::detail::tick_segment;
using trace2::read::recording::dictionary;
using trace2::read::recording::record_walk;
namespace recording = trace2::detail::recording;

namespace {

constexpr std::int64_t rate = tick_segment::unit / 2;  // two ticks are a nanosecond

bool add_piece(dictionary& words, std::uint32_t number, tick_segment const& piece) {
  trace2::buffer room;
  recording::record_writer record{room, recording::kind::clock};
  record.put(piece.from);
  record.put(piece.nanoseconds);
  record.put(piece.rate);
  record.put(piece.wall_difference);
  record_walk walk{record.finish(number)};
  return walk.next() && words.add(walk);
}

}  // namespace

TEST_CASE("each moment belongs to the piece of the clock that began last, in whatever order") {
  trace2::read::memory_budget memory{1'000'000};
  dictionary words{memory};
  REQUIRE(add_piece(words, 1, {2000, 5000, rate, 7}));
  REQUIRE(add_piece(words, 0, {0, 100, rate, 3}));
  CHECK(words.nanoseconds(1999) == 1099);
  CHECK(words.nanoseconds(2000) == 5000);
  CHECK(words.period_of(1999).wall_nanoseconds(1999) == 1102);
  CHECK(words.period_of(2002).wall_nanoseconds(2002) == 5008);
  CHECK(words.nanoseconds(-200) == 0);
}

TEST_CASE("between pieces that a ring has forgotten the clock goes straight") {
  trace2::read::memory_budget memory{1'000'000};
  dictionary words{memory};
  REQUIRE(add_piece(words, 10, {0, 0, rate, 0}));
  REQUIRE(add_piece(words, 50, {1'000'000, 510'000, rate, 0}));
  CHECK(words.nanoseconds(500'000) == 254'999);
  CHECK(words.nanoseconds(1'000'000) == 510'000);
  CHECK(words.nanoseconds(1'000'100) == 510'050);
}

TEST_CASE("pieces with absurd numbers do no harm") {
  trace2::read::memory_budget memory{1'000'000};
  dictionary words{memory};
  REQUIRE(add_piece(words, 0, {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MIN}));
  REQUIRE(add_piece(words, 7, {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MAX}));
  REQUIRE(add_piece(words, 9, {INT64_MAX, INT64_MIN, 0, 0}));
  for (std::int64_t const ticks : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) {
    words.nanoseconds(ticks);
    words.period_of(ticks).wall_nanoseconds(ticks);
  }
  CHECK(dictionary{memory}.nanoseconds(5) == 5);
}

TEST_CASE("a schema takes memory for the names of its members, as they are escaped") {
  std::string const name(1'000, '\0');
  trace2::buffer room;
  recording::record_writer record{room, recording::kind::schema};
  record.put(std::uint32_t{0});
  record.put_text("event");
  record.put(std::uint32_t{2});
  for (int i = 0; i < 2; ++i) {
    record.put(static_cast<std::uint32_t>(member_type::uint64));
    record.put_text(name);
  }
  std::string_view const bytes = record.finish(1);
  for (std::size_t const most : {std::size_t{11'000}, std::size_t{14'000}}) {
    trace2::read::memory_budget memory{most};
    dictionary words{memory};
    record_walk walk{bytes};
    REQUIRE(walk.next());
    CHECK(words.add(walk) == (most == 14'000));
    CHECK((words.find_schema(1) != nullptr) == (most == 14'000));
  }
}

TEST_CASE("pieces beyond the budget are refused, equal ones are not") {
  trace2::read::memory_budget memory{1'000};
  {
    dictionary words{memory};
    std::uint32_t number = 0;
    while (add_piece(words, number, {number, 0, rate, 0})) ++number;
    CHECK(number > 1);
    CHECK(number < 20);
    CHECK(add_piece(words, 0, {0, 0, rate, 0}));
  }
  CHECK(memory.left() == 1'000);
}

TEST_CASE("no choice of numbers makes sites slow to find") {
  constexpr std::uint32_t buckets = 20'753;  // of a hash table of 16,000 entries
  trace2::buffer room;
  recording::record_writer record{room, recording::kind::site};
  record.put(std::uint32_t{1});
  for (int i = 0; i < 3; ++i) record.put_text("x");
  std::string bytes{record.finish(0)};
  CHECK(support::takes_linear_time(2'000, [&bytes](std::size_t count) {
    trace2::read::memory_budget memory{10'000'000};
    dictionary words{memory};
    for (std::uint32_t i = 1; i <= count; ++i) {
      std::uint64_t const head =
          recording::long_head(recording::kind::site, bytes.size() / recording::word, i * buckets);
      std::memcpy(bytes.data(), &head, sizeof head);
      record_walk walk{bytes};
      REQUIRE((walk.next() && words.add(walk)));
    }
  }));
}

}  // namespace dictionary_test
