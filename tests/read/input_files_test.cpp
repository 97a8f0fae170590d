#include <trace2/read/input_files.hpp>

#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

namespace input_files_test {

namespace tr = trace2::read;

TEST_CASE("of several targets in a directory the one that says the most counts", "[read]") {
  support::temporary_directory const directory;
  auto const best = [&] { return tr::find_files({directory / "d"}).at(0).least; };
  directory.write("d/a", "neither\n");
  directory.write("d/b", "d0 | main | version | | | | | 1\n");
  CHECK(best() == tr::text_target::perf);
  directory.write("d/c", "{\"event\":\"exit\",\"sid\":\"S\"}\n");
  CHECK(best() == tr::text_target::event);
  std::filesystem::remove(directory / "d/c");
  directory.write("d/c", "TRACE2R\n");
  CHECK(best() == tr::text_target::event);
  CHECK(tr::find_files({directory / "d/b"}).at(0).least == tr::text_target::last);
}

}  // namespace input_files_test
