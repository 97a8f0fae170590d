#include <trace2/trace2.hpp>

#include "greeting.hpp"

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv, {.program_version = "1.0"}};
  trace2::cmd_name("hello");
  greet("world");
  return trace.exit(0);
}
