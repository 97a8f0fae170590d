#include <trace2/read/hash_index.hpp>

#include <cstddef>
#include <map>
#include <vector>

#include "support/catch.hpp"

namespace hash_index_test {

namespace {

using index = trace2::read::hash_index<int>;

int const* found(index const& in, std::size_t hash, int value) {
  return in.find(hash, [value](int const& known) { return known == value; });
}

}  // namespace

TEST_CASE("an index finds what it has by hash and by value, and nothing else", "[read]") {
  index made;
  CHECK(found(made, 7, 1) == nullptr);
  int one = 1;
  int two = 2;
  made.insert(7, one);
  made.insert(7, two);
  CHECK(found(made, 7, 1) == &one);
  CHECK(found(made, 7, 2) == &two);
  CHECK(found(made, 7, 3) == nullptr);
  CHECK(found(made, 8, 1) == nullptr);
  made.erase(7, one);
  CHECK(found(made, 7, 1) == nullptr);
  CHECK(found(made, 7, 2) == &two);
  CHECK(made.size() == 1);
  made.clear();
  CHECK(found(made, 7, 2) == nullptr);
}

TEST_CASE("an index stays whole while values with neighbouring hashes come and go", "[read]") {
  std::vector<int> values(1'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i);
  // Few hashes, also at the end of the places, whose neighbours lie at the beginning.
  auto const hash_of = [](std::size_t i) { return (i * 7919 % 50) - 20; };
  index made;
  std::map<std::size_t, bool> expected;
  std::size_t random = 1;
  for (int round = 0; round < 5'000; ++round) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    // Small at first, and larger than its first places later.
    std::size_t const i = (random >> 33) % (round < 2'000 ? 25 : values.size());
    bool& is_there = expected[i];
    if (is_there)
      made.erase(hash_of(i), values[i]);
    else
      made.insert(hash_of(i), values[i]);
    is_there = !is_there;
    for (auto const& [one, is_expected] : expected) {
      bool const is_found = found(made, hash_of(one), values[one]) == &values[one];
      if (is_found != is_expected) FAIL("round " << round << ", value " << one);
    }
  }
}

}  // namespace hash_index_test
