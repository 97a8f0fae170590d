#include <trace2/sink/file.hpp>

#include <cerrno>
#include <fstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/lines.hpp"
#include "support/skip.hpp"
#include "support/temporary_directory.hpp"
#include "support/timeless_system.hpp"
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

namespace file_test {

using support::content_of;
using support::line;
using trace2::file_sink;

TEST_CASE("a file is made, and appended to if it exists", "[R-DST-04]") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  {
    file_sink sink{path.c_str()};
    CHECK(sink.error() == 0);
    sink.write("one\n");
  }
  {
    file_sink sink{path.c_str()};
    sink.write("two\n");
  }
  CHECK(content_of(path) == "one\ntwo\n");
}

TEST_CASE("a new file has Git's mode", "[R-DST-04]") {
  support::temporary_directory const directory;
  ::mode_t const before = ::umask(027);
  { file_sink const sink{(directory / "trace").c_str()}; }
  ::umask(before);
  struct ::stat status;
  REQUIRE(::stat((directory / "trace").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0640);
}

TEST_CASE("a file that can't be opened is told of", "[R-DST-07]") {
  support::temporary_directory const directory;
  CHECK(file_sink{(directory / "missing/trace").c_str()}.error() == ENOENT);
  CHECK(file_sink{directory.path().c_str()}.error() == EISDIR);
}

TEST_CASE("children don't inherit the file", "[R-DST-08][R-LIM-10]") {
  support::temporary_directory const directory;
  auto const fd = trace2::detail::open_file((directory / "trace").c_str());
  REQUIRE(fd.value >= 3);
  CHECK((::fcntl(fd.value, F_GETFD) & FD_CLOEXEC) != 0);
  CHECK((::fcntl(fd.value, F_GETFL) & O_APPEND) != 0);
  ::close(fd.value);
}

TEST_CASE("processes share a file without mixing their lines", "[R-WR-08][R-CON-06]") {
  support::temporary_directory const directory;
  std::string const path = directory / "trace";
  constexpr int each = 500;
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i)
    children.push_back(support::start_child([&, i] {
      file_sink sink{path.c_str()};
      for (int n = 0; n < each; ++n) sink.write(line(i * each + n, 60 + n % 50));
      return static_cast<int>(sink.dropped());
    }));
  for (pid_t const child : children) CHECK(support::result_of(child) == 0);
  CHECK(support::count(content_of(path)) == 3 * each);
  CHECK(support::are_whole(content_of(path)));
}

TEST_CASE("a FIFO without reader is refused, not waited for", "[R-DST-26][R-WR-07]") {
  support::temporary_directory const directory;
  std::string const path = directory / "fifo";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  CHECK(file_sink{path.c_str()}.error() == ENXIO);
}

TEST_CASE("a FIFO whose reader doesn't read gets whole lines", "[R-WR-07]") {
  support::temporary_directory const directory;
  std::string const path = directory / "fifo";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  int const reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  file_sink sink{path.c_str()};
  REQUIRE(sink.error() == 0);
  constexpr int count = 2000;
  for (int number = 0; number < count; ++number) sink.write(line(number, 100));
  CHECK(sink.dropped() > 0);
  std::string const text = support::drain(reader);
  CHECK(support::are_whole(text));
  CHECK(support::count(text) + sink.dropped() == count);
  ::close(reader);
  sink.write("line\n");
  CHECK(sink.error() == EPIPE);
}

namespace {

/// Whether this process can mount now, for itself only. An ordinary user needs a user namespace for
/// that, which some systems forbid.
bool has_own_mounts() {
  uid_t const user = ::geteuid();
  gid_t const group = ::getegid();
  if (user == 0) return ::unshare(CLONE_NEWNS) == 0;
  if (::unshare(CLONE_NEWNS | CLONE_NEWUSER) != 0) return false;
  auto const is_written = [](char const* path, std::string const& text) {
    std::ofstream file{path};
    return bool{file << text << std::flush};
  };
  return is_written("/proc/self/setgroups", "deny") &&
         is_written("/proc/self/uid_map", std::to_string(user) + ' ' + std::to_string(user) + " 1") &&
         is_written("/proc/self/gid_map", std::to_string(group) + ' ' + std::to_string(group) + " 1");
}

}  // namespace

TEST_CASE("a full file system costs lines until there is room again", "[R-LIM-03][R-LIM-04]") {
  support::temporary_directory const directory;
  constexpr int no_rights = 77;
  std::string const mounted = directory / "small";
  REQUIRE(::mkdir(mounted.c_str(), 0700) == 0);
  int const result = support::run_in_child([&] {
    if (!has_own_mounts()) return no_rights;
    ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    if (::mount("trace2", mounted.c_str(), "tmpfs", 0, "size=16k") != 0) return no_rights;

    std::string const ballast = mounted + "/ballast";
    int const fd = ::open(ballast.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (::write(fd, std::string(8192, 'x').data(), 8192) != 8192) return 1;
    ::close(fd);

    trace2::basic_file_sink<support::timeless_system> sink{(mounted + "/trace").c_str()};
    int number = 0;
    for (; number < 200; ++number) sink.write(line(number, 100));
    if (sink.dropped() == 0 || sink.drop_reason() != ENOSPC || sink.error() != 0) return 2;
    ::unlink(ballast.c_str());
    for (; number < 220; ++number) sink.write(line(number, 100));
    std::string const text = content_of(mounted + "/trace");
    if (!support::are_whole(text)) return 3;
    if (text.find(line(219, 100)) == std::string::npos) return 4;
    return support::count(text) + sink.dropped() == 220 ? 0 : 5;
  });
  if (result == no_rights)
    support::skip("mounting is not allowed");
  else
    CHECK(result == 0);
}

}  // namespace file_test
