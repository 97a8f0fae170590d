#include <trace2/detail/text/sha1.hpp>

#include <cstdio>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace sha1_test {

using trace2::detail::sha1;

namespace {

std::string digest_of(std::string_view message) {
  sha1 const digest{message};
  char text[41];
  std::snprintf(text, sizeof text, "%08x%08x%08x%08x%08x", digest.word(0), digest.word(1),
                digest.word(2), digest.word(3), digest.word(4));
  return text;
}

}  // namespace

static_assert(sha1{"vm"}.word(0) == 0x0a7c9cdf);

TEST_CASE("the host part of a session id is the first word of the host's hash",
          "[detail][R-SID-01]") {
  CHECK(sha1{"vm"}.word(0) == 0x0a7c9cdf);
}

TEST_CASE("the examples of the standard hash as it says", "[detail][R-SID-01]") {
  CHECK(digest_of("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  CHECK(digest_of("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  CHECK(digest_of(std::string(1'000'000, 'a')) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

// Around the sizes where the length does not fit into the last block any more.
TEST_CASE("messages of every size around a block hash right", "[detail][R-SID-01]") {
  CHECK(digest_of(std::string(55, 'a')) == "c1c8bbdc22796e28c0e15163d20899b65621d65a");
  CHECK(digest_of(std::string(56, 'a')) == "c2db330f6083854c99d4b5bfb6e8f29f201be699");
  CHECK(digest_of(std::string(63, 'a')) == "03f09f5b158a7a8cdad920bddc29b81c18a551f5");
  CHECK(digest_of(std::string(64, 'a')) == "0098ba824b5c16427bd7a1122a5a442a25ec644d");
  CHECK(digest_of(std::string(65, 'a')) == "11655326c708d70319be2610e8a57d9a5b959d3b");
}

TEST_CASE("bytes above 127 count as what they are", "[detail]") {
  CHECK(digest_of("\xff\x80") == "2f52fa98aee1519d88a09e5019f4186aa4ba767a");
}

}  // namespace sha1_test
