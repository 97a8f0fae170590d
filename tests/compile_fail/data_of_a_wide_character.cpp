// message: cast_to_64_bits_or_give_a_text
// A code unit of another encoding is neither a text nor a number.
#include <trace2/trace2.hpp>

int main() {
#if FAIL
  trace2::data("a", "b", L'x');
#else
  trace2::data("a", "b", int{L'x'});
#endif
}
