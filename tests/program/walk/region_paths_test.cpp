#include "walk/region_paths.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

namespace region_paths_test {

using trace2::program::region_paths;
using names = std::vector<std::string>;

TEST_CASE("a path is found again, and differs from the same label elsewhere", "[export]") {
  trace2::read::label_table labels;
  region_paths paths;
  auto const a = labels.id_of("c", "a");
  auto const b = labels.id_of("", "b");
  auto const outer = paths.find(region_paths::outermost, a);
  REQUIRE(outer);
  auto const inner = paths.find(*outer, b);
  auto const other = paths.find(region_paths::outermost, b);
  REQUIRE((inner && other));
  CHECK(inner != other);
  CHECK(paths.find(*outer, b) == inner);
  CHECK(paths.names(*inner, labels) == names{"c/a", "b"});
  CHECK(paths.names(region_paths::outermost, labels).empty());
  CHECK(paths.around(*inner) == *outer);
  CHECK(paths.around(*outer) == region_paths::outermost);
  CHECK(*outer < *inner);
  CHECK(paths.size() == *other + 1);
}

TEST_CASE("paths beyond the most find no room", "[export]") {
  region_paths paths{7};
  trace2::program::path_id path = region_paths::outermost;
  int depth = 0;
  while (auto const inner = paths.find(path, 1)) {
    path = *inner;
    ++depth;
  }
  CHECK(depth == 7);
  CHECK(paths.find(region_paths::outermost, 1));
}

TEST_CASE("a path has a limit of levels", "[export]") {
  region_paths paths;
  trace2::program::path_id path = region_paths::outermost;
  for (int level = 0; level < region_paths::deepest; ++level) {
    auto const inner = paths.find(path, 1);
    REQUIRE(inner);
    path = *inner;
  }
  CHECK_FALSE(paths.find(path, 1));
  CHECK(paths.find(path - 1, 1) == path);
}

}  // namespace region_paths_test
