// An interval behind an `if` without braces would end at once.
// message: trace2_timer_needs_braces_
#include <trace2/trace2.hpp>

trace2::timer const reading{"scan", "read"};

int main(int argc, char**) {
#if FAIL
  if (argc > 1) TRACE2_TIMER(reading);
#else
  if (argc > 1) {
    TRACE2_TIMER(reading);
  }
#endif
}
