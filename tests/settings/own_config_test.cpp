#include <trace2/settings/own_config.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/config_entries.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

namespace config_location_test {

using namespace trace2::detail;
using support::scoped_variable;
using support::temporary_directory;

namespace {

std::string read(config_location const& location) {
  support::entry_log log;
  config_reader reader{log};
  location.read(reader);
  return log.text();
}

std::string read_like_git(config_location const& location) {
  support::entry_log log;
  config_reader reader{log};
  location.read_like_git(reader);
  return log.text();
}

}  // namespace

TEST_CASE("a user's file is found from the root, the home or the configurations",
          "[detail][R-SET-04]") {
  temporary_directory const directory;
  directory.write(".config/frob/config", "[a]config=1\n");
  directory.write(".frobrc", "[a]home=1\n");
  std::string const absolute = directory.write("absolute", "[a]absolute=1\n");
  scoped_variable const home{"HOME", directory.path().string()};
  scoped_variable const no_directory{"XDG_CONFIG_HOME", ""};
  config_location const relative{.user_files = {"frob/config", "~/.frobrc"}};
  CHECK(read(relative) == "global a.config=1\nglobal a.home=1\n");
  CHECK(read({.system_file = absolute, .user_files = {absolute}}) ==
        "system a.absolute=1\nglobal a.absolute=1\n");

  directory.write("xdg/frob/config", "[a]xdg=1\n");
  scoped_variable const moved{"XDG_CONFIG_HOME", directory / "xdg"};
  CHECK(read(relative) == "global a.xdg=1\nglobal a.home=1\n");

  scoped_variable const no_home{"HOME", nullptr};
  CHECK(read(relative) == "global a.xdg=1\n");
}

TEST_CASE("no location is nothing", "[detail]") { CHECK(read({}).empty()); }

TEST_CASE("Git's variables count for Git only", "[detail][R-SET-05]") {
  temporary_directory const directory;
  std::string const system = directory.write("system", "[a]system=1\n");
  std::string const user = directory.write("user", "[a]user=1\n");
  std::string const other = directory.write("other", "[a]other=1\n");
  config_location const files{.system_file = system, .user_files = {user}};
  scoped_variable const no_system{"GIT_CONFIG_NOSYSTEM", nullptr};
  scoped_variable const other_system{"GIT_CONFIG_SYSTEM", nullptr};
  scoped_variable const other_user{"GIT_CONFIG_GLOBAL", nullptr};
  std::string const plain = "system a.system=1\nglobal a.user=1\n";
  CHECK(read_like_git(files) == plain);
  {
    scoped_variable const moved{"GIT_CONFIG_SYSTEM", other};
    CHECK(read_like_git(files) == "system a.other=1\nglobal a.user=1\n");
    CHECK(read(files) == plain);
    scoped_variable const dropped{"GIT_CONFIG_NOSYSTEM", "yes"};
    CHECK(read_like_git(files) == "global a.user=1\n");
  }
  {
    scoped_variable const moved{"GIT_CONFIG_GLOBAL", other};
    CHECK(read_like_git(files) == "system a.system=1\nglobal a.other=1\n");
    CHECK(read(files) == plain);
  }
  scoped_variable const emptied{"GIT_CONFIG_GLOBAL", ""};
  CHECK(read_like_git(files) == "system a.system=1\n");
}

}  // namespace config_location_test
