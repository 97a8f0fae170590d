#include "input/copied_files.hpp"

#include <trace2/read/input_files.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

namespace copied_files_test {

namespace read = trace2::read;

namespace {

constexpr std::string_view line = R"({"event":"start","sid":"S"})";

/// The names of the copies among the files of a directory, each with that of its original.
std::vector<std::string> copies_in(std::filesystem::path const& directory) {
  std::vector<std::string> found;
  auto files = read::find_files({directory.string()});
  trace2::program::find_copies(files);
  for (read::input_file const& file : files)
    if (!file.copy_of.empty())
      found.push_back(std::filesystem::path{file.path}.filename().string() + " of " +
                      std::filesystem::path{file.copy_of}.filename().string());
  return found;
}

}  // namespace

TEST_CASE("a file with the bytes of another one names it", "[read]") {
  support::temporary_directory const directory;
  directory.write("a.event", line);
  directory.write("b.event", line);
  directory.write("c.event", R"({"event":"start","sid":"T"})");
  directory.write("d.event", std::string{line} + "\n");
  CHECK(copies_in(directory.path()) == std::vector<std::string>{"b.event of a.event"});
}

TEST_CASE("files that differ behind their first block are no copies", "[read]") {
  support::temporary_directory const directory;
  std::string const begin = std::string{line} + std::string(100'000, '\n');
  directory.write("a.event", begin + "1");
  directory.write("b.event", begin + "2");
  directory.write("c.event", begin + "2");
  CHECK(copies_in(directory.path()) == std::vector<std::string>{"c.event of b.event"});
}

TEST_CASE("brief lines of two runs may be the same", "[read]") {
  support::temporary_directory const directory;
  for (char const* const name : {"a", "b"}) {
    directory.write(std::string{name} + ".perf", "d0 | main | version | | | | | 2.40\n");
    directory.write(std::string{name} + ".normal", "version 2.40 of brief lines\n");
  }
  CHECK(copies_in(directory.path()).empty());
}

TEST_CASE("a name of the same file is no copy", "[read]") {
  support::temporary_directory const directory;
  directory.write("a.event", line);
  std::filesystem::create_hard_link(directory / "a.event", directory / "b.event");
  CHECK(copies_in(directory.path()).empty());
  CHECK(read::find_files({directory.path().string()}).size() == 1);
}

}  // namespace copied_files_test
