#include <trace2/detail/system/directories.hpp>

#include <pwd.h>
#include <unistd.h>

#include "support/catch.hpp"

namespace home_directory_test {

TEST_CASE("a user has the home that the system knows, and an unknown one has none") {
  trace2::buffer out;
  trace2::detail::append_home_of("no such user", out);
  CHECK(out.empty());
  CHECK_FALSE(out.failed());
  ::passwd const* const own = ::getpwuid(::geteuid());
  if (own == nullptr) return;  // a container may run us as a user without a name
  trace2::detail::append_home_of(own->pw_name, out);
  CHECK(out.view() == own->pw_dir);
}

}  // namespace home_directory_test
