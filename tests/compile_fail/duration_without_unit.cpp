// A number becomes a duration together with its unit only.
#include <trace2/trace2.hpp>

int main() {
#if FAIL
  trace2::duration const length{5};
#else
  trace2::duration const length = trace2::duration::microseconds(5);
#endif
  trace2::data("index", "length", length);
}
