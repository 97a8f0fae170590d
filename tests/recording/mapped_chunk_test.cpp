#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_chunk.hpp>

#include <cstdint>
#include <cstring>

#include "support/catch.hpp"

namespace mapped_chunk_test {

using namespace trace2::detail::recording;

namespace {

/// A chunk in ordinary memory.
struct memory_chunk {
  memory_chunk() {
    chunk.place = reinterpret_cast<chunk_header*>(words);
    chunk.place->size = chunk.head.size = sizeof words;
  }
  alignas(granule) std::uint64_t words[granule / word]{};
  mapped_chunk chunk;
};

}  // namespace

TEST_CASE("no chunk is false") {
  CHECK_FALSE(mapped_chunk{});
  CHECK(memory_chunk{}.chunk);
}

TEST_CASE("a chunk has room for records between its head and its end") {
  memory_chunk memory;
  CHECK(memory.chunk.records() == memory.words + 4);
  CHECK(memory.chunk.end() == memory.words + granule / word);
  CHECK(memory.chunk.room() == granule / word - 4);
}

TEST_CASE("a revealed chunk has a head that readers know") {
  memory_chunk memory;
  memory.chunk.reveal(chunk_kind::events, 7);
  chunk_header head{};
  std::memcpy(&head, memory.words, sizeof head);
  CHECK(std::memcmp(head.magic, chunk_magic, sizeof chunk_magic) == 0);
  CHECK(head.size == granule);
  CHECK(head.serial == 7);
  CHECK(head.kind == chunk_kind::events);
}

TEST_CASE("a cleared chunk has no records and no serial number") {
  memory_chunk memory;
  memory.chunk.reveal(chunk_kind::events, 7);
  memory.chunk.records()[0] = 1;
  memory.chunk.end()[-1] = 1;
  memory.chunk.clear();
  CHECK(memory.chunk.records()[0] == 0);
  CHECK(memory.chunk.end()[-1] == 0);
  CHECK(memory.chunk.place->serial == 0);
  CHECK(memory.chunk.place->size == granule);
}

TEST_CASE("whatever somebody writes over the head is noticed, and changes nothing that is known") {
  memory_chunk memory;
  memory.chunk.reveal(chunk_kind::events, 7);
  CHECK(memory.chunk.is_intact());
  memory.chunk.records()[0] = 1;
  CHECK(memory.chunk.is_intact());
  for (std::size_t i = 0; i < 4; ++i) {
    memory.words[i] ^= std::uint64_t{1} << 36;
    CHECK_FALSE(memory.chunk.is_intact());
    CHECK(memory.chunk.end() == memory.words + granule / word);
    memory.words[i] ^= std::uint64_t{1} << 36;
  }
  CHECK(memory.chunk.is_intact());
}

}  // namespace mapped_chunk_test
