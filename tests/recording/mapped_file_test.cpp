#include <trace2/detail/system/features.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_file.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <thread>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/mapped_size.hpp"
#include "support/sanitizers.hpp"
#include "support/skip.hpp"
#include "support/truncation_fault.hpp"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mapped_file_test {

using namespace trace2::detail::recording;

namespace {

int make_file() { return ::memfd_create("file_test", MFD_CLOEXEC); }

/// Takes a chunk and lets go of it again.
bool takes(mapped_file& target, std::size_t size) {
  mapped_chunk chunk = target.take(size);
  bool const is_taken{chunk};
  mapped_file::let_go(chunk);
  return is_taken;
}

std::string contents(int fd, std::size_t size) {
  std::string bytes(size, '?');
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::pread(fd, bytes.data(), size, 0))));
  return bytes;
}

}  // namespace

TEST_CASE("a new recording has a header") {
  mapped_file target;
  int const fd = make_file();
  REQUIRE(target.open(fd, 1 << 20, ring_flag) == 0);
  CHECK(std::memcmp(target.header().magic, file_magic, sizeof file_magic) == 0);
  CHECK(target.header().flags == ring_flag);
  CHECK(target.header().pid == static_cast<std::uint64_t>(::getpid()));
  CHECK(contents(fd, 8) == std::string(file_magic, 8));
  target.close();
}

TEST_CASE("only empty files are taken") {
  int const fd = make_file();
  REQUIRE(::write(fd, "x", 1) == 1);
  mapped_file target;
  CHECK(target.open(fd, 1 << 20, 0) == -EINVAL);
  CHECK(target.open(-1, 1 << 20, 0) == -EBADF);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(target.open(ends[1], 1 << 20, 0) == -EINVAL);
  ::close(ends[0]);
  ::close(ends[1]);
  ::close(fd);
}

TEST_CASE("chunks are there as soon as they are taken, and stay within the limit") {
  mapped_file target;
  int const fd = make_file();
  REQUIRE(target.open(fd, header_size + 3 * granule, 0) == 0);
  mapped_chunk chunk = target.take(2 * granule);
  REQUIRE(chunk);
  CHECK(chunk.size() == 2 * granule);
  CHECK(chunk.place->size == 2 * granule);
  CHECK(::lseek(fd, 0, SEEK_END) == static_cast<off_t>(header_size + 2 * granule));
  reinterpret_cast<char*>(chunk.place)[100] = 'x';
  CHECK(contents(fd, header_size + 101).back() == 'x');
  CHECK_FALSE(takes(target, 2 * granule));
  CHECK(takes(target, granule));
  mapped_file::let_go(chunk);
  target.close();
}

TEST_CASE("a program that closes the descriptor and opens another file keeps that one") {
  mapped_file target;
  int const fd = make_file();
  REQUIRE(target.open(fd, 1 << 20, 0) == 0);
  int const other = make_file();
  REQUIRE(::dup2(other, fd) == fd);
  CHECK_FALSE(takes(target, granule));
  CHECK(target.refusal() == ESTALE);
  CHECK(::lseek(other, 0, SEEK_END) == 0);
  target.close();
  CHECK(::fcntl(fd, F_GETFD) >= 0);
  ::close(fd);
  ::close(other);
}

TEST_CASE("a program that closes the descriptor gets no chunk any more, which has a reason") {
  mapped_file target;
  int const fd = make_file();
  REQUIRE(target.open(fd, 1 << 20, 0) == 0);
  CHECK(takes(target, granule));
  CHECK(target.refusal() == 0);
  ::close(fd);
  CHECK_FALSE(takes(target, granule));
  CHECK(target.refusal() == EBADF);
  target.close();
}

TEST_CASE("a file that gets the number while the recording grows takes one write at most") {
  constexpr std::size_t size = std::size_t{64} << 20;
  mapped_file target;
  int const fd = make_file();
  int const copy = ::dup(fd);
  REQUIRE(target.open(fd, 2 * size, 0) == 0);
  int const other = make_file();
  REQUIRE(::write(other, "data", 4) == 4);
  std::thread program{[&] {
    while (::lseek(copy, 0, SEEK_END) == static_cast<off_t>(header_size)) {
    }
    ::dup2(other, fd);
  }};
  takes(target, size);
  program.join();
  off_t const end = ::lseek(other, 0, SEEK_END);
  if (end != 4) CHECK(::lseek(other, 4096, SEEK_DATA) >= end - 64 * off_t{granule});
  CHECK(contents(other, 4) == "data");
  target.close();
  for (int const each : {fd, copy, other}) ::close(each);
}

TEST_CASE("a closed file has no descriptor, and keeps in memory only what is being stored to") {
  std::size_t const before = support::mapped_size("file_test");
  mapped_file target;
  int const fd = make_file();
  int const copy = ::dup(fd);
  REQUIRE(target.open(fd, 1 << 20, 0) == 0);
  CHECK(target.may_take_chunks());
  mapped_chunk chunk = target.take(4 * granule);
  REQUIRE(chunk);
  target.close();
  CHECK_FALSE(target.may_take_chunks());
  CHECK(::fcntl(fd, F_GETFD) == -1);
  CHECK_FALSE(takes(target, granule));
  CHECK(support::mapped_size("file_test") == before + 4 * granule);
  reinterpret_cast<char*>(chunk.place)[100] = 'x';
  CHECK(contents(copy, header_size + 101).back() == 'x');
  mapped_file::let_go(chunk);
  CHECK(support::mapped_size("file_test") == before);
  target.close();
  ::close(copy);
}

TEST_CASE("in the child of a fork the file is the parent's") {
  std::size_t const before = support::mapped_size("file_test");
  mapped_file target;
  int const fd = make_file();
  REQUIRE(target.open(fd, 1 << 20, 0) == 0);
  pid_t const child = ::fork();
  if (child == 0) {
    bool const is_left_alone = !target.may_take_chunks() && !takes(target, granule);
    target.close();
    ::_exit(is_left_alone && support::mapped_size("file_test") == before ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(takes(target, granule));
  CHECK(::lseek(fd, 0, SEEK_END) == static_cast<off_t>(header_size + granule));
  target.close();
}

TEST_CASE("a thread that is to be cancelled takes and gives back") {
  mapped_file target;
  int const fd = make_file();
  std::thread{[&] {
    ::pthread_cancel(::pthread_self());
    int const result = target.open(fd, 1 << 20, 0);
    mapped_chunk chunk = result == 0 ? target.take(16 * granule) : mapped_chunk{};
    if (chunk) target.trim(chunk, chunk.records() + 100);
    target.close();
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
    CHECK(chunk);
    mapped_file::let_go(chunk);
  }}.join();
  CHECK(::fcntl(fd, F_GETFD) == -1);
}

TEST_CASE("what isn't used goes back to the disk") {
  mapped_file target;
  int const fd = make_file();
  REQUIRE(target.open(fd, 1 << 20, 0) == 0);
  mapped_chunk chunk = target.take(16 * granule);
  REQUIRE(chunk);
  target.trim(chunk, chunk.records() + 100);
  if (TRACE2_DETAIL_HAS_LINUX) CHECK(::lseek(fd, header_size + granule, SEEK_DATA) == -1);
  CHECK(chunk.size() == 16 * granule);
  mapped_file::let_go(chunk);
  target.close();
}

TEST_CASE("a chunk that the disk has no room for takes none of it") {
  if (!TRACE2_DETAIL_HAS_LINUX) return support::skip("only Linux can reserve it");
  CHECK(support::run_in_child([] {
          mapped_file target;
          int const fd = make_file();
          if (target.open(fd, 1 << 20, 0) != 0) return 1;
          rlimit const most{header_size + 2 * granule, RLIM_INFINITY};
          ::setrlimit(RLIMIT_FSIZE, &most);
          if (target.take(16 * granule)) return 2;
          if (::lseek(fd, header_size, SEEK_DATA) != -1) return 3;
          if (!target.take(2 * granule)) return 4;
          return 0;
        }) == 0);
}

TEST_CASE("a chunk that the process has no memory for takes nothing of the disk") {
  if (!TRACE2_DETAIL_HAS_LINUX) return support::skip("only Linux can reserve it");
  CHECK(support::run_in_child([] {
          mapped_file target;
          int const fd = make_file();
          if (target.open(fd, 16 << 20, 0) != 0) return 1;
          rlimit const nothing{0, RLIM_INFINITY};
          if (::setrlimit(RLIMIT_AS, &nothing) != 0) return 2;
          std::size_t end = header_size;
          while (target.take(granule)) end += granule;
          if (target.refusal() != ENOMEM || end == header_size) return 3;
          return ::lseek(fd, static_cast<off_t>(end), SEEK_DATA) == -1 ? 0 : 4;
        }) == 0);
}

TEST_CASE("of a limited address space a recording takes an eighth at most") {
  if (support::is_address_sanitized || support::is_thread_sanitized)
    return support::skip("sanitizers take memory of their own");
  CHECK(support::run_in_child([] {
          constexpr std::size_t limit = std::size_t{1} << 30;
          rlimit const most{limit, RLIM_INFINITY};
          if (::setrlimit(RLIMIT_AS, &most) != 0) return 1;
          mapped_file target;
          if (target.open(make_file(), limit / 2, 0) != 0) return 2;
          if (support::mapped_size("file_test") > limit / 8) return 3;
          if (takes(target, limit / 4) || target.refusal() != ENOMEM) return 4;
          return takes(target, granule) ? 0 : 5;
        }) == 0);
}

TEST_CASE("an open recording is read-only for everybody else") {
  mapped_file target;
  int const fd = make_file();
  ::fchmod(fd, 0666);
  REQUIRE(target.open(fd, 1 << 20, 0) == 0);
  struct ::stat status {};
  REQUIRE(::fstat(fd, &status) == 0);
  CHECK((status.st_mode & 07777) == 0444);
  target.close();
}

TEST_CASE("a file that has become shorter is lost, one that has become longer is not") {
  mapped_file target;
  int const fd = make_file();
  REQUIRE(target.open(fd, 1 << 20, 0) == 0);
  CHECK(target.check());
  REQUIRE(::ftruncate(fd, 2 * header_size) == 0);
  CHECK(target.check());
  CHECK(takes(target, granule));
  REQUIRE(::ftruncate(fd, header_size) == 0);
  CHECK_FALSE(takes(target, granule));
  CHECK(target.is_lost());
  CHECK_FALSE(target.may_take_chunks());
  CHECK_FALSE(target.check());
  CHECK(target.faults() == 0);
  CHECK_FALSE(target.is_closed());
  target.close();
  CHECK(target.is_closed());
  CHECK(::fcntl(fd, F_GETFD) == -1);
}

TEST_CASE("a store to a truncated file is counted and does no harm") {
  if (!support::has_truncation_fault()) return;
  CHECK(support::run_in_child([] {
          ::signal(SIGBUS, SIG_DFL);
          mapped_file target;
          int const fd = make_file();
          if (target.open(fd, 1 << 20, 0) != 0) return 1;
          mapped_chunk first = target.take(4 * granule);
          mapped_chunk second = target.take(granule);
          if (::ftruncate(fd, 0) != 0) return 2;
          first.records()[1000] = 1;
          first.records()[0] = 2;
          if (target.faults() != 1 || !target.is_lost()) return 3;
          second.records()[0] = 3;
          target.header().dropped = 4;
          if (target.faults() != 3) return 4;
          mapped_file::let_go(first);
          mapped_file::let_go(second);
          target.close();
          struct sigaction now {};
          ::sigaction(SIGBUS, nullptr, &now);
          return now.sa_handler == SIG_DFL ? 0 : 5;
        }) == 0);
}

}  // namespace mapped_file_test
