// An error's message is checked like any other.
#include <trace2/trace2.hpp>

#if FAIL
constexpr auto path = 3;
#else
constexpr auto path = "file";
#endif

int main() { TRACE2_ERROR("cannot open '%s'", path); }
