// A message that is compiled out is still checked.
#define TRACE2_ENABLED 0
#include <trace2/trace2.hpp>

#if FAIL
constexpr auto entries = "many";
#else
constexpr auto entries = 3;
#endif

int main() { TRACE2_REGION_F("index", "load", "%d entries", entries); }
