// message: cast_to_64_bits_or_give_a_text
// flags: -std=gnu++20 -Wno-pedantic
#include <trace2/trace2.hpp>

#if FAIL
enum class big : unsigned __int128 { one = 1 };
#else
enum class big : unsigned long long { one = 1 };
#endif

int main() { TRACE2_DATA("a", "b", big::one); }
