// message: TRACE2_ENABLED must be 0 or 1
#define TRACE2_ENABLED 1 + FAIL
#include <trace2/config.hpp>

int main() {}
