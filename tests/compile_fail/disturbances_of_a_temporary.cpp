// message: give_the_temporary_string_a_name
// The names are needed when the scope ends.
#include <trace2/disturbances.hpp>

#include <string>

int main() {
  std::string const loop = "loop";
#if FAIL
  trace2::disturbances const of_loop{"words", loop + "/fill"};
#else
  trace2::disturbances const of_loop{"words", loop};
#endif
}
