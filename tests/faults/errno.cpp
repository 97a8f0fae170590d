// Each system call of each sink fails, with each errno value that is plausible for it, once, twice
// and from then on; writes are cut before that, too. No call may throw, hold the program for long
// or change errno, and each line arrives whole or is counted as lost.
//
// A loop inside of a call that a class in front of the system replaces is not tested by its faults:
// one that repeated a call for ever while signals interrupt it went unnoticed here. Such loops are
// where these faults reach them, and real signals interrupt real calls in the last tests.
#include <trace2/session/trace_directory.hpp>
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/descriptor.hpp>
#include <trace2/sink/file.hpp>
#include <trace2/sink/unix_socket.hpp>
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "failing_system.hpp"
#include "report.hpp"
#include "support/catch.hpp"
#include "support/collector.hpp"
#include "support/lines.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

namespace {

using faults::call;
using faults::failing_system;
using faults::plan;
using tracer = trace2::basic_tracer<true, trace2::default_targets>;
using line_target = trace2::target<trace2::format::json>;

/// A sink that a test destroys, as programs seldom do.
template <class Sink>
struct ending final : Sink {
  using Sink::Sink;
};
using descriptor_sink = ending<trace2::basic_descriptor_sink<failing_system>>;
using file_sink = ending<trace2::basic_file_sink<failing_system>>;
using unix_socket_sink = trace2::basic_unix_socket_sink<failing_system>;

/// One destination of a kind, anew for each round: its sink, and the bytes that arrive behind it.
class channel {
 public:
  virtual ~channel() = default;
  /// Null when the destination could not be opened.
  virtual trace2::sink* sink() = 0;
  /// Ends the sink and returns all bytes that arrived, one text for each file or connection.
  virtual std::vector<std::string> finish() = 0;
};

/// A file that the sink opens.
class file_channel final : public channel {
 public:
  explicit file_channel(support::temporary_directory const& in) : path_{in / "file"} {
    ::unlink(path_.c_str());
    sink_.emplace(path_.c_str());
  }
  trace2::sink* sink() override { return &*sink_; }
  std::vector<std::string> finish() override {
    sink_.reset();
    return {support::content_of(path_)};
  }

 private:
  std::string path_;
  std::optional<file_sink> sink_;
};

/// A file of its own in a directory, which is about to be full.
class directory_channel final : public channel {
 public:
  explicit directory_channel(support::temporary_directory const& in, int most = 0)
      : path_{in / "directory"} {
    std::filesystem::create_directory(path_);
    for (auto const& entry : std::filesystem::directory_iterator{path_})
      std::filesystem::remove(entry.path());
    if (most != 0) in.write("directory/first", "");
    trace2::detail::directory_file const made =
        trace2::detail::open_in_directory<failing_system>(path_, "name", most);
    // As the opener of destinations does.
    if (made.fd.value >= 0) sink_.emplace(made.fd);
  }
  trace2::sink* sink() override { return sink_ ? &*sink_ : nullptr; }
  std::vector<std::string> finish() override {
    sink_.reset();
    std::vector<std::string> texts;
    for (auto const& entry : std::filesystem::directory_iterator{path_})
      texts.push_back(support::content_of(entry.path()));
    return texts;
  }

 private:
  std::string path_;
  std::optional<descriptor_sink> sink_;
};

/// Two connected descriptors of the program: a pipe, a terminal or sockets.
class connected_channel final : public channel {
 public:
  enum class kind { pipe, terminal, stream, messages };

  explicit connected_channel(kind what) {
    int ends[2] = {-1, -1};
    if (what == kind::pipe) {
      REQUIRE(::pipe(ends) == 0);
    } else if (what == kind::terminal) {
      ends[0] = ::posix_openpt(O_RDWR | O_NOCTTY);
      REQUIRE(::grantpt(ends[0]) == 0);
      REQUIRE(::unlockpt(ends[0]) == 0);
      ends[1] = ::open(::ptsname(ends[0]), O_RDWR | O_NOCTTY);
      REQUIRE(ends[1] >= 0);
      ::termios raw{};
      ::tcgetattr(ends[1], &raw);
      ::cfmakeraw(&raw);
      ::tcsetattr(ends[1], TCSANOW, &raw);
    } else {
      int const type = what == kind::stream ? SOCK_STREAM : SOCK_SEQPACKET;
      REQUIRE(::socketpair(AF_UNIX, type, 0, ends) == 0);
    }
    read_ = ends[0];
    write_ = ends[1];
    sink_.emplace(write_);
  }
  ~connected_channel() override {
    sink_.reset();
    ::close(read_);
    ::close(write_);
  }
  trace2::sink* sink() override { return &*sink_; }
  std::vector<std::string> finish() override { return {support::drain(read_)}; }

 private:
  int read_ = -1;
  int write_ = -1;
  std::optional<descriptor_sink> sink_;
};

/// A collector at a path, which accepts all connections but reads them only at the end.
class socket_channel final : public channel {
 public:
  socket_channel(support::temporary_directory const& in, int type)
      : type_{type}, path_{in / "socket"} {
    ::unlink(path_.c_str());
    listener_ = ::socket(AF_UNIX, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path_.copy(address.sun_path, sizeof address.sun_path);
    REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    if (type == SOCK_STREAM) REQUIRE(::listen(listener_, 64) == 0);
    sink_.emplace(path_);
  }
  ~socket_channel() override { ::close(listener_); }
  trace2::sink* sink() override { return &*sink_; }
  std::vector<std::string> finish() override {
    std::vector<std::string> texts;
    if (type_ == SOCK_DGRAM) texts.push_back(support::drain(listener_));
    sink_.reset();
    int connection = -1;
    while (type_ == SOCK_STREAM && (connection = ::accept(listener_, nullptr, nullptr)) >= 0) {
      texts.push_back(support::drain(connection));
      ::close(connection);
    }
    return texts;
  }

 private:
  int type_;
  std::string path_;
  int listener_ = -1;
  std::optional<unix_socket_sink> sink_;
};

/// Lines that are held back for another channel.
class buffered_channel final : public channel {
 public:
  explicit buffered_channel(std::unique_ptr<channel> to)
      : to_{std::move(to)}, sink_{std::in_place, *to_->sink(), std::size_t{4096}} {}
  trace2::sink* sink() override { return &*sink_; }
  std::vector<std::string> finish() override {
    sink_.reset();
    return to_->finish();
  }

 private:
  std::unique_ptr<channel> to_;
  std::optional<trace2::buffered_sink> sink_;
};

/// Makes the faults of one kind of channel, round by round.
class rounds {
 public:
  using maker = std::unique_ptr<channel> (*)(support::temporary_directory const&);

  explicit rounds(char const* kind, maker make) : make_{make}, report_{.kind = kind} {
    trace2::target<trace2::format::normal>::state.close();
    trace2::target<trace2::format::perf>::state.close();
    line_target::state.close();
  }

  void run() {
    std::vector<call> const calls = check({});
    REQUIRE(!calls.empty());
    for (unsigned at = 1; at <= calls.size(); ++at) {
      call const which = calls[at - 1];
      for (int const error : faults::errors_of(which))
        for (unsigned const count : {1U, 2U, plan::for_ever})
          check({.first = at, .count = count, .error = error});
      if (which != call::write && which != call::send) continue;
      check({.cut_at = at});
      for (int const error : faults::errors_of(which))
        for (unsigned const count : {1U, 3U, plan::for_ever})
          check({.first = at + 1, .count = count, .error = error, .cut_at = at});
    }
    report_.print();
    CHECK(report_.is_good());
  }

 private:
  static constexpr int lines_of_a_round = 5;
  static constexpr std::int64_t longest_call = 100'000'000;  // nanoseconds

  /// Runs a round and returns the calls that were made.
  std::vector<call> check(plan const& faults) {
    failing_system::begin_round(faults);
    ++report_.rounds;
    problem_.clear();
    emitted_ = 0;
    std::unique_ptr<channel> to = make_(directory_);
    if (failing_system::now - start_of_round > longest_call) hang("opening");
    std::uint64_t lost = 0;
    int error = 0;
    if (trace2::sink* const sink = to->sink(); sink != nullptr) {
      line_target::state.open(*sink, {.format = {.nesting_limit = 99}});
      for (int i = 0; i < lines_of_a_round; ++i) {
        emit(i);
        failing_system::now += 20'000'000;  // time goes by, so that connections are opened again
      }
      line_target::state.close();
      lost = line_target::state.lost() + sink->dropped();
      error = sink->error();
    }
    std::vector<call> const calls = failing_system::calls;
    check_lines(to->finish(), lost, faults, error);
    to.reset();
    close_leaks(faults);
    report_.made += failing_system::made;
    if (!problem_.empty()) {
      INFO("call " << faults.first << " to " << faults.first + faults.count - 1 << " fails with "
                   << faults.error << ", write " << faults.cut_at << " is cut");
      FAIL_CHECK(problem_);
    }
    return calls;
  }

  void emit(int number) {
    constexpr int mark = 4711;
    std::int64_t const before = failing_system::now;
    errno = mark;
    tracer::data("faults", "n", number);
    ++emitted_;
    if (errno != mark) {
      ++report_.crashes;
      problem_ = "errno has changed";
    }
    if (failing_system::now - before > longest_call) hang("a line");
  }

  /// The library's descriptors have high numbers. It leaves one open only if it can't find out
  /// whether the number still is its own.
  void close_leaks(plan const& faults) {
    constexpr int first = 900;
    constexpr int last = 1023;
    for (int fd = first; fd <= last; ++fd)
      if (::close(fd) == 0 && !faults::may_fail(call::fstat, faults.error))
        problem("a descriptor stays open: ", std::to_string(fd));
  }

  void hang(char const* what) {
    ++report_.hangs;
    problem_ = std::string{what} + " took too long";
  }

  /// A line may be cut only where a channel has ended, or where it still fails.
  void check_lines(std::vector<std::string> const& texts, std::uint64_t lost, plan const& faults,
                   int error) {
    std::uint64_t arrived = 0;
    std::string seen;
    for (std::string_view text : texts) {
      while (!text.empty()) {
        std::size_t const size = trace2::detail::first_line(text);
        std::string_view const line = text.substr(0, size);
        text.remove_prefix(size);
        if (line.back() != '\n') {
          bool const has_ended = error != 0 || texts.size() > 1 || faults.count > 2;
          if (faults.cut_at == 0 || !has_ended) problem("a line is cut: ", line);
        } else if (std::size_t const at = line.find(R"("key":"n","value":")");
                   at == line.npos || !line.ends_with("\"}\n") || !line.starts_with("{\"event\"")) {
          problem("a line is torn: ", line);
        } else {
          std::string const number{line.substr(at + 17, line.size() - at - 20)};
          if (seen.find(number + ',') != seen.npos) problem("a line is there twice: ", line);
          seen += number + ',';
          ++arrived;
        }
      }
    }
    if (lost + arrived != emitted_)
      problem("uncounted: ", std::to_string(emitted_) + " emitted, " + std::to_string(arrived) +
                                 " arrived, " + std::to_string(lost) + " counted as lost");
  }

  void problem(std::string_view what, std::string_view detail) {
    ++report_.losses;
    problem_.append(what).append(detail);
  }

  static constexpr std::int64_t start_of_round = 1'000'000'000'000;

  maker make_;
  faults::report report_;
  trace2::testing::memory_session<tracer> session_;
  support::temporary_directory directory_;
  std::string problem_;
  std::uint64_t emitted_ = 0;
};

template <connected_channel::kind Kind>
std::unique_ptr<channel> connected(support::temporary_directory const&) {
  return std::make_unique<connected_channel>(Kind);
}
template <int Type>
std::unique_ptr<channel> collector(support::temporary_directory const& in) {
  return std::make_unique<socket_channel>(in, Type);
}
template <class Channel>
std::unique_ptr<channel> opened(support::temporary_directory const& in) {
  return std::make_unique<Channel>(in);
}

}  // namespace

TEST_CASE("no error of a file harms", "[R-LIM-03][R-WR-04]") {
  rounds{"errno,file", opened<file_channel>}.run();
}

TEST_CASE("no error of a file in a directory harms", "[R-DST-10][R-WR-04]") {
  rounds{"errno,directory", opened<directory_channel>}.run();
}

TEST_CASE("no error of a directory that becomes full harms", "[R-DST-16][R-WR-04]") {
  rounds{"errno,full_directory",
         [](support::temporary_directory const& in) {
           return std::unique_ptr<channel>{std::make_unique<directory_channel>(in, 1)};
         }}
      .run();
}

TEST_CASE("no error of a pipe harms", "[R-WR-07][R-WR-08]") {
  rounds{"errno,pipe", connected<connected_channel::kind::pipe>}.run();
}

TEST_CASE("no error of a terminal harms", "[R-WR-07]") {
  rounds{"errno,terminal", connected<connected_channel::kind::terminal>}.run();
}

TEST_CASE("no error of a connected socket harms", "[R-WR-07]") {
  rounds{"errno,socket", connected<connected_channel::kind::stream>}.run();
}

TEST_CASE("no error of a socket for messages harms", "[R-DST-23]") {
  rounds{"errno,messages", connected<connected_channel::kind::messages>}.run();
}

TEST_CASE("no error of a collector harms", "[R-DST-22][R-WR-07]") {
  rounds{"errno,unix_socket", collector<SOCK_STREAM>}.run();
}

TEST_CASE("no error of a collector of datagrams harms", "[R-DST-23]") {
  rounds{"errno,unix_datagrams", collector<SOCK_DGRAM>}.run();
}

TEST_CASE("no error of the file behind a buffer harms", "[R-WR-04]") {
  rounds{"errno,buffered_file",
         [](support::temporary_directory const& in) {
           return std::unique_ptr<channel>{
               std::make_unique<buffered_channel>(std::make_unique<file_channel>(in))};
         }}
      .run();
}

TEST_CASE("no error of the pipe behind a buffer harms", "[R-WR-08]") {
  rounds{"errno,buffered_pipe",
         [](support::temporary_directory const&) {
           return std::unique_ptr<channel>{std::make_unique<buffered_channel>(
               std::make_unique<connected_channel>(connected_channel::kind::pipe))};
         }}
      .run();
}

namespace {

/// Signals that interrupt the calls of this thread, 10,000 times a second.
class signal_storm {
 public:
  signal_storm() {
    struct ::sigaction action {};
    action.sa_handler = [](int) {};
    REQUIRE(::sigaction(SIGALRM, &action, &before_) == 0);
    set_interval(100);
  }
  ~signal_storm() {
    set_interval(0);
    ::sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  static void set_interval(int microseconds) {
    itimerval const next{{0, microseconds}, {0, microseconds}};
    ::setitimer(ITIMER_REAL, &next, nullptr);
  }
  struct ::sigaction before_ {};
};

/// Writes lines in a storm to a sink whose reader takes `bytes_at_once` and then sleeps.
void write_in_storm(trace2::sink& sink, int read_from, std::size_t bytes_at_once,
                    auto const& hang_up) {
  constexpr int lines = 3000;
  std::string text;
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  ::pthread_sigmask(SIG_BLOCK, &alarm, nullptr);
  std::thread reader{[&] {
    std::string room(bytes_at_once, '\0');
    for (ssize_t got = 0; (got = ::read(read_from, room.data(), room.size())) > 0;) {
      text.append(room, 0, static_cast<std::size_t>(got));
      ::usleep(200);
    }
  }};
  ::pthread_sigmask(SIG_UNBLOCK, &alarm, nullptr);
  double slowest = 0;
  {
    signal_storm const storm;
    for (int i = 0; i < lines; ++i) {
      std::string const line = std::to_string(i) + std::string(200, 'x') + '\n';
      double const begin = faults::now();
      sink.write(line);
      double const taken = faults::now() - begin;
      if (taken > slowest) slowest = taken;
    }
    sink.write_now({});
  }
  hang_up();
  reader.join();
  std::uint64_t arrived = 0;
  for (std::string_view rest = text; !rest.empty(); ++arrived) {
    std::size_t const size = trace2::detail::first_line(rest);
    CHECK(rest.substr(0, size).ends_with("xx\n"));
    rest.remove_prefix(size);
  }
  CHECK(arrived + sink.dropped() == lines);
  CHECK(arrived > lines / 100);
  CHECK(slowest < 0.5);  // 40 ms, on a machine that has time
}

}  // namespace

TEST_CASE("a storm of signals costs a slow pipe no line uncounted", "[R-WR-08]") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  {
    ending<trace2::descriptor_sink> sink{ends[1]};
    write_in_storm(sink, ends[0], 4096, [&] { ::close(ends[1]); });
  }
  ::close(ends[0]);
}

TEST_CASE("a storm of signals costs a slow collector no line uncounted", "[R-WR-07]") {
  support::temporary_directory const directory;
  support::collector listener{directory / "socket"};
  trace2::unix_socket_sink sink{directory / "socket"};
  listener.accept();
  write_in_storm(sink, listener.connection(), 4096, [&] { sink.close(); });
}
