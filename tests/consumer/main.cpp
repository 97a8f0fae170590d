#include <trace2/trace2.hpp>

int main() {
  TRACE2_REGION("consumer", "all");
  return trace2::cmd_exit(0);
}
