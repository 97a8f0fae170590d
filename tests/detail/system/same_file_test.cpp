#include <trace2/detail/system/same_file.hpp>

#include <fstream>
#include <string>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"
#include <sys/stat.h>
#include <unistd.h>

namespace same_file_test {

TEST_CASE("two names of a file are the same file, two files with the same contents are not") {
  support::temporary_directory const directory;
  std::string const names[] = {directory / "a", directory / "b", directory / "c"};
  std::ofstream{names[0]} << "x";
  REQUIRE(::link(names[0].c_str(), names[1].c_str()) == 0);
  std::ofstream{names[2]} << "x";
  struct ::stat of[3];
  for (int i = 0; i < 3; ++i) REQUIRE(::stat(names[i].c_str(), &of[i]) == 0);
  CHECK(trace2::detail::is_same_file(of[0], of[1]));
  CHECK_FALSE(trace2::detail::is_same_file(of[0], of[2]));
}

}  // namespace same_file_test
