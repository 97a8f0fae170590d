#include <trace2/call/static_site.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/recording/chunk_index.hpp>
#include <trace2/recording/recorder.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/running_recorder.hpp"
#include <sys/mman.h>
#include <unistd.h>

namespace chunk_index_test {

using namespace trace2::detail;
using namespace trace2::detail::recording;

namespace {

using support::running_recorder;
using support::stores;

/// A place of the index, as the file has it.
struct place {
  std::size_t offset = 0;
  index_head head{};
  std::vector<std::uint64_t> open{};
};

/// All places, the latest first.
std::vector<place> places(std::vector<std::uint64_t> const& words) {
  std::vector<place> found;
  file_header header;
  std::memcpy(&header, words.data(), sizeof header);
  for (std::uint64_t at = header.latest_index; at != 0; at = found.back().head.before) {
    std::uint64_t const* const record = &words.at(at / word + 4);
    REQUIRE(words[at / word + 3] == static_cast<std::uint64_t>(chunk_kind::index));
    REQUIRE(kind_of(*record) == kind::index);
    place added{.offset = at};
    std::memcpy(&added.head, record + 1, sizeof added.head);
    std::size_t const last = words_of(*record) - 1;
    added.open.assign(record + 5, record + last);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < last; ++i) sum = index_sum(sum, record[i]);
    CHECK(record[last] == sum);
    found.push_back(added);
  }
  return found;
}

/// Where chunks of definitions begin, in words.
std::vector<std::size_t> definitions(std::vector<std::uint64_t> const& words) {
  std::vector<std::size_t> found;
  for (std::size_t at = header_size / word; at < words.size(); at += words[at + 1] / word)
    if (words[at + 3] == static_cast<std::uint64_t>(chunk_kind::definitions)) found.push_back(at);
  return found;
}

/// Somebody sets the clock every second.
struct restless_clock final : clock_source {
  restless_clock() { trace2::detail::clock::replace(this); }
  ~restless_clock() { trace2::detail::clock::replace(nullptr); }
  void go_on() { ++seconds; }
  std::int64_t monotonic_nanoseconds() noexcept override { return 1'100'000'000 * seconds; }
  std::int64_t wall_nanoseconds() noexcept override { return 1'200'000'000 * seconds; }
  std::int64_t seconds = 1000;
};

void fill(static_site& site, std::size_t bytes) {
  for (std::size_t stored = 0; stored < bytes; stored += 2 * word)
    REQUIRE(stores(site, std::int64_t{1}));
}

constexpr std::size_t megabyte = std::size_t{1} << 20;

}  // namespace

TEST_CASE("a growing file has an index from place to place, and a short one has none") {
  running_recorder const run{recording_mode::grow, 16 * megabyte};
  static static_site site{"c", "l"};
  fill(site, megabyte / 2);
  CHECK(places(run.words()).empty());
  fill(site, 5 * megabyte);
  auto const found = places(run.words());
  CHECK(found.size() >= 3);
  CHECK(found.size() <= 5);
  for (std::size_t i = 1; i < found.size(); ++i) {
    CHECK(found[i - 1].offset >= found[i].offset + megabyte);
    CHECK(found[i - 1].offset < found[i].offset + 2 * megabyte);
    CHECK(found[i - 1].head.ticks >= found[i].head.ticks);
  }
}

TEST_CASE("the index names the chunks in which threads go on") {
  running_recorder const run{recording_mode::grow, 16 * megabyte};
  static static_site site{"c", "l"};
  REQUIRE(stores(site, std::int64_t{0}));
  std::thread{[] {
    this_cursor.name = "other";
    region_stack regions;
    regions.enter(1);
    this_cursor.regions = &regions;
    fill(site, 3 * megabyte);
    recorder::leave(this_cursor);
    this_cursor.regions = cursor{}.regions;
  }}.join();
  auto const words = run.words();
  auto const found = places(words);
  REQUIRE(found.size() >= 2);
  auto const chunks = running_recorder::chunks(words);
  for (place const& each : found) {
    // That of the other thread lies in front of the index; main's is the first one of the file.
    REQUIRE(each.open.size() == 2);
    std::size_t in_front = 0;
    for (std::size_t const chunk : chunks)
      if (chunk * word < each.offset) in_front = chunk * word;
    CHECK(std::count(each.open.begin(), each.open.end(), in_front) == 1);
    CHECK(std::count(each.open.begin(), each.open.end(), chunks.front() * word) == 1);
  }
}

TEST_CASE("the index names the chunk of signal handlers, where they go on") {
  CHECK(support::run_in_child([] {
          running_recorder const run{recording_mode::grow, 16 * megabyte};
          recorder::expect_signals();
          static static_site site{"c", "l"};
          fill(site, 3 * megabyte);
          auto const words = run.words();
          std::uint64_t of_signals = 0;
          for (std::size_t const chunk : running_recorder::chunks(words))
            if (words[chunk + 1] == granule) of_signals = chunk * word;
          auto const found = places(words);
          bool const names_it = std::all_of(found.begin(), found.end(), [&](place const& each) {
            return std::count(each.open.begin(), each.open.end(), of_signals) == 1;
          });
          return of_signals != 0 && found.size() > 1 && names_it ? 0 : 1;
        }) == 0);
}

TEST_CASE("the index of a later file knows nothing of an earlier one") {
  running_recorder const run{recording_mode::grow, 16 * megabyte};
  static static_site site{"c", "l"};
  fill(site, 3 * megabyte);
  CHECK_FALSE(places(run.words()).empty());
  run.content->close();
  REQUIRE(run.content->is_idle());

  int const other = ::memfd_create("chunk_index_test", MFD_CLOEXEC);
  REQUIRE(run.content->open(other, {recording_mode::grow, 16 * megabyte}, "SID", "", 1) == 0);
  recorder::set_alone(true);
  fill(site, 3 * megabyte);
  auto const found = places(running_recorder::words_in(other));
  CHECK(found.size() >= 2);
  CHECK(found.back().offset >= megabyte);
}

TEST_CASE("the times of an index don't run backwards, even if the counter does") {
  restless_clock clock;
  running_recorder const run{recording_mode::grow, 16 * megabyte};
  static static_site site{"c", "l"};
  fill(site, 2 * megabyte);
  clock.seconds -= 10;
  fill(site, 2 * megabyte);
  auto const found = places(run.words());
  REQUIRE(found.size() >= 3);
  for (std::size_t i = 1; i < found.size(); ++i)
    CHECK(found[i - 1].head.ticks >= found[i].head.ticks);
}

TEST_CASE("the index counts the chunks of definitions") {
  running_recorder const run{recording_mode::grow, 16 * megabyte};
  static static_site site{"c", "l"};
  fill(site, 3 * megabyte);
  auto const words = run.words();
  auto const found = places(words);
  REQUIRE_FALSE(found.empty());
  auto const defined = definitions(words);
  CHECK(found.front().head.definition_chunks == defined.size());
  CHECK(found.front().head.definitions == defined.back() * word);
}

TEST_CASE("definitions hold all pieces of the clock's scale, but those of a ring only the first") {
  auto const mode = GENERATE(recording_mode::grow, recording_mode::ring);
  restless_clock clock;
  running_recorder const run{mode};
  static static_site site{"c", "l"};
  constexpr std::size_t settings = 100;
  for (std::size_t i = 0; i < settings; ++i) {
    clock.go_on();
    REQUIRE(stores(site, std::int64_t{1}));
  }
  auto const words = run.words();
  std::set<std::uint32_t> known;
  for (std::size_t const at : definitions(words))
    for (std::size_t i = at + 4; i < at + words[at + 1] / word && words[i] != 0;
         i += words_of(words[i]))
      if (kind_of(words[i]) == kind::clock) known.insert(upper_of(words[i]));
  std::set<std::uint32_t> used;
  for (std::uint64_t const head : run.heads())
    if (kind_of(head) == kind::clock) used.insert(upper_of(head));
  CHECK(used.size() >= settings);
  if (mode == recording_mode::grow)
    CHECK(std::includes(known.begin(), known.end(), used.begin(), used.end()));
  else
    CHECK(known.size() < settings / 2);
}

TEST_CASE("a ring, which has no room for that, has no index") {
  running_recorder const run{recording_mode::ring, 16 * megabyte};
  static static_site site{"c", "l"};
  fill(site, 20 * megabyte);
  CHECK(places(run.words()).empty());
}

}  // namespace chunk_index_test
