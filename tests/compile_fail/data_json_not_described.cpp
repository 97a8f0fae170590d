// message: BOOST_DESCRIBE_STRUCT
#include <trace2/trace2.hpp>

struct statistics {
  int entries{};
};
#if !FAIL
BOOST_DESCRIBE_STRUCT(statistics, (), (entries))
#endif

int main() { TRACE2_DATA_JSON("index", "statistics", statistics{.entries = 3}); }
