// message: give_structures_to_TRACE2_DATA_JSON
// flags: -std=gnu++20 -Wno-pedantic
#include <trace2/trace2.hpp>

#include <chrono>

int main() {
#if FAIL
  std::chrono::duration<__int128, std::nano> const length{1};
#else
  std::chrono::duration<long long, std::nano> const length{1};
#endif
  TRACE2_DATA("a", "b", length);
}
