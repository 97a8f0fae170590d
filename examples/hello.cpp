// The smallest traced program. Run TRACE2=1 ./hello or TRACE2_PERF=1 ./hello to see its trace.
#include <trace2/trace2.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv, {.program_version = "1.0"}};
  trace2::cmd_name("hello");
  {
    TRACE2_REGION("greet", "world");
    std::puts("Hello, world!");
    TRACE2_DATA("greet", "words", 2);
  }
  return trace.exit(0);
}
