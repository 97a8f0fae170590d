#include <trace2/read/recording/record_walk.hpp>

#include <cstdint>
#include <cstring>
#include <string>

#include "support/catch.hpp"

namespace record_walk_test {

using trace2::read::recording::record_walk;
namespace layout = trace2::detail::recording;

namespace {

std::string word(std::uint64_t value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

std::string long_record(std::size_t words) {
  return word(layout::long_head(layout::kind::state, words, 3)) + std::string((words - 1) * 8, 'x');
}

}  // namespace

TEST_CASE("the walk ends at the first record that isn't committed", "[read]") {
  std::string const bytes =
      word(layout::short_head(layout::kind::region_enter, 5, 9)) + long_record(3) + word(0);
  record_walk walk{bytes};
  REQUIRE(walk.next());
  CHECK(walk.kind() == layout::kind::region_enter);
  CHECK(walk.fields().empty());
  REQUIRE(walk.next());
  CHECK(walk.fields().view() == std::string(16, 'x'));
  CHECK_FALSE(walk.next());
  CHECK_FALSE(walk.is_cut());
  CHECK(walk.rest().size() == 8);
}

TEST_CASE("a record that the bytes cut is no record yet", "[read]") {
  std::string const bytes = long_record(4).substr(0, 24);
  record_walk walk{bytes};
  CHECK_FALSE(walk.next());
  CHECK(walk.is_cut());
  CHECK(walk.size() == 32);
  walk.take_rest();
  CHECK(walk.fields().view() == std::string(16, 'x'));
}

TEST_CASE("a record without a size is cut for ever", "[read]") {
  std::string const bytes = word(layout::long_head(layout::kind::state, 0, 0));
  record_walk walk{bytes};
  CHECK_FALSE(walk.next());
  CHECK(walk.is_cut());
  CHECK(walk.size() == 0);
}

}  // namespace record_walk_test
