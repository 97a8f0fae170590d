#include <trace2/read/limits.hpp>
#include <trace2/recording/chunk_source.hpp>
#include <trace2/recording/lane.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/recorder_options.hpp>

#include <cstdint>
#include <set>

#include "support/catch.hpp"
#include "support/skip.hpp"
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lane_test {

using namespace trace2::detail::recording;

namespace {

struct recording_file {
  explicit recording_file(std::size_t most) {
    descriptor = ::memfd_create("lane_test", MFD_CLOEXEC);
    REQUIRE(content.open(descriptor, most, 0) == 0);
  }
  ~recording_file() {
    own.let_go();
    content.close();
  }

  std::size_t size() const {
    struct ::stat status {};
    ::fstat(descriptor, &status);
    return static_cast<std::size_t>(status.st_size);
  }

  int descriptor = -1;
  mapped_file content;
  lane own;
};

std::uint64_t* begin_of(lane const& l) { return l.end - l.room; }

}  // namespace

TEST_CASE("a growing lane takes ever larger chunks, and small ones when the file is nearly full") {
  recording_file target{header_size + 516 * 1024};
  chunk_source chunks{target.content, recording_mode::grow, {}};
  lane& own = target.own;
  std::size_t sizes[] = {16, 64, 172, 256, 4, 4};
  for (std::size_t const kibibytes : sizes) {
    REQUIRE(own.advance(chunks, 10));
    CHECK(own.room == kibibytes * 1024 / word - mapped_chunk::header_words);
  }
  CHECK_FALSE(own.advance(chunks, 10));
  CHECK(target.size() == header_size + 516 * 1024);
}

TEST_CASE("the usual chunks of growing lanes end where large folios end") {
  recording_file target{2 << 20};
  chunk_source chunks{target.content, recording_mode::grow, {}};
  lane other;
  lane& own = target.own;
  for (int i = 0; i < 3; ++i) REQUIRE(own.advance(chunks, 10));
  CHECK(target.content.size() % lane::usual_chunk == 0);
  REQUIRE(other.advance(chunks, 10));
  REQUIRE(own.advance(chunks, 10));
  CHECK(target.content.size() == 2 * lane::usual_chunk);
  REQUIRE(own.advance(chunks, (2 * lane::usual_chunk - granule) / word - 10));
  CHECK(target.content.size() == 4 * lane::usual_chunk - granule);
  // One granule would be no use.
  REQUIRE(own.advance(chunks, 10));
  CHECK(target.content.size() == 5 * lane::usual_chunk);
  other.let_go();
}

TEST_CASE("the chunks of a large file are larger, so that a reader can know them all") {
  CHECK(lane::usual_chunk_of(0) == 256 << 10);
  CHECK(lane::usual_chunk_of(std::size_t{1} << 30) == 256 << 10);
  if (sizeof(std::size_t) < 8) return support::skip("the address space has 32 bits");
  std::size_t count = 0;
  std::size_t const large = std::size_t{900} << 30;
  for (std::size_t file = 0; file < large; file += lane::usual_chunk_of(file)) ++count;
  CHECK(count < trace2::read::limits::chunks);
  CHECK(lane::usual_chunk_of(large) == 4 << 20);
}

TEST_CASE("a large record gets a chunk of its size, an impossible one gets none") {
  recording_file target{header_size + 1024 * 1024};
  chunk_source chunks{target.content, recording_mode::grow, {}};
  lane& own = target.own;
  REQUIRE(own.advance(chunks, 64 * 1024));
  CHECK(own.room >= 64 * 1024);
  CHECK_FALSE(own.advance(chunks, 128 * 1024));
  CHECK_FALSE(own.advance(chunks, largest_chunk / word));
}

TEST_CASE("a ring has its size, in chunks that are neither too small nor too large to clear") {
  auto const is = [](std::uint64_t size, std::size_t chunk, std::uint64_t count) {
    ring_shape const shape = lane::shape_of_ring(size);
    return shape.chunk == chunk && shape.count == count;
  };
  CHECK(is(0, lane::smallest_chunk, 8));
  CHECK(is(std::uint64_t{8} << 20, 1 << 20, 8));
  CHECK(is(std::uint64_t{128} << 20, 16 << 20, 8));
  CHECK(is(std::uint64_t{1} << 30, 16 << 20, 64));
  CHECK(is((std::uint64_t{100} << 30) + 1, 16 << 20, 6400));
  CHECK(lane::shape_of_ring(UINT64_MAX).chunk == 16 << 20);
}

TEST_CASE("a ring goes round in its chunks, which are empty again") {
  recording_file target{1 << 20};
  chunk_source chunks{target.content, recording_mode::ring, {16 * 1024, lane::small_ring}};
  lane& own = target.own;
  std::set<std::uint64_t*> places;
  for (int i = 0; i < 30; ++i) {
    REQUIRE(own.advance(chunks, 10));
    places.insert(begin_of(own));
    CHECK(*begin_of(own) == 0);
    CHECK(own.end[-1] == 0);
    *begin_of(own) = 1;
    own.end[-1] = 1;
  }
  CHECK(places.size() == lane::small_ring);
  CHECK(target.size() == header_size + lane::small_ring * 16 * 1024);
  std::size_t const longest = 16 * 1024 / word - mapped_chunk::header_words;
  CHECK_FALSE(own.advance(chunks, longest + 1));
  CHECK(own.advance(chunks, longest));
}

TEST_CASE("a large ring keeps as many chunks as its size says, in each recording anew") {
  constexpr std::uint32_t many = 50;
  lane own;
  for (std::uint32_t const count : {many, lane::small_ring, many}) {
    recording_file target{header_size + (many + 1) * 16 * 1024};
    chunk_source chunks{target.content, recording_mode::ring, {16 * 1024, count}};
    std::set<std::uint64_t*> places;
    for (std::uint32_t i = 0; i < 2 * many; ++i) {
      REQUIRE(own.advance(chunks, 10));
      places.insert(begin_of(own));
    }
    CHECK(places.size() == count);
    own.let_go();
  }
}

TEST_CASE("a ring on a full disk makes do with what it has") {
  recording_file target{header_size + 3 * 16 * 1024};
  chunk_source chunks{target.content, recording_mode::ring, {16 * 1024, lane::small_ring}};
  lane& own = target.own;
  std::set<std::uint64_t*> places;
  for (int i = 0; i < 10; ++i) {
    REQUIRE(own.advance(chunks, 10));
    places.insert(begin_of(own));
  }
  CHECK(places.size() == 3);
}

TEST_CASE("a ring whose usual chunks find no room on the disk has smaller ones") {
  constexpr std::size_t kibibyte = 1024;
  recording_file target{header_size + 300 * kibibyte};
  chunk_source chunks{target.content, recording_mode::ring, {1024 * kibibyte, lane::small_ring}};
  lane& own = target.own;
  for (int i = 0; i < 3; ++i) {
    REQUIRE(own.advance(chunks, 10));
    CHECK(own.room == 256 * kibibyte / word - mapped_chunk::header_words);
  }
  CHECK_FALSE(own.advance(chunks, 256 * kibibyte / word));
  lane other;
  REQUIRE(other.advance(chunks, 10));
  CHECK(other.room == 32 * kibibyte / word - mapped_chunk::header_words);
  lane third;
  CHECK_FALSE(third.advance(chunks, 10));
  other.let_go();
}

TEST_CASE("chunks have ascending serial numbers") {
  recording_file target{1 << 20};
  chunk_source chunks{target.content, recording_mode::ring, {16 * 1024, lane::small_ring}};
  lane& own = target.own;
  std::uint64_t last = 0;
  for (int i = 0; i < 20; ++i) {
    REQUIRE(own.advance(chunks, 10));
    auto const& header =
        *reinterpret_cast<chunk_header const*>(begin_of(own) - mapped_chunk::header_words);
    CHECK(header.serial > last);
    CHECK(header.size == 16 * 1024);
    last = header.serial;
  }
}

TEST_CASE("a lane ends a recording in which somebody has written over its chunk") {
  for (recording_mode const mode : {recording_mode::grow, recording_mode::ring}) {
    recording_file target{1 << 20};
    chunk_source chunks{target.content, mode, {16 * 1024, lane::small_ring}};
    lane& own = target.own;
    REQUIRE(own.advance(chunks, 10));
    CHECK(own.is_intact());
    std::uint64_t const forged = std::uint64_t{1} << 36;
    REQUIRE(::pwrite(target.descriptor, &forged, sizeof forged, header_size + 8) == sizeof forged);
    CHECK_FALSE(own.is_intact());
    CHECK_FALSE(own.advance(chunks, 10));
    CHECK(target.content.is_lost());
  }
}

TEST_CASE("a full ring notices that its file was truncated") {
  recording_file target{1 << 20};
  chunk_source chunks{target.content, recording_mode::ring, {16 * 1024, lane::small_ring}};
  for (unsigned i = 0; i < lane::small_ring; ++i) REQUIRE(target.own.advance(chunks, 10));
  target.own.let_go();
  REQUIRE(target.own.advance(chunks, 10));
  REQUIRE(::ftruncate(target.descriptor, static_cast<off_t>(target.size() - granule)) == 0);
  CHECK_FALSE(target.own.advance(chunks, 10));
  CHECK(target.content.is_lost());
}

}  // namespace lane_test
