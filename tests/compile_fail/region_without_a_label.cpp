// first: TRACE2_REGION needs a category and a label
// most lines: 30
// A region has two names.
#include <trace2/trace2.hpp>

int main() {
#if FAIL
  TRACE2_REGION("index");
#else
  TRACE2_REGION("index", "load");
#endif
}
