#include <trace2/detail/time/clock.hpp>
#include <trace2/recording/chunk_preamble.hpp>
#include <trace2/testing.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace chunk_preamble_test {

using namespace trace2::detail::recording;
using trace2::buffer;
using trace2::detail::clock;
using trace2::detail::region_stack;

namespace {

struct running_clock {
  running_clock() { clock::replace(&fake); }
  ~running_clock() { clock::replace(nullptr); }

  trace2::testing::fake_clock fake;
};

std::vector<std::uint64_t> words(std::string_view record) {
  std::vector<std::uint64_t> found(record.size() / word);
  std::memcpy(found.data(), record.data(), record.size());
  return found;
}

/// Two numbers that follow each other.
std::uint64_t word_of(std::uint32_t first, std::uint32_t second) {
  std::uint32_t const numbers[] = {first, second};
  std::uint64_t joined = 0;
  std::memcpy(&joined, numbers, sizeof joined);
  return joined;
}

}  // namespace

TEST_CASE("a moment belongs to the newest piece of the clock that has begun by then") {
  running_clock run;
  unsigned const newest = clock::history().count() - 1;
  std::int64_t const now = run.fake.monotonic_nanoseconds();
  CHECK(piece_at(now) == newest);
  run.fake.advance_microseconds(10'000'000);  // the next one
  clock::replace(&run.fake);
  CHECK(piece_at(run.fake.monotonic_nanoseconds()) == newest + 1);
  CHECK(piece_at(now) == newest);
}

TEST_CASE("pieces are recorded with their numbers") {
  running_clock run;
  unsigned const newest = clock::history().count() - 1;
  run.fake.advance_microseconds(10'000'000);
  clock::replace(&run.fake);
  std::vector<std::uint64_t> heads;
  for_each_piece(newest, [&](std::string_view record) { heads.push_back(head_of(record)); });
  CHECK(heads == std::vector<std::uint64_t>{long_head(kind::clock, piece_words, newest),
                                            long_head(kind::clock, piece_words, newest + 1)});
}

TEST_CASE("a thread is described with its name and the beginnings of its regions") {
  region_stack regions;
  regions.enter(5);
  regions.enter(6);
  cursor here;
  here.name = "th01:abc";
  here.thread = 3;
  here.regions = &regions;
  char memory[state_room];
  buffer room{memory, sizeof memory};
  auto const found = words(describe_thread(here, 77, room));
  std::string const name{"th01:abc"};
  std::uint64_t name_word = 0;
  std::memcpy(&name_word, name.data(), sizeof name_word);
  CHECK(found == std::vector<std::uint64_t>{long_head(kind::state, 6, 3), 77, word_of(8, 2),
                                            name_word, 5, 6});
}

TEST_CASE("of very many regions the innermost are described") {
  region_stack regions;
  for (std::int64_t i = 0; i < 2000; ++i) regions.enter(i);
  cursor here;
  here.name = "main";
  here.regions = &regions;
  char memory[state_room];
  buffer room{memory, sizeof memory};
  auto const found = words(describe_thread(here, 77, room));
  REQUIRE_FALSE(found.empty());
  CHECK(found[2] == word_of(4, 2000));
  CHECK(found.back() == 1999);
  CHECK(found.size() == 4 + most_regions);
}

TEST_CASE("a preamble is the thread's state and the pieces of the clock that apply from then on") {
  running_clock run;
  unsigned const newest = clock::history().count() - 1;
  std::int64_t const now = run.fake.monotonic_nanoseconds();
  run.fake.advance_microseconds(10'000'000);
  clock::replace(&run.fake);
  cursor here;
  here.name = "worker";
  here.thread = 3;
  preamble const begin{here, now};
  CHECK(begin.pieces() == newest + 2);
  std::vector<kind> kinds;
  std::size_t count = 0;
  begin.for_each([&](std::string_view record) {
    kinds.push_back(kind_of(head_of(record)));
    count += record.size() / word;
  });
  CHECK(kinds == std::vector<kind>{kind::state, kind::clock, kind::clock});
  CHECK(count == begin.words());
}

}  // namespace chunk_preamble_test
