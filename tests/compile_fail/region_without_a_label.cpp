// The macro's definition, which compilers show, names the missing argument.
// message: TRACE2_REGION(category, label, ...)
#include <trace2/trace2.hpp>

int main() {
#if FAIL
  TRACE2_REGION("index");
#else
  TRACE2_REGION("index", "load");
#endif
}
