// A phase behind an `if` without braces would end at once.
// message: trace2_phase_needs_braces_
#include <trace2/trace2.hpp>

int main(int argc, char**) {
#if FAIL
  if (argc > 1) TRACE2_PHASE("bench", "fill");
#else
  if (argc > 1) {
    TRACE2_PHASE("bench", "fill");
  }
#endif
}
