// message: give_the_temporary_string_a_name
// The names of a region are needed once more when it ends.
#include <trace2/trace2.hpp>

#include <string>

int main() {
  std::string const directory = "usr";
#if FAIL
  TRACE2_REGION("read", "/" + directory);
#else
  TRACE2_REGION("read", directory);
#endif
}
