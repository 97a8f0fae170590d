// A target list takes formats only.
#include <trace2/trace2.hpp>

#if FAIL
struct format {};
#else
using format = trace2::format::json;
#endif

int main() { (void)trace2::target_list<format>{}; }
