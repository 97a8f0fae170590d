// message: cast_to_64_bits_or_give_a_text
// flags: -std=gnu++20 -Wno-pedantic
// No format writes an integer of 128 bits, and a part of one would be a wrong value.
#include <trace2/trace2.hpp>

int main() {
  __int128 const big = __int128{1} << 100;
#if FAIL
  TRACE2_DATA("a", "b", big);
#else
  TRACE2_DATA("a", "b", static_cast<long long>(big >> 64));
#endif
}
