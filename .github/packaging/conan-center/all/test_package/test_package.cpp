#include <trace2/trace2.hpp>

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  TRACE2_REGION("greet", "world");
  return trace.exit(0);
}
