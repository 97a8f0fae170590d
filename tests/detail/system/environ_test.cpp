#include <trace2/detail/system/environ.hpp>

#include <cstring>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include <unistd.h>

namespace environ_test {

using trace2::detail::environment;

TEST_CASE("the environment is the list of all variables as it is now") {
  support::scoped_variable const own{"TRACE2_TEST_OWN", "value"};
  int found = 0;
  for (char** at = environment(); *at != nullptr; ++at)
    found += std::strcmp(*at, "TRACE2_TEST_OWN=value") == 0;
  CHECK(found == 1);
}

TEST_CASE("a program may put another list in its place") {
  char variable[] = "A=B";
  char* own[] = {variable, nullptr};
  char** const saved = ::environ;
  ::environ = own;
  char** const seen = environment();
  ::environ = saved;
  CHECK(seen == own);
}

}  // namespace environ_test
