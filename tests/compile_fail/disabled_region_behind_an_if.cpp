// The same mistake is found although the region is compiled out.
// message: trace2_region_needs_braces_
#define TRACE2_ENABLED 0
#include <trace2/trace2.hpp>

int main(int argc, char**) {
#if FAIL
  if (argc > 1) TRACE2_REGION("index", "load");
#else
  if (argc > 1) {
    TRACE2_REGION("index", "load");
  }
#endif
}
