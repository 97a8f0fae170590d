// A region behind an `if` without braces would end at once.
// message: trace2_region_needs_braces_
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
