// message: cast an integer of more than 64 bits
// flags: -std=gnu++20 -Wno-pedantic
#include <trace2/trace2.hpp>

struct statistics {
#if FAIL
  __int128 bytes{};
#else
  long long bytes{};
#endif
};
BOOST_DESCRIBE_STRUCT(statistics, (), (bytes))

int main() { TRACE2_DATA_JSON("a", "b", statistics{.bytes = 1}); }
