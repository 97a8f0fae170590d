#include <trace2/read/keyed_hash.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>

#include "support/catch.hpp"

namespace keyed_hash_test {

using trace2::read::keyed_hash;
using trace2::read::table_hash;

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

TEST_CASE("texts that were made to collide in a usual table do not in one of a reader", "[read]") {
  // Each takes the place of the other twice, without a change of MurmurHash64A with whatever seed.
  std::string_view const halves[] = {"uu9b\x13\x39&\x01", "uu|HxS~r"};
  std::set<std::size_t> hashes;
  constexpr int count = 4096;
  for (int i = 0; i < count; ++i) {
    std::string text;
    for (int bit = 0; bit < 12; ++bit)
      for (int twice = 0; twice < 2; ++twice) text += halves[i >> bit & 1];
    hashes.insert(table_hash{}(text));
  }
  CHECK(hashes.size() == count);
}

TEST_CASE("nor do numbers", "[read]") {
  std::unordered_set<std::uint64_t, table_hash> all;
  all.reserve(10'000);
  std::size_t const buckets = all.bucket_count();
  for (std::uint64_t i = 0; i < 10'000; ++i) all.insert(i * buckets);
  REQUIRE(all.bucket_count() == buckets);
  std::size_t largest = 0;
  for (std::size_t i = 0; i < buckets; ++i) largest = std::max(largest, all.bucket_size(i));
  CHECK(largest < 100);
}

TEST_CASE("all tables of a process share a hash", "[read]") {
  CHECK(table_hash{}("a") == table_hash{}("a"));
  CHECK(table_hash{}("a") != table_hash{}("b"));
}

}  // namespace keyed_hash_test
