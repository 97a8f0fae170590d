#include <trace2/value/detail/sha_blocks.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace sha_blocks_test {

namespace {

/// All blocks of a message.
std::vector<std::uint32_t> words_of(std::string_view message) {
  std::vector<std::uint32_t> words;
  trace2::detail::for_each_sha_block(message, [&](std::uint32_t const(&block)[16]) {
    words.insert(words.end(), block, block + 16);
  });
  return words;
}

}  // namespace

TEST_CASE("a message is followed by a mark, and its length in bits ends the last block") {
  std::vector<std::uint32_t> expected(16);
  expected[0] = 0x616263ff;
  expected[1] = 0x80000000;
  expected[15] = 32;
  CHECK(words_of("abc\xff") == expected);
}

TEST_CASE("the empty message has a block") {
  std::vector<std::uint32_t> expected(16);
  expected[0] = 0x80000000;
  CHECK(words_of("") == expected);
}

TEST_CASE("a block begins where mark and length don't fit any more") {
  for (std::size_t const size : {55U, 56U, 63U, 64U, 119U, 120U}) {
    INFO(size);
    auto const words = words_of(std::string(size, '\0'));
    CHECK(words.size() == 16 * ((size + 8) / 64 + 1));
    CHECK(words[size / 4] == 0x80000000U >> size % 4 * 8);
    CHECK(words.back() == size * 8);
  }
}

}  // namespace sha_blocks_test
