#include <trace2/read/reserved_memory.hpp>

#include <new>

#include "support/catch.hpp"

namespace reserved_memory_test {

TEST_CASE("all of a range can be used, small or large", "[read]") {
  for (std::size_t const size : {std::size_t{1}, std::size_t{4096}, std::size_t{1} << 20}) {
    trace2::read::reserved_memory const range{size};
    range.data()[0] = 'a';
    range.data()[size - 1] = 'z';
    CHECK(range.data()[size - 1] == 'z');
  }
}

TEST_CASE("a range that can't be had is an error", "[read]") {
  CHECK_THROWS_AS(trace2::read::reserved_memory{std::size_t{1} << 60}, std::bad_alloc);
}

}  // namespace reserved_memory_test
