#include <trace2/config.hpp>

static_assert(TRACE2_ENABLED == 1);

int main() {}
