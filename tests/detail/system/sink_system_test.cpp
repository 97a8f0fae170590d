#include <trace2/detail/system/sink_system.hpp>

#include <cerrno>
#include <climits>
#include <csignal>
#include <string>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace sink_system_test {

namespace {

using trace2::detail::sink_system;

struct descriptor_pair {
  int read = -1;
  int write = -1;
  ~descriptor_pair() {
    ::close(read);
    ::close(write);
  }
};

descriptor_pair make_pipe() {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  return {ends[0], ends[1]};
}

}  // namespace

TEST_CASE("writing now doesn't wait for a reader, nor change the descriptor", "[R-WR-07]") {
  auto const pipe = make_pipe();
  std::string const line(1000, 'x');
  ssize_t written = 0;
  int count = 0;
  while ((written = sink_system::write_now(pipe.write, line)) == 1000) ++count;
  CHECK(written == -EAGAIN);
  CHECK(count >= 4);
  CHECK((::fcntl(pipe.write, F_GETFL) & O_NONBLOCK) == 0);

  char room[PIPE_BUF];
  REQUIRE(::read(pipe.read, room, sizeof room) == sizeof room);
  CHECK(sink_system::write_now(pipe.write, line) == 1000);
}

TEST_CASE("writing now to a file goes where its offset is") {
  support::temporary_directory const directory;
  int const fd = ::open((directory / "f").c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE(fd >= 0);
  REQUIRE(::write(fd, "one", 3) == 3);
  CHECK(sink_system::write_now(fd, "two") == 3);
  ::close(fd);
  CHECK(support::content_of(directory / "f") == "onetwo");
}

TEST_CASE("writing now tells of what is wrong with a descriptor") {
  int const fd = ::open("/dev/full", O_WRONLY);
  CHECK(sink_system::write_now(fd, "x") == -ENOSPC);
  ::close(fd);
  CHECK(sink_system::write_now(fd, "x") == -EBADF);
}

TEST_CASE("sending neither waits nor raises SIGPIPE", "[R-LIM-01]") {
  int ends[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  CHECK(sink_system::socket_type(ends[0]) == SOCK_STREAM);
  std::string const line(1000, 'x');
  ssize_t sent = 0;
  while ((sent = sink_system::send(ends[1], line)) > 0) {
  }
  CHECK(sent == -EAGAIN);
  CHECK(sink_system::wait_writable(ends[1], 1) == 0);
  ::close(ends[0]);
  CHECK(sink_system::wait_writable(ends[1], 1) > 0);
  CHECK(sink_system::send(ends[1], line) == -EPIPE);
  ::close(ends[1]);
}

TEST_CASE("connecting to a local socket says why it fails", "[R-DST-22]") {
  support::temporary_directory const directory;
  std::string const path = directory / "socket";
  CHECK(sink_system::connect_local(path, SOCK_STREAM, 10) == -ENOENT);
  CHECK(sink_system::connect_local(std::string(sizeof(sockaddr_un::sun_path), 'x'), SOCK_STREAM,
                                   10) == -ENAMETOOLONG);

  int const listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  CHECK(sink_system::connect_local(path, SOCK_STREAM, 10) == -ECONNREFUSED);
  CHECK(sink_system::connect_local(path, SOCK_DGRAM, 10) == -EPROTOTYPE);

  REQUIRE(::listen(listener, 0) == 0);
  int const first = sink_system::connect_local(path, SOCK_STREAM, 10);
  CHECK(first >= 0);
  CHECK((::fcntl(first, F_GETFD) & FD_CLOEXEC) != 0);
  // The queue of one is full, and nobody accepts.
  CHECK(sink_system::connect_local(path, SOCK_STREAM, 10) == -EAGAIN);
  ::close(first);
  ::close(listener);
}

TEST_CASE("entries of a directory are counted without itself and its parent", "[R-DST-15]") {
  support::temporary_directory const directory;
  CHECK(sink_system::count_entries(directory.path().c_str(), 10) == 0);
  directory.write("a", "");
  directory.write(".b", "");
  directory.write("..c", "");
  CHECK(sink_system::count_entries(directory.path().c_str(), 10) == 3);
  CHECK(sink_system::count_entries(directory.path().c_str(), 2) == 2);
  CHECK(sink_system::count_entries((directory / "missing").c_str(), 10) == 0);
}

TEST_CASE("a pending signal is taken away") {
  CHECK_FALSE(sink_system::block_signal(SIGUSR1));
  CHECK(sink_system::block_signal(SIGUSR1));
  CHECK_FALSE(sink_system::is_signal_pending(SIGUSR1));
  ::raise(SIGUSR1);
  CHECK(sink_system::is_signal_pending(SIGUSR1));
  sink_system::take_signal(SIGUSR1);
  CHECK_FALSE(sink_system::is_signal_pending(SIGUSR1));
  sink_system::take_signal(SIGUSR1);
  sink_system::unblock_signal(SIGUSR1);
  CHECK_FALSE(sink_system::block_signal(SIGUSR1));
  sink_system::unblock_signal(SIGUSR1);
}

}  // namespace sink_system_test
