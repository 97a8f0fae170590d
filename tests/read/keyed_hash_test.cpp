#include <trace2/read/keyed_hash.hpp>

#include <cstdint>
#include <string>

#include "support/catch.hpp"

namespace keyed_hash_test {

using trace2::read::keyed_hash;

// Key and texts are those that the authors of SipHash have published results for.
constexpr keyed_hash published{{0x0706050403020100, 0x0f0e0d0c0b0a0908}};

TEST_CASE("hashes are those of SipHash-2-4", "[read]") {
  std::string text;
  for (char c = 0; c < 15; ++c) text.push_back(c);
  CHECK(published(text) == 0xa129ca6149be45e5);
  CHECK(published("") == 0x726fdb47dd0e0e31);
  CHECK(published(text.substr(0, 8)) == 0x93f5f5799a932462);
}

TEST_CASE("each object has a key of its own", "[read]") {
  CHECK(keyed_hash{}("a") != keyed_hash{}("a"));
  keyed_hash const one;
  CHECK(one("a") == one("a"));
}

}  // namespace keyed_hash_test
