#include <trace2/export/sha256.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace {

std::string hexadecimal_digest(std::string_view message) {
  std::string text;
  for (auto const byte : trace2::exporter::sha256{message}.digest()) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace

TEST_CASE("the examples of FIPS 180 come out", "[export]") {
  static_assert(trace2::exporter::sha256{"abc"}.digest()[0] == 0xba);
  CHECK(hexadecimal_digest("") ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hexadecimal_digest("abc") ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hexadecimal_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hexadecimal_digest(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
