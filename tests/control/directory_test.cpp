#include <trace2/control/directory.hpp>
#include <trace2/value/buffer.hpp>

#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/skip.hpp"
#include "support/temporary_directory.hpp"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

namespace control_directory_test {

using trace2::buffer;
using trace2::control_directory;
using trace2::control_system;

TEST_CASE("sockets are in the runtime directory of the user, or in one of the user's below /tmp") {
  buffer path;
  support::scoped_variable const runtime{"XDG_RUNTIME_DIR", "/run/user/7"};
  CHECK(control_directory::name(0, path));
  CHECK(path.view() == "/run/user/7/trace2");
  CHECK(control_directory::name(1, path));
  CHECK(path.view() == "/tmp/trace2-" + std::to_string(::geteuid()));
  for (char const* const none : {"", "relative"}) {
    support::scoped_variable const other{"XDG_RUNTIME_DIR", none};
    CHECK_FALSE(control_directory::name(0, path));
  }
}

TEST_CASE("a directory that others may enter is not used, and no link to a directory") {
  support::temporary_directory const directory;
  std::string const own = directory / "own";
  CHECK(control_directory::make(own.c_str()) == 0);
  CHECK(control_directory::make(own.c_str()) == 0);
  struct ::stat status;
  REQUIRE(::stat(own.c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0700);
  std::filesystem::create_symlink(own, directory / "link");
  CHECK(control_directory::make((directory / "link").c_str()) == -EACCES);
  directory.write("file", "");
  CHECK(control_directory::make((directory / "file").c_str()) == -EACCES);
  ::chmod(own.c_str(), 0750);
  CHECK(control_directory::make(own.c_str()) == -EACCES);
}

TEST_CASE("a directory that another user could replace is not used") {
  support::temporary_directory const directory;
  std::string const own = directory / "own";
  ::chmod(directory.path().c_str(), 0777);
  CHECK(control_directory::make(own.c_str()) == -EACCES);
  CHECK_FALSE(std::filesystem::exists(own));
  ::chmod(directory.path().c_str(), 01777);
  CHECK(control_directory::make(own.c_str()) == 0);
  ::chmod(directory.path().c_str(), 0700);
  CHECK(control_directory::make("/no/such/directory") == -EACCES);
}

TEST_CASE("a directory of another user is not used, nor one below it") {
  if (::geteuid() != 0) return support::skip("only root can give a directory to another user");
  support::temporary_directory const directory;
  std::string const own = directory / "own";
  REQUIRE(control_directory::make(own.c_str()) == 0);
  REQUIRE(::chown(own.c_str(), 1, 1) == 0);
  CHECK(control_directory::make(own.c_str()) == -EACCES);
  REQUIRE(::chown(own.c_str(), 0, 0) == 0);
  CHECK(control_directory::make(own.c_str()) == 0);
  REQUIRE(::chown(directory.path().c_str(), 1, 1) == 0);
  CHECK(control_directory::make(own.c_str()) == -EACCES);
}

TEST_CASE("only sockets at which nobody listens are stale") {
  support::temporary_directory const directory;
  std::string const path = directory / "socket";
  int const listening = control_system::listen_local(path, 1);
  REQUIRE(listening >= 0);
  CHECK_FALSE(control_directory::remove_stale(path.c_str()));
  // A queue that is full refuses nobody.
  int clients[4];
  for (int& each : clients) each = control_system::connect_local(path, SOCK_STREAM, 1);
  CHECK_FALSE(control_directory::remove_stale(path.c_str()));
  for (int const each : clients)
    if (each >= 0) ::close(each);
  ::close(listening);
  std::filesystem::create_symlink(path, directory / "link");
  CHECK_FALSE(control_directory::remove_stale((directory / "link").c_str()));
  CHECK(control_directory::remove_stale(path.c_str()));
  CHECK_FALSE(std::filesystem::exists(path));
  std::string const file = directory.write("file", "");
  CHECK_FALSE(control_directory::remove_stale(file.c_str()));
}

TEST_CASE("sockets that don't listen yet are not among the names") {
  support::temporary_directory const directory;
  directory.write("1.a", "");
  directory.write(".2.b", "");
  std::string names;
  control_directory::for_each_name(directory.path().c_str(),
                                   [&](char const* name) { return names += name, true; });
  CHECK(names == "1.a");
  control_directory::for_each_name("/no/such/directory", [](char const*) { return true; });
}

}  // namespace control_directory_test
