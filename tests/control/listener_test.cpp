#include <trace2/control/listener.hpp>

#include <filesystem>
#include <iterator>
#include <string>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/control_client.hpp"
#include "support/control_place.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace control_listener_test {

using trace2::detail::control_listener;

namespace {

std::ptrdiff_t count_entries(std::string const& directory) {
  std::filesystem::directory_iterator const all{directory};
  return std::distance(begin(all), end(all));
}

}  // namespace

TEST_CASE("a process listens at a socket of its number, and removes it") {
  support::control_place const place;
  control_listener listener;
  REQUIRE(listener.open() == 0);
  CHECK(listener.is_open());
  CHECK(listener.path() == place.path_of(::getpid()));
  support::control_client const client{listener.path()};
  CHECK(client.is_connected());
  int const served = listener.accept();
  CHECK(served >= 0);
  ::close(served);
  listener.close();
  CHECK_FALSE(listener.is_open());
  CHECK(count_entries(place.sockets()) == 0);
}

TEST_CASE("processes of one number, of different namespaces, don't take each other's socket") {
  support::control_place const place;
  control_listener one;
  control_listener other;
  REQUIRE(one.open() == 0);
  REQUIRE(other.open() == 0);
  CHECK(std::string{one.path()} != other.path());
  other.close();
  CHECK(support::control_client{one.path()}.is_connected());
  one.close();
}

TEST_CASE("a child of a fork leaves the socket to its parent") {
  support::control_place const place;
  control_listener listener;
  REQUIRE(listener.open() == 0);
  std::string const path = listener.path();
  CHECK(support::run_in_child([&] {
          listener.remove_name();
          listener.leave_to_parent();
          return listener.is_open() ? 1 : 0;
        }) == 0);
  CHECK(std::filesystem::exists(path));
  CHECK(listener.is_open());
  listener.close();
}

TEST_CASE("a listener whose descriptor is closed notices it") {
  support::control_place const place;
  control_listener listener;
  REQUIRE(listener.open() == 0);
  int const taken = listener.fd();
  ::close(taken);
  CHECK_FALSE(listener.is_open());
  REQUIRE(::dup2(0, taken) == taken);
  CHECK_FALSE(listener.is_open());
  {
    // Its thread must not read what the program may be writing.
    support::scoped_variable const changed{"XDG_RUNTIME_DIR", "/no/such/directory"};
    CHECK(listener.open_again() == 0);
  }
  CHECK(count_entries(place.sockets()) == 1);
  CHECK(::close(taken) == 0);
  listener.close();
}

TEST_CASE("a listener removes what killed processes have left") {
  support::control_place const place;
  CHECK(support::run_in_child([] {
          control_listener killed;
          return killed.open();
        }) == 0);
  CHECK(count_entries(place.sockets()) == 1);
  control_listener listener;
  REQUIRE(listener.open() == 0);
  CHECK(count_entries(place.sockets()) == 1);
  listener.close();
}

TEST_CASE("a listener removes what processes have left that died before they listened") {
  support::control_place const place;
  {
    control_listener listener;
    REQUIRE(listener.open() == 0);
    listener.close();
  }
  auto const leave = [&](std::string const& name, bool is_old) {
    std::string const path = place.sockets() + "/" + name;
    ::close(trace2::control_system::listen_local(path, 1));
    timespec const times[2]{{}, {is_old ? 1 : ::time(nullptr), 0}};
    ::utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW);
    return path;
  };
  std::string const old = leave(".1.00000001", true);
  std::string const old_lines = leave(".attach.1.1", true);
  std::string const young = leave(".1.00000002", false);
  std::string const file = place.sockets() + "/.1.00000003";
  ::close(::open(file.c_str(), O_CREAT | O_WRONLY, 0600));
  std::filesystem::create_symlink(young, place.sockets() + "/.1.00000004");
  control_listener listener;
  REQUIRE(listener.open() == 0);
  CHECK_FALSE(std::filesystem::exists(old));
  CHECK_FALSE(std::filesystem::exists(old_lines));
  // It may be about to listen.
  CHECK(std::filesystem::exists(young));
  CHECK(std::filesystem::exists(file));
  CHECK(std::filesystem::is_symlink(place.sockets() + "/.1.00000004"));
  listener.close();
}

}  // namespace control_listener_test
