#include <trace2/sink/unix_socket.hpp>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/collector.hpp"
#include "support/lines.hpp"
#include "support/scripted_system.hpp"
#include "support/temporary_directory.hpp"
#include "support/waits.hpp"
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace unix_socket_test {

namespace {

using support::collector;
using support::line;
using support::scripted_system;
using trace2::basic_unix_socket_sink;
using trace2::socket_type;
using trace2::unix_socket_sink;

/// Connects as it is told to, or else always.
struct scripted_socket : scripted_system {
  inline static std::deque<int> connects;
  inline static std::vector<int> types;
  inline static int cost_of_a_connect = 0;  ///< milliseconds

  static void reset() {
    scripted_system::reset();
    connects.clear();
    types.clear();
    cost_of_a_connect = 0;
  }

  static int connect_local(std::string_view, int type, int) noexcept {
    types.push_back(type);
    pass(cost_of_a_connect);
    int result = 1000;
    if (!connects.empty()) {
      result = connects.front();
      connects.pop_front();
    }
    return result;
  }
  static int duplicate(int fd, int) noexcept { return fd; }

  static void pass(std::int64_t milliseconds) { now += milliseconds * 1'000'000; }
};

using scripted_sink = basic_unix_socket_sink<scripted_socket>;

}  // namespace

TEST_CASE("a stream takes all lines", "[R-DST-20]") {
  support::temporary_directory const directory;
  collector listener{directory / "socket"};
  unix_socket_sink sink{directory / "socket"};
  REQUIRE(sink.error() == 0);
  listener.accept();
  sink.write("one\n");
  sink.write("two\nthree\n");
  CHECK(listener.received() == "one\ntwo\nthree\n");
  CHECK(sink.dropped() == 0);
}

TEST_CASE("a sink that is closed hangs up, and drops later lines") {
  support::temporary_directory const directory;
  collector listener{directory / "socket"};
  unix_socket_sink sink{directory / "socket"};
  listener.accept();
  sink.write("one\n");
  sink.close();
  sink.write("two\n");
  CHECK(listener.received() == "one\n");
  CHECK(listener.has_ended());
  CHECK(sink.error() == EBADF);
  CHECK(sink.dropped() == 1);
}

TEST_CASE("a datagram socket gets a message per line", "[R-DST-20][R-DST-23]") {
  support::temporary_directory const directory;
  auto const type = GENERATE(socket_type::any, socket_type::datagram);
  collector const listener{directory / "socket", SOCK_DGRAM};
  unix_socket_sink sink{directory / "socket", type};
  REQUIRE(sink.error() == 0);
  sink.write("one\n");
  sink.write("two\nthree\n");
  CHECK(listener.message() == "one\n");
  CHECK(listener.message() == "two\n");
  CHECK(listener.message() == "three\n");
  CHECK(listener.message().empty());
}

TEST_CASE("an explicit type is not replaced by the other one", "[R-DST-20]") {
  support::temporary_directory const directory;
  collector const stream{directory / "stream", SOCK_STREAM};
  collector const datagram{directory / "datagram", SOCK_DGRAM};
  CHECK(unix_socket_sink{directory / "stream", socket_type::datagram}.error() == EPROTOTYPE);
  CHECK(unix_socket_sink{directory / "datagram", socket_type::stream}.error() == EPROTOTYPE);
}

TEST_CASE("datagrams are tried only where no stream listens", "[R-DST-20]") {
  scripted_socket::reset();
  scripted_socket::connects = {-EPROTOTYPE};
  CHECK(scripted_sink{"/socket"}.error() == 0);
  CHECK(scripted_socket::types == std::vector<int>{SOCK_STREAM, SOCK_DGRAM});

  scripted_socket::reset();
  scripted_socket::connects = {-ECONNREFUSED};
  CHECK(scripted_sink{"/socket"}.error() == ECONNREFUSED);
  CHECK(scripted_socket::types == std::vector<int>{SOCK_STREAM});
}

TEST_CASE("a signal doesn't end the attempt to connect", "[R-DST-22]") {
  scripted_socket::reset();
  scripted_socket::connects = {-EINTR, -EINTR};
  CHECK(scripted_sink{"/s"}.error() == 0);
  CHECK(scripted_socket::types.size() == 3);

  scripted_socket::reset();
  scripted_socket::connects = {-EPROTOTYPE, -EINTR};
  CHECK(scripted_sink{"/s"}.error() == 0);
  CHECK(scripted_socket::types == std::vector<int>{SOCK_STREAM, SOCK_DGRAM, SOCK_DGRAM});

  scripted_socket::reset();
  scripted_socket::cost_of_a_connect = 4;
  scripted_socket::connects.assign(10'000, -EINTR);
  std::int64_t const begin = scripted_socket::now;
  CHECK(scripted_sink{"/s"}.error() == EINTR);
  CHECK(scripted_socket::types.size() > 10);
  CHECK(scripted_socket::now - begin < 60'000'000);
}

TEST_CASE("a path must be absolute and fit", "[R-DST-21]") {
  CHECK(unix_socket_sink{""}.error() == EINVAL);
  CHECK(unix_socket_sink{"relative"}.error() == EINVAL);
  CHECK(unix_socket_sink{'/' + std::string(106, 'x')}.error() == ENOENT);
  CHECK(unix_socket_sink{'/' + std::string(107, 'x')}.error() == ENAMETOOLONG);
}

TEST_CASE("a sink that could not connect at first stays off", "[R-DST-22]") {
  scripted_socket::reset();
  scripted_socket::connects = {-ECONNREFUSED};
  scripted_sink sink{"/socket"};
  scripted_socket::pass(60'000);
  sink.write("line\n");
  CHECK(sink.dropped() == 1);
  CHECK(sink.drop_reason() == ECONNREFUSED);
  CHECK(scripted_system::output.empty());
}

TEST_CASE("a collector that doesn't accept holds the program shortly", "[R-DST-22]") {
  support::temporary_directory const directory;
  collector const listener{directory / "socket", SOCK_STREAM, 0};
  unix_socket_sink const first{directory / "socket"};
  long const before = support::waits();
  CHECK(unix_socket_sink{directory / "socket"}.error() == EAGAIN);
  long const waits = support::waits() - before;
  CHECK(waits < 10);
}

TEST_CASE("a collector that doesn't read doesn't hold the program", "[R-WR-07][R-LIM-02]") {
  support::temporary_directory const directory;
  collector listener{directory / "socket"};
  unix_socket_sink sink{directory / "socket"};
  listener.accept();
  constexpr int count = 5000;
  long const before = support::waits();
  for (int number = 0; number < count; ++number) sink.write(line(number, 3000));
  long const waits = support::waits() - before;
  CHECK(waits < count / 10);
  CHECK(sink.dropped() > 0);
  CHECK(sink.error() == 0);

  std::string text = listener.received();
  sink.write(line(count, 10));
  text += listener.received();
  CHECK(support::are_whole(text));
  CHECK(support::count(text) + sink.dropped() == count + 1);
}

TEST_CASE("a full datagram socket costs lines", "[R-WR-07]") {
  support::temporary_directory const directory;
  collector const listener{directory / "socket", SOCK_DGRAM};
  unix_socket_sink sink{directory / "socket"};
  constexpr int count = 5000;
  for (int number = 0; number < count; ++number) sink.write(line(number, 100));
  CHECK(sink.dropped() > 0);
  std::string text;
  for (std::string one = listener.message(); !one.empty(); one = listener.message()) text += one;
  CHECK(support::are_whole(text));
  CHECK(support::count(text) + sink.dropped() == count);
  sink.write("back\n");
  CHECK(listener.message() == "back\n");
}

TEST_CASE("a collector that comes back gets the next line", "[R-LIM-03]") {
  support::temporary_directory const directory;
  auto const type = GENERATE(SOCK_STREAM, SOCK_DGRAM);
  auto listener = std::make_unique<collector>(directory / "socket", type);
  unix_socket_sink sink{directory / "socket"};
  if (type == SOCK_STREAM) listener->accept();
  sink.write("one\n");
  listener = nullptr;
  listener = std::make_unique<collector>(directory / "socket", type);
  sink.write("two\n");
  CHECK(sink.dropped() == 0);
  CHECK(sink.error() == 0);
  if (type == SOCK_STREAM) {
    listener->accept();
    CHECK(listener->received() == "two\n");
  } else {
    CHECK(listener->message() == "two\n");
  }
  CHECK(std::signal(SIGPIPE, SIG_DFL) == SIG_DFL);
}

TEST_CASE("a collector that is gone is looked for ever more rarely", "[R-LIM-03]") {
  scripted_socket::reset();
  scripted_sink sink{"/socket"};
  scripted_socket::script = {-EPIPE};
  scripted_socket::connects.assign(1000, -ECONNREFUSED);
  scripted_socket::types.clear();
  for (int i = 0; i < 1000; ++i) {
    sink.write("line\n");
    scripted_socket::pass(1);
  }
  CHECK(scripted_socket::types.size() == 7);  // after 0, 10, 30, 70, 150, 310, 630 ms
  CHECK(sink.dropped() == 1000);
  CHECK(sink.drop_reason() == ECONNREFUSED);
  CHECK(sink.error() == 0);

  scripted_socket::connects.clear();
  scripted_socket::pass(10'000);
  sink.write("back\n");
  CHECK(scripted_system::output == "back\n");
}

TEST_CASE("a collector that always hangs up isn't called at each line") {
  scripted_socket::reset();
  scripted_sink sink{"/socket"};
  scripted_socket::types.clear();
  scripted_socket::script.assign(5000, -EPIPE);
  for (int i = 0; i < 1000; ++i) {
    sink.write("line\n");
    scripted_socket::pass(1);
  }
  CHECK(scripted_socket::types.size() < 10);
}

TEST_CASE("the last line that a slow collector has cut is finished before the process ends",
          "[R-WR-03]") {
  scripted_socket::reset();
  scripted_sink sink{"/socket"};
  scripted_system::script = {3, -EAGAIN};
  scripted_system::has_room = false;
  sink.write("last\n");
  CHECK(sink.dropped() == 1);
  sink.write_now("");
  CHECK(scripted_system::output == "last\n");
  CHECK(sink.dropped() == 0);
}

TEST_CASE("a line that a lost connection has cut goes whole to the next one", "[R-LIM-04]") {
  scripted_socket::reset();
  scripted_sink sink{"/socket"};
  SECTION("lost while it is sent") {
    scripted_socket::script = {6, -EPIPE};
    sink.write("one\ntwo\nthree\n");
    CHECK(scripted_system::output == "one\ntwtwo\nthree\n");
    CHECK(scripted_system::writes.back() == "two\nthree\n");
    CHECK(sink.dropped() == 0);
  }
  SECTION("lost while its rest waits for a reader") {
    scripted_socket::script = {2, -EAGAIN, -EAGAIN, -EPIPE};
    scripted_system::has_room = false;
    sink.write("one\n");
    scripted_socket::pass(1);
    sink.write("two\n");
    sink.write("three\n");
    CHECK(scripted_system::writes.back() == "three\n");
    CHECK(scripted_system::output == "onthree\n");
    CHECK(sink.dropped() == 2);
  }
}

TEST_CASE("a connection whose number the program uses is a lost one") {
  support::temporary_directory const directory;
  collector listener{directory / "socket"};
  int const next = trace2::detail::move_away(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  ::close(next);
  int programs[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, programs) == 0);
  {
    unix_socket_sink sink{directory / "socket"};
    listener.accept();
    sink.write("one\n");
    REQUIRE(::dup2(programs[0], next) == next);
    CHECK(listener.received() == "one\n");
    sink.write("two\n");
    listener.accept();
    sink.write("three\n");
    CHECK(listener.received() == "two\nthree\n");
    CHECK(sink.dropped() == 0);
  }
  char byte = 0;
  CHECK(::read(programs[1], &byte, 1) == -1);
  CHECK(errno == EAGAIN);
  CHECK(::close(next) == 0);
  for (int const fd : programs) ::close(fd);
}

TEST_CASE("the child of a fork has a connection of its own", "[R-LIM-12]") {
  support::temporary_directory const directory;
  collector listener{directory / "socket"};
  unix_socket_sink sink{directory / "socket"};
  listener.accept();
  sink.write("parent\n");
  CHECK(support::run_in_child([&] {
          sink.write("child\n");
          return sink.dropped() == 0 ? 0 : 1;
        }) == 0);
  sink.write("parent\n");
  CHECK(listener.received() == "parent\nparent\n");
  listener.accept();
  CHECK(listener.received() == "child\n");
}

TEST_CASE("a child may write while another thread of its parent does", "[R-LIM-12]") {
  support::temporary_directory const directory;
  collector listener{directory / "socket"};
  unix_socket_sink sink{directory / "socket"};
  listener.accept();
  bool stop = false;
  std::thread writer{[&] {
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) sink.write(line(1, 2000));
  }};
  int right = 0;
  constexpr int forks = 8;
  for (int i = 0; i < forks; ++i)
    right += support::run_in_child([&] {
               std::uint64_t const lost_by_parent = sink.dropped();
               sink.write("child\n");
               return sink.dropped() == lost_by_parent ? 0 : 1;
             }) == 0;
  __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
  writer.join();
  CHECK(right == forks);
  for (int i = 0; i < forks; ++i) {
    listener.accept();
    CHECK(listener.received() == "child\n");
  }
  CHECK_FALSE(listener.has_caller());
}

TEST_CASE("threads share a connection without mixing their lines") {
  support::temporary_directory const directory;
  collector listener{directory / "socket"};
  unix_socket_sink sink{directory / "socket"};
  listener.accept();
  constexpr int threads = 4;
  constexpr int each = 500;
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i)
    running.emplace_back([&sink, i] {
      for (int n = 0; n < each; ++n) sink.write(line(i * each + n, 100));
    });
  std::string text;
  for (auto& thread : running) {
    text += listener.received();
    thread.join();
  }
  text += listener.received();
  sink.write(line(threads * each, 10));
  text += listener.received();
  CHECK(support::are_whole(text));
  CHECK(support::count(text) + sink.dropped() == threads * each + 1);
}

}  // namespace unix_socket_test
