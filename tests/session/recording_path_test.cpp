#include <trace2/recording/recording_file.hpp>
#include <trace2/session/recording_path.hpp>

#include <climits>
#include <filesystem>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

namespace recording_path_test {

using trace2::detail::path_room;
using trace2::detail::path_text;
using trace2::detail::recording_path;

TEST_CASE("a path has an ending and a number, and is none when it is too long") {
  path_room room;
  CHECK(std::string_view{path_text{room, "/a"}.get()} == "/a");
  CHECK(std::string_view{path_text{room, "/a", ".kept.", 12}.get()} == "/a.kept.12");
  CHECK(path_text{room, std::string(PATH_MAX, 'a')}.get() == nullptr);
}

TEST_CASE("a recording is found under each name that an opener may have chosen") {
  support::temporary_directory const directory;
  std::string const root = directory.path().string();
  for (char const* const name : {"/it", "/it.own", "/own", "/own.3", "/it.own.9"}) {
    std::string const path = root + name;
    trace2::recording_file file{path.c_str(), {}};
    REQUIRE(file.recorder() != nullptr);
    recording_path found;
    bool const is_in_directory = std::string_view{name}.starts_with("/own");
    REQUIRE(found.find(*file.recorder(), is_in_directory ? root : root + "/it", "own"));
    CHECK(found.c_str() == path);
    CHECK_FALSE(found.find(*file.recorder(), root + "/other", "own"));
    file.close();
  }
}

TEST_CASE("a name is free for its recording until somebody takes it for something else") {
  support::temporary_directory const directory;
  std::string const path = directory / "it";
  trace2::recording_file file{path.c_str(), {}};
  REQUIRE(file.recorder() != nullptr);
  recording_path own;
  REQUIRE(own.find(*file.recorder(), path, "own"));
  CHECK(own.is_free_for(*file.recorder()));
  std::filesystem::rename(path, path + ".elsewhere");
  CHECK(own.is_free_for(*file.recorder()));
  directory.write("it", "of somebody else");
  CHECK_FALSE(own.is_free_for(*file.recorder()));
  file.close();
}

}  // namespace recording_path_test
