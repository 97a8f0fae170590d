#include <trace2/value/sha256.hpp>

#include <string>

#include "support/catch.hpp"

namespace sha256_test {

namespace {

/// The digest in hexadecimal digits.
std::string digest(std::string const& message) {
  trace2::sha256 const hash{message};
  std::string text;
  for (std::size_t i = 0; i < 8; ++i)
    for (int shift = 28; shift >= 0; shift -= 4)
      text += "0123456789abcdef"[hash.word(i) >> shift & 0xf];
  return text;
}

}  // namespace

TEST_CASE("the digests are those of FIPS 180") {
  CHECK(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(digest(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a message may end anywhere in a block") {
  CHECK(digest(std::string(55, 'a')) ==
        "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  CHECK(digest(std::string(56, 'a')) ==
        "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  CHECK(digest(std::string(64, 'a')) ==
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
  CHECK(digest(std::string(1000, 'a')) ==
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}

TEST_CASE("a digest is computed at compile time as well") {
  static_assert(trace2::sha256{"abc"}.word(0) == 0xba7816bf);
  static_assert(trace2::sha256{"abc"}.word(7) == 0xf20015ad);
}

}  // namespace sha256_test
