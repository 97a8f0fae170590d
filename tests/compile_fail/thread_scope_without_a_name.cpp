// A thread scope that is no variable would end at once.
#include <trace2/trace2.hpp>

int main() {
#if FAIL
  trace2::thread_scope("hash");
#else
  trace2::thread_scope const hash("hash");
#endif
}
