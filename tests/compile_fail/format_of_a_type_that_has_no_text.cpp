// first: no line takes a value of this type: describe it with BOOST_DESCRIBE_STRUCT
// most lines: 20
// A format of the program's own writes what events may hold.
#include <trace2/format.hpp>

struct point {
  int x{};
};
#if !FAIL
BOOST_DESCRIBE_STRUCT(point, (), (x))
#endif

void write(trace2::buffer& out) { trace2::text_line{out} << point{.x = 1}; }
