// Regions are named after their lines.
// message: trace2_one_region_per_line_
#include <trace2/trace2.hpp>

// clang-format off
int main() {
#if FAIL
  TRACE2_REGION("index", "load"); TRACE2_REGION("index", "parse");
#else
  TRACE2_REGION("index", "load");
  TRACE2_REGION("index", "parse");
#endif
}
