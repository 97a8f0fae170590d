#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/system_calls.hpp>

#include <cstdio>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

namespace file_status_test {

using namespace trace2::detail;

TEST_CASE("the last change of a file is known to the microsecond") {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  ::timespec const times[] = {{5, 0}, {1'234'567'890, 123'456'000}};
  REQUIRE(::futimens(::fileno(file), times) == 0);
  file_status status;
  REQUIRE(system_calls::status(::fileno(file), status) == 0);
  CHECK(status.changed_at() == 1'234'567'890'123'456);
  std::fclose(file);
}

TEST_CASE("two names of a file are the same file, two files with the same contents are not") {
  support::temporary_directory const directory;
  std::string const names[] = {directory / "a", directory / "b", directory / "c"};
  std::ofstream{names[0]} << "x";
  REQUIRE(::link(names[0].c_str(), names[1].c_str()) == 0);
  std::ofstream{names[2]} << "x";
  file_status of[3];
  for (int i = 0; i < 3; ++i) REQUIRE(system_calls::status(names[i].c_str(), of[i]) == 0);
  CHECK(of[0].number() == of[1].number());
  CHECK(of[0].links() == 2);
  CHECK(of[0].number() != of[2].number());
  CHECK(of[2].size() == 1);
}

TEST_CASE("a link has a status of its own, and that of the file that it leads to") {
  support::temporary_directory const directory;
  std::string const name = directory / "link";
  REQUIRE(::symlink(".", name.c_str()) == 0);
  file_status status;
  REQUIRE(system_calls::status(name.c_str(), status) == 0);
  CHECK(status.is_directory());
  REQUIRE(system_calls::link_status(name.c_str(), status) == 0);
  CHECK(status.is_link());
}

}  // namespace file_status_test
