// message: give_structures_to_TRACE2_DATA_JSON
// A data value is a text or a number; TRACE2_DATA_JSON takes the rest.
#include <trace2/trace2.hpp>

struct statistics {
  int entries;
};

int main() {
  constexpr statistics value{.entries = 3};
#if FAIL
  trace2::data("index", "entries", value);
#else
  trace2::data("index", "entries", value.entries);
#endif
}
