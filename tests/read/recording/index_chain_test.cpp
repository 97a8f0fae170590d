#include <trace2/read/limits.hpp>
#include <trace2/read/recording/chunks.hpp>
#include <trace2/read/recording/index_chain.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

namespace index_chain_test {

using namespace trace2::detail::recording;
namespace recording = trace2::read::recording;
using offsets = std::vector<std::uint64_t>;

namespace {

/// A file that is made by hand. Chunks are as small as they can be.
struct made_file {
  made_file() {
    file_header head{};
    std::memcpy(head.magic, file_magic, sizeof head.magic);
    head.endian = endian_mark;
    head.version = version;
    head.first_chunk = header_size;
    bytes.assign(header_size, '\0');
    std::memcpy(bytes.data(), &head, sizeof head);
  }

  std::uint64_t add(chunk_kind what, std::vector<std::uint64_t> const& words = {}) {
    std::uint64_t const at = bytes.size();
    std::size_t const size =
        (sizeof(chunk_header) + words.size() * word) / granule * granule + granule;
    chunk_header head{{}, size, ++serial, what};
    std::memcpy(head.magic, chunk_magic, sizeof head.magic);
    bytes.resize(at + size);
    std::memcpy(&bytes[at], &head, sizeof head);
    if (!words.empty()) std::memcpy(&bytes[at + sizeof head], words.data(), words.size() * word);
    return at;
  }
  std::uint64_t add_index(std::int64_t ticks, std::uint64_t definitions, std::uint64_t last,
                          offsets const& open) {
    std::vector<std::uint64_t> words{long_head(kind::index, 6 + open.size(), 0),
                                     static_cast<std::uint64_t>(ticks), latest, definitions, last};
    words.insert(words.end(), open.begin(), open.end());
    std::uint64_t sum = 0;
    for (std::uint64_t const each : words) sum = index_sum(sum, each);
    words.push_back(sum);
    latest = add(chunk_kind::index, words);
    std::memcpy(&bytes[offsetof(file_header, latest_index)], &latest, sizeof latest);
    return latest;
  }

  /// The part for some ticks, or the whole file.
  recording::file::part part(std::int64_t since, std::int64_t until = INT64_MAX) const {
    return part(recording::tick_window{since, until});
  }
  recording::file::part part(recording::tick_window const& of) const {
    recording::file file;
    REQUIRE(file.open(directory.write("file", bytes).c_str()) == "");
    recording::index_chain index;
    index.read(file);
    auto found = index.part_of(file, of);
    std::sort(found.apart.begin(), found.apart.end());
    return found;
  }

  support::temporary_directory directory;
  std::string bytes;
  std::uint64_t serial = 0;
  std::uint64_t latest = 0;
};

constexpr std::int64_t second = std::int64_t{1} << 41;  // longer than any thread hesitates
constexpr std::uint64_t to_end = ~std::uint64_t{0};

/// Places at the seconds 1, 2 and 3, and what they name.
struct indexed_file : made_file {
  std::uint64_t first = add(chunk_kind::definitions);
  std::uint64_t slow = add(chunk_kind::events);
  std::uint64_t fast = add(chunk_kind::events);
  std::uint64_t one = add_index(second, 1, first, {slow, fast});
  std::uint64_t more = add(chunk_kind::definitions);
  std::uint64_t many = add(chunk_kind::definitions);
  std::uint64_t next = add(chunk_kind::events);
  std::uint64_t two = add_index(2 * second, 3, many, {next, slow});
  std::uint64_t later = add(chunk_kind::events);
  std::uint64_t three = add_index(3 * second, 3, many, {later});
  std::uint64_t last = add(chunk_kind::events);
};

}  // namespace

TEST_CASE("a part begins at the latest place in front of it, with what goes on there") {
  indexed_file const made;
  auto const at_end = made.part(4 * second);
  CHECK(at_end.begin == made.last);
  CHECK(at_end.end == to_end);
  CHECK(at_end.apart == offsets{made.first, made.more, made.many, made.later});
  auto const in_between = made.part(2 * second + second / 2);
  CHECK(in_between.begin == made.later);
  CHECK(in_between.apart == offsets{made.first, made.slow, made.more, made.many, made.next});
  // At the very moment of a place an event may still be of a chunk in front of it.
  CHECK(made.part(2 * second).begin == made.more);
  CHECK(made.part(2 * second + 1'000).begin == made.more);
  CHECK(made.part(second).begin == header_size);
  CHECK(made.part(second).apart.empty());
}

TEST_CASE("of the chunks that an index names those count that may be there, each once") {
  indexed_file made;
  std::uint64_t const behind = made.bytes.size();
  made.add_index(4 * second, 3, made.many,
                 {made.later, 0, made.later + 1, made.later, behind, ~std::uint64_t{0}});
  CHECK(made.part(8 * second).apart == offsets{made.first, made.more, made.many, made.later});
}

TEST_CASE("a part ends at a place that is well behind it") {
  indexed_file const made;
  CHECK(made.part(second + second / 2, second + second / 2).end == made.three);
  CHECK(made.part(INT64_MIN, 0).end == made.one);
  CHECK(made.part(INT64_MIN, 0).begin == header_size);
  CHECK(made.part(INT64_MIN, INT64_MAX).end == to_end);
}

TEST_CASE("whoever looks for the last events sees the chunks in front of the latest place, too") {
  indexed_file const made;
  CHECK(made.part({.since = INT64_MAX, .is_for_end = true}).begin == made.later);
}

TEST_CASE("an index that is damaged in any bit is none") {
  indexed_file made;
  for (std::uint64_t const place : {made.one, made.two, made.three})
    for (std::size_t at = 0; at < sizeof(chunk_header) + 7 * word; ++at) {
      // Its size may be another one as long as it holds the record, its serial number any.
      if (at >= offsetof(chunk_header, size) && at < offsetof(chunk_header, kind)) continue;
      for (int bit = 0; bit < 8; ++bit) {
        char& byte = made.bytes[place + at];
        byte = static_cast<char>(byte ^ 1 << bit);
        REQUIRE(made.part(4 * second).begin == header_size);
        byte = static_cast<char>(byte ^ 1 << bit);
      }
    }
  CHECK(made.part(4 * second).begin == made.last);
}

TEST_CASE("an index that contradicts itself is none") {
  SECTION("times run backwards") {
    indexed_file made;
    made.add_index(second, 3, made.many, {});
    CHECK(made.part(4 * second).begin == header_size);
  }
  SECTION("chunks of definitions get fewer") {
    indexed_file made;
    made.add_index(4 * second, 2, made.many, {});
    CHECK(made.part(8 * second).begin == header_size);
  }
  SECTION("places overlap") {
    indexed_file made;
    std::uint64_t const size = made.three + granule - made.two;
    std::memcpy(&made.bytes[made.two + offsetof(chunk_header, size)], &size, sizeof size);
    CHECK(made.part(4 * second).begin == header_size);
  }
  SECTION("definitions are behind it, or in front of all chunks") {
    indexed_file made;
    made.add_index(4 * second, 4, made.bytes.size(), {});
    CHECK(made.part(8 * second).begin == header_size);
    made.latest = made.three;
    made.add_index(4 * second, 4, 0, {});
    CHECK(made.part(8 * second).begin == header_size);
  }
  SECTION("it names more chunks than there can be threads") {
    indexed_file made;
    made.add_index(4 * second, 3, made.many,
                   offsets(trace2::read::limits::definition / word, made.later));
    CHECK(made.part(8 * second).begin == header_size);
  }
  SECTION("it is larger than that of thousands of threads") {
    indexed_file made;
    std::size_t const most = trace2::read::limits::definition / word - 6;
    for (std::size_t words = 0; words < 16 << 20; words += most)
      made.add_index(4 * second, 3, made.many, offsets(most, made.later));
    CHECK(made.part(8 * second).begin == header_size);
  }
  SECTION("a place follows itself") {
    made_file made;
    std::uint64_t const only = made.add(chunk_kind::definitions);
    made.latest = made.bytes.size();
    made.add_index(second, 1, only, {});
    CHECK(made.part(4 * second).begin == header_size);
  }
  SECTION("it is behind the file") {
    indexed_file made;
    made.bytes.resize(made.three + 64);
    CHECK(made.part(4 * second).begin == header_size);
  }
}

TEST_CASE("a file without an index is one part") {
  made_file made;
  made.add(chunk_kind::definitions);
  auto const all = made.part(second, second);
  CHECK(all.begin == header_size);
  CHECK(all.end == to_end);
  CHECK(all.apart.empty());
}

}  // namespace index_chain_test
