// The places of the configuration of Git for Windows.
#include <trace2/settings/git_config.hpp>
#include <trace2/settings/git_repository.hpp>
#include <trace2/settings/own_config.hpp>
#include <trace2/value/git_settings.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/config_entries.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

namespace windows_git_settings_test {

using namespace trace2::detail;
using support::scoped_variable;
using support::temporary_directory;
using trace2::buffer;
using trace2::git_settings;

namespace {

std::string read() {
  support::entry_log log;
  config_reader reader{log};
  config_location{.system_file = git_settings.system_file,
                  .user_files = {git_settings.user_files[0], git_settings.user_files[1]}}
      .read_like_git(reader);
  return log.text();
}

std::string home() {
  buffer found;
  append_own_home(found);
  return std::string{found.view()};
}

}  // namespace

TEST_CASE("Git's system file is that of the git.exe in PATH", "[R-SET-04]") {
  scoped_variable const no_home{"HOME", "nowhere"};
  scoped_variable const none{"XDG_CONFIG_HOME", "nowhere"};
  for (std::string const place : {"cmd", "bin", "mingw64/bin", "mingw64/libexec/git-core"}) {
    temporary_directory const directory;
    directory.write("Git/etc/gitconfig", "[a]system=1\n[include]path=%(prefix)/etc/more\n");
    directory.write("Git/mingw64/etc/more", "[a]more=1\n");
    directory.write("Git/" + place + "/git.exe", "");
    directory.write("empty/x", "");
    scoped_variable const path{"PATH", directory / "empty" + ";" + directory / "Git/" + place};
    CHECK(read() == "system a.system=1\nsystem include.path=%(prefix)/etc/more\nsystem a.more=1\n");
    scoped_variable const ignored{"GIT_CONFIG_NOSYSTEM", "1"};
    CHECK(read().empty());
  }
}

TEST_CASE("else it is that of the installation in the registry", "[R-SET-04]") {
  scoped_variable const no_home{"HOME", "nowhere"};
  scoped_variable const none{"XDG_CONFIG_HOME", "nowhere"};
  temporary_directory const directory;
  directory.write("Git/etc/gitconfig", "[a]system=1\n");
  scoped_variable const path{"PATH", directory / ""};
  std::string const root = std::getenv("SystemRoot");
  std::string const registry = root + "\\system32\\reg.exe";
  std::string const key = " HKCU\\SOFTWARE\\GitForWindows /v InstallPath /f";
  REQUIRE(std::system((registry + " add" + key + " /d " + directory / "Git").c_str()) == 0);
  CHECK(read() == "system a.system=1\n");
  REQUIRE(std::system((registry + " delete" + key).c_str()) == 0);
}

TEST_CASE("home is HOME, the home drive's directory if it is there, or the profile",
          "[R-SET-04]") {
  temporary_directory const directory;
  std::string const place = directory.path().string();
  scoped_variable const profile{"USERPROFILE", "C:\\profile"};
  scoped_variable const drive{"HOMEDRIVE", place.substr(0, 2)};
  {
    scoped_variable const variable{"HOME", "h"};
    CHECK(home() == "h");
  }
  scoped_variable const none{"HOME", nullptr};
  {
    scoped_variable const on_drive{"HOMEPATH", place.substr(2)};
    CHECK(home() == place);
  }
  scoped_variable const gone{"HOMEPATH", place.substr(2) + "\\gone"};
  CHECK(home() == "C:\\profile");
  directory.write("System32/x", "");
  scoped_variable const of_services{"HOMEPATH", place.substr(2) + "\\System32"};
  CHECK(home() == "C:\\profile");
}

TEST_CASE("a repository and its ceilings are found with either separator", "[R-PAR-02]") {
  temporary_directory const directory;
  directory.write("work/.git/HEAD", "ref: refs/heads/main\n");
  directory.write("work/.git/objects/x", "");
  directory.write("work/.git/refs/x", "");
  directory.write("work/a/b/x", "");
  scoped_variable const no_directory{"GIT_DIR", nullptr};
  auto const before = std::filesystem::current_path();
  std::filesystem::current_path(directory / "work/a/b");
  auto const is_found = [](std::string const& ceilings) {
    scoped_variable const variable{"GIT_CEILING_DIRECTORIES", ceilings};
    git_repository const repository;
    git_condition const holds{repository};
    CHECK(holds("gitdir:work/", "") == repository.is_found());
    return repository.is_found();
  };
  CHECK(is_found("C:\\nowhere"));
  std::string const above = (directory.path() / "work").string();
  std::string slashes = above;
  for (char& c : slashes)
    if (c == '\\') c = '/';
  CHECK_FALSE(is_found("C:\\nowhere;" + above));
  CHECK_FALSE(is_found(slashes));
  std::filesystem::current_path(before);
}

}  // namespace windows_git_settings_test
