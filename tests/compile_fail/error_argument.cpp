// An error's message is checked like any other.
#include <trace2/trace2.hpp>

#if FAIL
constexpr auto argument = 3;
#else
constexpr auto argument = "file";
#endif

int main() { TRACE2_ERROR("cannot open '%s'", argument); }
