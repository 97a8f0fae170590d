// The compiler checks messages as it checks printf, wherever they are compiled in.
#include <trace2/trace2.hpp>

#if FAIL
constexpr auto entries = "many";
#else
constexpr auto entries = 3;
#endif

int main() { TRACE2_PRINTF("%d entries", entries); }
