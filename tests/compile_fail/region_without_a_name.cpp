// A region that is no variable would end at once.
#include <trace2/trace2.hpp>

int main() {
#if FAIL
  trace2::region("index", "load");
#else
  trace2::region const load("index", "load");
#endif
}
