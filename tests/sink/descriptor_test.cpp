#include <trace2/detail/time/clock_start.hpp>
#include <trace2/sink/descriptor.hpp>

#include <cerrno>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/lines.hpp"
#include "support/scripted_system.hpp"
#include "support/temporary_directory.hpp"
#include "support/timeless_system.hpp"
#include "support/waits.hpp"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

namespace descriptor_test {

namespace {

using support::are_whole;
using support::content_of;
using support::drain;
using support::line;
using support::scripted_system;
using trace2::basic_descriptor_sink;
using trace2::descriptor_sink;
using trace2::owned_descriptor;

using scripted_sink = basic_descriptor_sink<scripted_system>;
using timeless_sink = basic_descriptor_sink<support::timeless_system>;

int open_for_append(std::string const& path) {
  int const fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  REQUIRE(fd >= 0);
  return fd;
}

struct pipe_ends {
  pipe_ends() { REQUIRE(::pipe(fds) == 0); }
  ~pipe_ends() {
    close_read();
    ::close(fds[1]);
  }
  void close_read() {
    if (fds[0] >= 0) ::close(fds[0]);
    fds[0] = -1;
  }
  int read() const { return fds[0]; }
  int write() const { return fds[1]; }

  int fds[2];
};

}  // namespace

TEST_CASE("a healthy file gets each call in one write", "[R-WR-01]") {
  scripted_system::reset();
  scripted_sink sink{7};
  sink.write("one\n");
  sink.write("two\nthree\n");
  sink.write("");
  CHECK(scripted_system::writes == std::vector<std::string>{"one\n", "two\nthree\n"});
  CHECK(sink.error() == 0);
  CHECK(sink.dropped() == 0);
  CHECK(sink.drop_reason() == 0);
  CHECK_FALSE(sink.is_terminal());
}

TEST_CASE("a short write to a file is completed", "[R-WR-03][R-LIM-04]") {
  scripted_system::reset();
  scripted_sink sink{7};
  scripted_system::script = {3, 2};
  sink.write("first\n");
  sink.write("second\n");
  CHECK(scripted_system::output == "first\nsecond\n");
  CHECK(sink.dropped() == 0);
}

TEST_CASE("a full disk costs lines until there is room again", "[R-WR-04][R-LIM-03]") {
  scripted_system::reset();
  scripted_sink sink{7};
  for (int const error : {ENOSPC, EDQUOT, EFBIG, EIO}) {
    scripted_system::output.clear();
    auto const before = sink.dropped();
    scripted_system::script = {-error, -error, -error};
    sink.write("lost\n");
    sink.write("lost\nlost\n");
    CHECK(sink.dropped() == before + 3);
    CHECK(sink.drop_reason() == error);
    CHECK(sink.error() == 0);
    sink.write("back\n");
    CHECK(scripted_system::output == "back\n");
  }
}

TEST_CASE("a line that a full disk has cut is finished first", "[R-WR-03]") {
  scripted_system::reset();
  scripted_sink sink{7};
  scripted_system::script = {3, -ENOSPC, -ENOSPC};
  sink.write("first\n");
  CHECK(sink.dropped() == 1);
  sink.write("second\n");
  CHECK(sink.dropped() == 2);
  sink.write("third\n");
  CHECK(scripted_system::output == "first\nthird\n");
  CHECK(sink.dropped() == 1);
}

TEST_CASE("the last line that a full disk has cut is finished before the process ends",
          "[R-WR-03]") {
  scripted_system::reset();
  scripted_sink sink{7};
  scripted_system::script = {3, -ENOSPC};
  sink.write("last\n");
  CHECK(sink.dropped() == 1);
  sink.write_now("");
  CHECK(scripted_system::output == "last\n");
  CHECK(sink.dropped() == 0);
}

TEST_CASE("a disk that is slow to fail is not asked at each line") {
  scripted_system::reset();
  scripted_sink sink{7};
  scripted_system::cost_of_a_write = 5'000'000;
  for (int i = 0; i < 100; ++i) {
    scripted_system::script = {-ENOSPC, -ENOSPC};
    scripted_system::now += 1'000'000;
    sink.write("lost\n");
  }
  CHECK(scripted_system::writes.size() < 10);
  CHECK(sink.dropped() == 100);
  CHECK(sink.drop_reason() == ENOSPC);
  scripted_system::script.clear();
  scripted_system::now += 250'000'000;
  sink.write("back\n");
  CHECK(scripted_system::output == "back\n");
}

TEST_CASE("what doesn't pass ends the sink", "[R-WR-04]") {
  scripted_system::reset();
  scripted_sink sink{7};
  scripted_system::script = {-EINVAL, -EINVAL};
  sink.write("one\n");
  CHECK(sink.error() == EINVAL);
  scripted_system::script.clear();
  sink.write("two\n");
  CHECK(scripted_system::output.empty());
  CHECK(sink.dropped() == 2);
}

TEST_CASE("a pipe gets no more whole lines at a time than are atomic", "[R-WR-08]") {
  scripted_system::reset();
  scripted_system::mode = S_IFIFO;
  scripted_sink sink{7};
  std::string const text = line(1, 2000) + line(2, 2000) + line(3, 2000);
  sink.write(text);
  REQUIRE(scripted_system::writes.size() == 2);
  CHECK(scripted_system::writes[0] == line(1, 2000) + line(2, 2000));
  CHECK(scripted_system::output == text);
}

TEST_CASE("a message socket gets a message per line", "[R-DST-23]") {
  scripted_system::reset();
  scripted_system::mode = S_IFSOCK;
  scripted_system::type = SOCK_DGRAM;
  scripted_sink sink{7};
  sink.write("one\ntwo\n");
  CHECK(scripted_system::writes == std::vector<std::string>{"one\n", "two\n"});
}

TEST_CASE("lines wait for the file that a number named when the sink was made") {
  scripted_system::reset();
  for (::mode_t const mode : {::mode_t{S_IFREG}, ::mode_t{S_IFIFO}}) {
    scripted_system::mode = mode;
    scripted_system::identity = 1;
    scripted_system::output.clear();
    scripted_sink sink{7};
    scripted_system::identity = 2;
    sink.write("into the program's data\n");
    CHECK(sink.dropped() == 1);
    CHECK(sink.drop_reason() == ESTALE);
    CHECK(sink.error() == 0);
    scripted_system::identity = 1;
    sink.write("back\n");
    CHECK(scripted_system::output == "back\n");
  }
}

TEST_CASE("a descriptor of the program is appended to and not closed", "[R-DST-03]") {
  support::temporary_directory const directory;
  int const fd = open_for_append(directory / "f");
  {
    descriptor_sink sink{fd};
    sink.write("one\n");
  }
  CHECK(::write(fd, "two\n", 4) == 4);
  ::close(fd);
  CHECK(content_of(directory / "f") == "one\ntwo\n");
}

TEST_CASE("a descriptor of the sink is closed with it") {
  support::temporary_directory const directory;
  int const fd = open_for_append(directory / "f");
  { descriptor_sink const sink{owned_descriptor{fd}}; }
  CHECK(::fcntl(fd, F_GETFD) == -1);
}

TEST_CASE("a sink without descriptor tells why and drops", "[R-DST-07]") {
  descriptor_sink sink{owned_descriptor{-EACCES}};
  CHECK(sink.error() == EACCES);
  sink.write("line\n");
  CHECK(sink.dropped() == 1);
}

TEST_CASE("a number that isn't open stays off, also when it is opened later", "[R-DST-03]") {
  support::temporary_directory const directory;
  int const fd = open_for_append(directory / "f");
  ::close(fd);
  descriptor_sink sink{fd};
  CHECK(sink.error() == EBADF);
  REQUIRE(open_for_append(directory / "f") == fd);
  sink.write("line\n");
  ::close(fd);
  CHECK(content_of(directory / "f").empty());
}

TEST_CASE("a descriptor that the program closes ends the sink", "[R-WR-04]") {
  pipe_ends pipe;
  int const fd = ::dup(pipe.write());
  descriptor_sink sink{fd};
  sink.write("one\n");
  ::close(fd);
  sink.write("two\n");
  CHECK(sink.error() == EBADF);
  CHECK(sink.dropped() == 1);
}

TEST_CASE("a number that the program uses for something else gets no lines") {
  support::temporary_directory const directory;
  int const fd = open_for_append(directory / "trace");
  int const data = open_for_append(directory / "data");
  int const saved = ::dup(fd);
  descriptor_sink sink{fd};
  ::dup2(data, fd);
  sink.write("one\n");
  ::dup2(saved, fd);
  sink.write("two\n");
  for (int const each : {fd, data, saved}) ::close(each);
  CHECK(content_of(directory / "data").empty());
  CHECK(content_of(directory / "trace") == "two\n");
  CHECK(sink.dropped() == 1);
}

TEST_CASE("a pipe that nobody reads doesn't hold the program", "[R-WR-07][R-LIM-02]") {
  pipe_ends pipe;
  descriptor_sink sink{pipe.write()};
  constexpr int count = 5000;
  int number = 0;
  long const before = support::waits();
  while (number < count) sink.write(line(number++, 100));
  long const waits = support::waits() - before;
  CHECK(waits < count / 10);
  CHECK(sink.dropped() > 0);
  CHECK(sink.drop_reason() == EAGAIN);
  CHECK(sink.error() == 0);
  CHECK((::fcntl(pipe.write(), F_GETFL) & O_NONBLOCK) == 0);

  std::string text = drain(pipe.read());
  CHECK(are_whole(text));
  CHECK(support::count(text) + sink.dropped() == count);

  auto const dropped = sink.dropped();
  sink.write(line(number, 100));
  CHECK(drain(pipe.read()) == line(number, 100));
  CHECK(sink.dropped() == dropped);
}

TEST_CASE("a long line that is cut because nobody reads is finished later", "[R-LIM-04]") {
  pipe_ends pipe;
  descriptor_sink sink{pipe.write()};
  constexpr int count = 20;
  for (int number = 0; number < count; ++number) sink.write(line(number, 10'000));
  CHECK(sink.dropped() > 0);
  std::string text = drain(pipe.read());
  CHECK_FALSE(are_whole(text));
  sink.write(line(count, 10));
  text += drain(pipe.read());
  CHECK(are_whole(text));
  CHECK(support::count(text) + sink.dropped() == count + 1);
}

TEST_CASE("a reader gets whole lines, or they are counted") {
  pipe_ends pipe;
  descriptor_sink sink{pipe.write()};
  constexpr int count = 3000;
  std::string text;
  std::thread reader{[&] { text = support::read_until_end(pipe.read()); }};
  for (int number = 0; number < count; ++number) sink.write(line(number, 200));
  ::close(pipe.fds[1]);
  reader.join();
  CHECK(are_whole(text));
  CHECK(support::count(text) + sink.dropped() == count);
}

TEST_CASE("a pipe that has lost its reader ends the sink without a signal", "[R-WR-04][R-LIM-01]") {
  pipe_ends pipe;
  descriptor_sink sink{pipe.write()};
  pipe.close_read();
  sink.write("line\n");
  CHECK(sink.error() == EPIPE);
  CHECK(sink.dropped() == 1);
  CHECK(std::signal(SIGPIPE, SIG_DFL) == SIG_DFL);
}

TEST_CASE("the sink doesn't keep a pipe open that the program closes") {
  pipe_ends pipe;
  descriptor_sink sink{pipe.write()};
  sink.write("line\n");
  ::close(pipe.fds[1]);
  CHECK(support::read_until_end(pipe.read()) == "line\n");
  pipe.fds[1] = -1;
}

TEST_CASE("a stream socket that nobody reads gets whole lines", "[R-WR-07]") {
  pipe_ends ends;
  ends.close_read();
  ::close(ends.fds[1]);
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.fds) == 0);
  descriptor_sink sink{ends.write()};
  constexpr int count = 2000;
  for (int number = 0; number < count; ++number) sink.write(line(number, 5000));
  CHECK(sink.dropped() > 0);
  std::string text = drain(ends.read());
  sink.write(line(count, 10));
  text += drain(ends.read());
  CHECK(are_whole(text));
  CHECK(support::count(text) + sink.dropped() == count + 1);
  ends.close_read();
  sink.write("line\n");
  CHECK((sink.error() == EPIPE || sink.error() == ECONNRESET));
}

TEST_CASE("a full device costs lines but not the sink", "[R-DST-26]") {
  descriptor_sink sink{owned_descriptor{::open("/dev/full", O_WRONLY | O_CLOEXEC)}};
  for (int i = 0; i < 10; ++i) sink.write("line\n");
  CHECK(sink.dropped() == 10);
  CHECK(sink.drop_reason() == ENOSPC);
  CHECK(sink.error() == 0);
}

TEST_CASE("the file size limit neither kills the program nor ends the sink", "[R-WR-04]") {
  support::temporary_directory const directory;
  int const fd = open_for_append(directory / "f");
  int const dropped = support::run_in_child([&] {
    rlimit limit{1000, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    timeless_sink sink{fd};
    int number = 0;
    for (; number < 50; ++number) sink.write(line(number, 64));
    if (sink.drop_reason() != EFBIG || sink.error() != 0) return -1;
    limit.rlim_cur = RLIM_INFINITY;
    ::setrlimit(RLIMIT_FSIZE, &limit);
    for (; number < 100; ++number) sink.write(line(number, 64));
    return std::signal(SIGXFSZ, SIG_DFL) == SIG_DFL ? static_cast<int>(sink.dropped()) : -1;
  });
  CHECK(dropped == 34);
  CHECK(support::count(content_of(directory / "f")) == 66);
  ::close(fd);
  CHECK(are_whole(content_of(directory / "f")));
}

TEST_CASE("a limit that a line crosses later is survived as well", "[R-WR-04]") {
  support::temporary_directory const directory;
  int const fd = open_for_append(directory / "f");
  CHECK(support::run_in_child([&] {
          descriptor_sink sink{fd};
          rlimit const limit{1000, RLIM_INFINITY};
          ::setrlimit(RLIMIT_FSIZE, &limit);
          for (int number = 0; number < 50; ++number) sink.write(line(number, 64));
          return sink.drop_reason() == EFBIG ? 0 : 1;
        }) == 0);
  ::close(fd);
}

TEST_CASE("threads share a sink without mixing their lines", "[R-CON-06]") {
  support::temporary_directory const directory;
  constexpr int threads = 4;
  constexpr int each = 500;
  auto const run = [](descriptor_sink& sink) {
    std::vector<std::thread> running;
    for (int i = 0; i < threads; ++i)
      running.emplace_back([&sink, i] {
        for (int n = 0; n < each; ++n) sink.write(line(i * each + n, 50 + n % 100));
      });
    for (auto& thread : running) thread.join();
  };
  SECTION("on a file") {
    descriptor_sink sink{owned_descriptor{open_for_append(directory / "f")}};
    run(sink);
    CHECK(sink.dropped() == 0);
    std::string const text = content_of(directory / "f");
    CHECK(are_whole(text));
    CHECK(support::count(text) == threads * each);
  }
  SECTION("on a pipe") {
    pipe_ends pipe;
    descriptor_sink sink{pipe.write()};
    std::string text;
    std::thread reader{[&] { text = support::read_until_end(pipe.read()); }};
    run(sink);
    ::close(pipe.fds[1]);
    reader.join();
    CHECK(are_whole(text));
    CHECK(support::count(text) + sink.dropped() == threads * each);
  }
}

namespace {

/// A pseudo terminal whose other side nobody reads.
struct terminal {
  terminal() : master{::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)} {
    REQUIRE(master >= 0);
    REQUIRE(::grantpt(master) == 0);
    REQUIRE(::unlockpt(master) == 0);
    name = ::ptsname(master);
    slave = ::open(name.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    REQUIRE(slave >= 0);
    ::termios settings;
    REQUIRE(::tcgetattr(slave, &settings) == 0);
    ::cfmakeraw(&settings);
    settings.c_lflag |= TOSTOP;
    REQUIRE(::tcsetattr(slave, TCSANOW, &settings) == 0);
  }
  ~terminal() {
    ::close(slave);
    ::close(master);
  }

  int master;
  int slave = -1;
  std::string name;
};

}  // namespace

TEST_CASE("a terminal is known as one, and may stand still", "[R-DST-26][R-WR-07]") {
  terminal tty;
  bool const owned = GENERATE(false, true);
  int const own =
      owned ? ::open(tty.name.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1;
  descriptor_sink sink =
      owned ? descriptor_sink{owned_descriptor{own}} : descriptor_sink{tty.slave};
  CHECK(sink.is_terminal());
  constexpr int count = 3000;
  for (int number = 0; number < count; ++number) sink.write(line(number, 100));
  CHECK(sink.dropped() > 0);
  CHECK((::fcntl(tty.slave, F_GETFL) & O_NONBLOCK) == 0);

  // The kernel hands the bytes over some time later.
  std::string text;
  auto const expect = [&](std::uint64_t written) {
    support::read_while(tty.master, text, 10'000,
                        [&] { return support::count(text) + sink.dropped() < written; });
    CHECK(support::count(text) + sink.dropped() == written);
  };
  expect(count);
  sink.write(line(count, 100));
  expect(count + 1);
  CHECK(are_whole(text));
}

TEST_CASE("a program in the background isn't stopped by its trace") {
  terminal tty;
  CHECK(support::run_in_child([&] {
          ::setsid();
          if (::ioctl(tty.slave, TIOCSCTTY, 0) != 0) return 1;
          return support::result_of(support::start_child([&] {
            ::setpgid(0, 0);
            descriptor_sink sink{tty.slave};
            sink.write("line\n");
            return sink.dropped() == 0 ? 0 : 2;
          }));
        }) == 0);
}

TEST_CASE("a thread that is to be cancelled writes its line", "[R-CON-04]") {
  pipe_ends pipe;
  descriptor_sink sink{pipe.write()};
  std::thread thread{[&] {
    ::pthread_cancel(::pthread_self());
    sink.write("line\n");
  }};
  thread.join();
  CHECK(drain(pipe.read()) == "line\n");
}

TEST_CASE("a closed sink gives back what it owns and drops lines") {
  support::temporary_directory const directory;
  int const fd = open_for_append(directory / "file");
  descriptor_sink sink{owned_descriptor{fd}};
  sink.write("kept\n");
  sink.close();
  sink.close();
  CHECK(::fcntl(fd, F_GETFD) == -1);
  sink.write("lost\n");
  CHECK(sink.dropped() == 1);
  CHECK(sink.error() == EBADF);
  CHECK(content_of(directory / "file") == "kept\n");
}

TEST_CASE("a sink of the library's leaves alone what the program opens in place of its file") {
  support::temporary_directory const directory;
  for (int const way : {0, 1, 2, 3}) {
    int const mark = way < 2 ? 0 : static_cast<int>(trace2::detail::own_mark);
    bool const is_closed_first = way % 2 == 0;
    int const fd = ::open((directory / "trace").c_str(),
                          O_WRONLY | O_APPEND | O_CREAT | O_TRUNC | O_CLOEXEC | mark, 0600);
    int const data = open_for_append(directory / "data");
    {
      descriptor_sink sink{owned_descriptor{fd}};
      sink.write("kept\n");
      if (is_closed_first) ::close(fd);
      REQUIRE(::dup2(data, fd) == fd);
      sink.write("lost\nlost\n");
      CHECK(sink.error() == EBADF);
      sink.write("lost\n");
      CHECK(sink.dropped() == 3);
      CHECK(sink.drop_reason() == EBADF);
      sink.close();
      CHECK(::fcntl(fd, F_GETFD) >= 0);
    }
    CHECK(::close(fd) == 0);
    CHECK(::close(data) == 0);
    CHECK(content_of(directory / "trace") == "kept\n");
    CHECK(content_of(directory / "data").empty());
  }
}

TEST_CASE("a high number is known to be another file's 20 us after the last look") {
  support::temporary_directory const directory;
  trace2::detail::start_clock();
  int const low =
      ::open((directory / "trace").c_str(),
             O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | static_cast<int>(trace2::detail::own_mark),
             0600);
  int const fd = ::fcntl(low, F_DUPFD_CLOEXEC, 700);
  REQUIRE(fd >= 700);
  ::close(low);
  int const data = open_for_append(directory / "data");
  {
    descriptor_sink sink{owned_descriptor{fd}};
    for (int i = 0; i < 100; ++i) sink.write("kept\n");
    REQUIRE(::dup2(data, fd) == fd);
    std::int64_t const begin = trace2::detail::sink_system::monotonic_nanoseconds();
    while (trace2::detail::sink_system::monotonic_nanoseconds() - begin < 21'000) {
    }
    sink.write("lost\n");
    CHECK(sink.error() == EBADF);
    CHECK(sink.dropped() == 1);
  }
  CHECK(::close(fd) == 0);
  CHECK(::close(data) == 0);
  CHECK(content_of(directory / "trace").size() == 500);
  CHECK(content_of(directory / "data").empty());
}

TEST_CASE("a pipe of the library's whose number the program uses gets no line") {
  pipe_ends pipe;
  pipe_ends programs;
  int const fd = ::fcntl(pipe.write(), F_DUPFD, 100);
  descriptor_sink sink{owned_descriptor{fd}};
  sink.write("kept\n");
  REQUIRE(::dup2(programs.write(), fd) == fd);
  sink.write("lost\n");
  CHECK(sink.error() == EBADF);
  CHECK(drain(pipe.read()) == "kept\n");
  CHECK(drain(programs.read()).empty());
  ::close(fd);
}

TEST_CASE("a descriptor of the program's stays open when its sink is closed") {
  support::temporary_directory const directory;
  int const fd = open_for_append(directory / "file");
  descriptor_sink sink{fd};
  sink.close();
  sink.write("still\n");
  CHECK(content_of(directory / "file") == "still\n");
  CHECK(::close(fd) == 0);
}

}  // namespace descriptor_test
