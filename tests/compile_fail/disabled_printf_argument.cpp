// Messages that are compiled out are still checked.
// message: TRACE2_PRINTF("%d
// message: TRACE2_ERROR("%d
// message: TRACE2_REGION_F("index
#define TRACE2_ENABLED 0
#include <trace2/trace2.hpp>

#if FAIL
constexpr auto entries = "many";
#else
constexpr auto entries = 3;
#endif

int main() {
  TRACE2_PRINTF("%d entries", entries);
  TRACE2_ERROR("%d entries", entries);
  TRACE2_REGION_F("index", "load", "%d entries", entries);
}
