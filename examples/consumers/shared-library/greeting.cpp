#include "greeting.hpp"

#include <trace2/instrument.hpp>

#include <cstdio>

void greet(char const* whom) {
  TRACE2_REGION("greet", whom);
  std::printf("Hello, %s!\n", whom);
}
