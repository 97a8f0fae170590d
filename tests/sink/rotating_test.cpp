#include <trace2/detail/system/sink_system.hpp>
#include <trace2/sink/rotating.hpp>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/cancellation.hpp"
#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <utime.h>

namespace rotating_test {

using trace2::rotating_sink;

namespace {

std::size_t open_descriptors() {
  std::filesystem::directory_iterator const all{"/proc/self/fd"};
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// The numbers of all lines in a directory, each of which must be "<writer> <number>" and whole.
std::vector<std::vector<int>> numbers_in(std::filesystem::path const& directory, int writers,
                                         int lines) {
  std::vector<std::vector<int>> found(static_cast<std::size_t>(writers),
                                      std::vector<int>(static_cast<std::size_t>(lines)));
  for (auto const& file : std::filesystem::directory_iterator{directory}) {
    std::string const text = support::content_of(file.path());
    for (std::size_t at = 0; at < text.size();) {
      std::size_t const end = text.find('\n', at);
      REQUIRE(end != text.npos);
      std::string const line = text.substr(at, end - at);
      REQUIRE(line.size() > 100);
      REQUIRE(line.ends_with(" end"));
      ++found.at(std::stoul(line)).at(std::stoul(line.substr(line.find(' '))));
      at = end + 1;
    }
  }
  return found;
}

/// Stops a thread in the middle of a look at the file.
struct waiting_system : trace2::detail::sink_system {
  static int status(int fd, trace2::detail::file_status& status) noexcept {
    while (waits) is_waiting = true;
    return sink_system::status(fd, status);
  }
  static inline std::atomic<bool> waits{false};
  static inline std::atomic<bool> is_waiting{false};
};

/// A disk that runs full, and a clock, as tests want them.
struct clocked_system : trace2::detail::sink_system {
  static std::int64_t monotonic_nanoseconds() noexcept { return now; }
  static ssize_t write(int fd, std::string_view bytes) noexcept {
    return is_full ? -ENOSPC : sink_system::write(fd, bytes);
  }
  static inline std::int64_t now = 1;
  static inline bool is_full = false;
};

/// While it is set, all files are another user's.
struct foreign_system : trace2::detail::sink_system {
  static int status(int fd, trace2::detail::file_status& status) noexcept {
    int const result = sink_system::status(fd, status);
    if (is_foreign) {
      struct ::stat strangers{};
      ::fstat(fd, &strangers);
      ++strangers.st_uid;
      status = trace2::detail::file_status{strangers};
    }
    return result;
  }
  static inline bool is_foreign = false;
};

void write_lines(rotating_sink& to, int writer, int lines) {
  for (int i = 0; i < lines; ++i)
    to.write(std::to_string(writer) + ' ' + std::to_string(i) + ' ' + std::string(100, 'x') +
             " end\n");
}

}  // namespace

TEST_CASE("a file that is too large is put aside, and the oldest goes") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  auto const before = open_descriptors();
  {
    rotating_sink to{path.c_str(), {.size = 1600, .kept = 2}};
    CHECK(to.error() == 0);
    write_lines(to, 0, 100);
    CHECK(to.dropped() == 0);
    CHECK(open_descriptors() == before + 1);
  }
  CHECK(open_descriptors() == before);
  CHECK(std::filesystem::file_size(path + ".1") >= 1600);
  CHECK(std::filesystem::file_size(path + ".1") < 2000);
  CHECK(std::filesystem::exists(path + ".2"));
  CHECK_FALSE(std::filesystem::exists(path + ".3"));
  CHECK(support::content_of(path + ".1").ends_with(" end\n"));
}

TEST_CASE("a file that can't be put aside costs no other one") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  std::filesystem::create_directories(path + ".2/in the way");
  directory.write("trace.1", "before\n");
  rotating_sink sink{path.c_str(), {.size = 10, .kept = 2}};
  for (int i = 0; i < 3; ++i) {
    sink.write("a line of more than ten bytes\n");
  }
  CHECK(support::content_of(path + ".1") == "before\n");
  CHECK(support::content_of(path).size() == 90);
}

TEST_CASE("a file of an earlier period is put aside") {
  support::temporary_directory const directory;
  std::string const path = directory.write("trace", "old\n");
  utimbuf const long_ago{1000, 1000};
  REQUIRE(::utime(path.c_str(), &long_ago) == 0);
  rotating_sink to{path.c_str(), {.seconds = 86400 * 365 * 20}};
  to.write("last\n");
  to.write("new\n");
  CHECK(support::content_of(path + ".1") == "old\nlast\n");
  CHECK(support::content_of(path) == "new\n");
}

TEST_CASE("a sink follows a file that somebody else has moved") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  rotating_sink to{path.c_str(), {.size = 160}};
  to.write("one\n");
  std::filesystem::rename(path, path + ".old");
  to.write("a line of the old file\n");
  to.write("two\n");
  CHECK(support::content_of(path + ".old") == "one\na line of the old file\n");
  CHECK(support::content_of(path) == "two\n");
}

TEST_CASE("a sink tells what it has lost and why, also after the file has changed") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  trace2::basic_rotating_sink<clocked_system> to{path.c_str(), {.kept = 1}};
  to.write("one\n");
  clocked_system::is_full = true;
  to.write("two\n");
  clocked_system::is_full = false;
  CHECK(to.drop_reason() == ENOSPC);
  std::filesystem::rename(path, path + ".moved");
  clocked_system::now += 2'000'000'000;
  to.write("three\n");
  to.write("four\n");
  CHECK(support::content_of(path) == "four\n");
  CHECK(to.dropped() == 1);
  CHECK(to.drop_reason() == ENOSPC);
}

TEST_CASE("links are neither followed nor moved") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  std::string const other = directory.write("other", "");
  std::filesystem::create_symlink(other, path);
  rotating_sink to{path.c_str(), {.size = 16}};
  for (int i = 0; i < 4; ++i) to.write("0123456789\n");
  CHECK(support::content_of(other).size() == 44);
  CHECK(std::filesystem::is_symlink(path));
}

TEST_CASE("a new file may be read by nobody who may not read the old one") {
  support::temporary_directory const directory;
  std::string const path = directory.write("trace", "");
  REQUIRE(::chmod(path.c_str(), 0600) == 0);
  rotating_sink to{path.c_str(), {.size = 16}};
  for (int i = 0; i < 4; ++i) to.write("0123456789\n");
  struct stat status {};
  REQUIRE(std::filesystem::exists(path + ".1"));
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
}

TEST_CASE("a file that has another name too is not followed") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  std::string const other = directory.write("other", "");
  rotating_sink to{path.c_str(), {.size = 16}};
  std::filesystem::rename(path, path + ".old");
  std::filesystem::create_hard_link(other, path);
  for (int i = 0; i < 4; ++i) to.write("0123456789\n");
  CHECK(support::content_of(other).empty());
  CHECK(support::content_of(path + ".old").size() == 44);
}

TEST_CASE("a file of another user is not followed") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  trace2::basic_rotating_sink<foreign_system> to{path.c_str(), {.size = 16}};
  auto const before = open_descriptors();
  std::filesystem::rename(path, path + ".old");
  directory.write("trace", "");
  foreign_system::is_foreign = true;
  for (int i = 0; i < 4; ++i) to.write("0123456789\n");
  foreign_system::is_foreign = false;
  CHECK(support::content_of(path).empty());
  CHECK(support::content_of(path + ".old").size() == 44);
  CHECK(open_descriptors() == before);
}

TEST_CASE("a stranger who locks the file delays its rotation by ten seconds") {
  support::temporary_directory const directory;
  std::string const path = directory.write("trace", "");
  int const stranger = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  REQUIRE(::flock(stranger, LOCK_SH | LOCK_NB) == 0);
  trace2::basic_rotating_sink<clocked_system> to{path.c_str(), {.size = 16}};
  for (int i = 0; i < 4; ++i) to.write("0123456789abcdef\n");
  CHECK_FALSE(std::filesystem::exists(path + ".1"));
  clocked_system::now += 11'000'000'000;
  to.write("0123456789abcdef\n");
  CHECK(std::filesystem::exists(path + ".1"));
  ::close(stranger);
}

TEST_CASE("a thread that is to be cancelled puts a file aside unharmed") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  rotating_sink to{path.c_str(), {.size = 16}};
  CHECK(support::outlives_cancellation([&] {
    for (int i = 0; i < 4; ++i) to.write("0123456789abcdef\n");
  }));
  CHECK(std::filesystem::exists(path + ".1"));
}

TEST_CASE("a child that is forked while a thread looks at the file rotates by itself") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  trace2::basic_rotating_sink<waiting_system> to{path.c_str(), {.size = 16}};
  waiting_system::waits = true;
  std::thread looking{[&to] { to.write("0123456789abcdef\n"); }};
  while (!waiting_system::is_waiting) std::this_thread::yield();
  int const result = support::run_in_child([&] {
    waiting_system::waits = false;
    for (int i = 0; i < 4; ++i) to.write("0123456789abcdef\n");
    return std::filesystem::exists(path + ".1") ? 0 : 1;
  });
  waiting_system::waits = false;
  looking.join();
  CHECK(result == 0);
}

TEST_CASE("forked processes share a sink whose file rotates, and every line is there once") {
  constexpr int processes = 3;
  constexpr int lines = 1000;
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  rotating_sink to{path.c_str(), {.size = 2048, .kept = 1000}};
  std::vector<pid_t> children;
  for (int process = 0; process < processes; ++process)
    children.push_back(support::start_child([&] {
      write_lines(to, process, lines);
      return to.dropped() == 0 ? 0 : 1;
    }));
  for (pid_t const child : children) CHECK(support::result_of(child) == 0);
  std::size_t wrong = 0;
  for (auto const& writer : numbers_in(directory.path(), processes, lines))
    for (int const times : writer) wrong += times != 1;
  CHECK(wrong == 0);
}

TEST_CASE("threads and processes append to one file that rotates, and every line is there once") {
  constexpr int processes = 2;
  constexpr int threads = 3;
  constexpr int lines = 2000;
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  std::vector<pid_t> children;
  for (int process = 0; process < processes; ++process)
    children.push_back(support::start_child([&] {
      auto const before = open_descriptors();
      {
        rotating_sink to{path.c_str(), {.size = 64 << 10, .kept = 1000}};
        std::vector<std::thread> running;
        for (int i = 0; i < threads; ++i)
          running.emplace_back(
              [&to, writer = process * threads + i] { write_lines(to, writer, lines); });
        for (std::thread& each : running) each.join();
        if (to.dropped() != 0 || open_descriptors() != before + 1) return 1;
      }
      return open_descriptors() == before ? 0 : 2;
    }));
  for (pid_t const child : children) CHECK(support::result_of(child) == 0);
  std::size_t wrong = 0;
  for (auto const& writer : numbers_in(directory.path(), processes * threads, lines))
    for (int const times : writer) wrong += times != 1;
  CHECK(wrong == 0);
  CHECK(std::filesystem::exists(path + ".1"));
}

}  // namespace rotating_test
