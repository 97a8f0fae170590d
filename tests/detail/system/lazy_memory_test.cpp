#include <trace2/detail/system/lazy_memory.hpp>

#include <cstddef>
#include <string_view>

#include "support/catch.hpp"

namespace lazy_memory_test {

using trace2::detail::map_zeros;
using trace2::detail::unmap_zeros;

TEST_CASE("memory from the system is zero, and the process's own") {
  constexpr std::size_t size = 10'000;
  auto* const bytes = static_cast<char*>(map_zeros(size));
  REQUIRE(bytes != nullptr);
  CHECK(std::string_view{bytes, size}.find_first_not_of('\0') == std::string_view::npos);
  bytes[size - 1] = 'x';
  unmap_zeros(bytes, size);
}

TEST_CASE("more memory than there is is refused") {
  CHECK(map_zeros(~std::size_t{0xffff}) == nullptr);
}

}  // namespace lazy_memory_test
