// The header that every unit test includes, to be compiled once.
#include "support/catch.hpp"
