#define TRACE2_ENABLED 0
#define UNIT compiled_out
#include "unit.hpp"
