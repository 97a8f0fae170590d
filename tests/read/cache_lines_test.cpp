#include <trace2/read/cache_lines.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/catch.hpp"

namespace cache_lines_test {

using trace2::read::cache_line;
using trace2::read::whole_cache_lines;

TEST_CASE("nothing else lies on the lines of the cache that an allocator gives", "[read]") {
  std::vector<std::vector<char, whole_cache_lines<char>>> all;
  for (std::size_t size = 1; size < 3 * cache_line; ++size) all.emplace_back(size, 'x');
  for (auto const& each : all) {
    auto const line = reinterpret_cast<std::uintptr_t>(each.data()) / cache_line;
    CHECK(reinterpret_cast<std::uintptr_t>(each.data()) % cache_line == 0);
    for (auto const& other : all) {
      auto const end = reinterpret_cast<std::uintptr_t>(other.data() + other.size() - 1);
      CHECK((&other == &each || end / cache_line != line));
    }
  }
}

TEST_CASE("vectors with whole lines of the cache copy and swap like others", "[read]") {
  std::vector<int, whole_cache_lines<int>> a{1, 2};
  std::vector<int, whole_cache_lines<int>> b;
  b = a;
  a.push_back(3);
  a.swap(b);
  CHECK(a.size() == 2);
  CHECK(b.size() == 3);
}

}  // namespace cache_lines_test
