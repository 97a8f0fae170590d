#define UNIT by_default
#include "unit.hpp"
