#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <thread>

#include "support/catch.hpp"
#include "support/mapped_size.hpp"
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mapped_file_test {

using namespace trace2::detail::recording;

namespace {

int make_file() { return ::memfd_create("file_test", MFD_CLOEXEC); }

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
  chunk_header* const chunk = target.take(2 * granule);
  REQUIRE(chunk != nullptr);
  CHECK(chunk->size == 2 * granule);
  CHECK(::lseek(fd, 0, SEEK_END) == static_cast<off_t>(header_size + 2 * granule));
  reinterpret_cast<char*>(chunk)[100] = 'x';
  CHECK(contents(fd, header_size + 101).back() == 'x');
  CHECK(target.take(2 * granule) == nullptr);
  CHECK(target.take(granule) != nullptr);
  target.close();
}

TEST_CASE("a program that closes the descriptor and opens another file keeps that one") {
  mapped_file target;
  int const fd = make_file();
  REQUIRE(target.open(fd, 1 << 20, 0) == 0);
  int const other = make_file();
  REQUIRE(::dup2(other, fd) == fd);
  CHECK(target.take(granule) == nullptr);
  CHECK(::lseek(other, 0, SEEK_END) == 0);
  target.close();
  CHECK(::fcntl(fd, F_GETFD) >= 0);
  ::close(fd);
  ::close(other);
}

TEST_CASE("a closed file has no descriptor, and keeps in memory only what is being stored to") {
  std::size_t const before = support::mapped_size("file_test");
  mapped_file target;
  int const fd = make_file();
  int const copy = ::dup(fd);
  REQUIRE(target.open(fd, 1 << 20, 0) == 0);
  CHECK(target.is_open());
  chunk_header* const chunk = target.take(4 * granule);
  REQUIRE(chunk != nullptr);
  target.close();
  CHECK_FALSE(target.is_open());
  CHECK(::fcntl(fd, F_GETFD) == -1);
  CHECK(target.take(granule) == nullptr);
  CHECK(support::mapped_size("file_test") == before + 4 * granule);
  reinterpret_cast<char*>(chunk)[100] = 'x';
  CHECK(contents(copy, header_size + 101).back() == 'x');
  mapped_file::let_go(*chunk);
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
    bool const is_left_alone = !target.is_open() && target.take(granule) == nullptr;
    target.close();
    ::_exit(is_left_alone && support::mapped_size("file_test") == before ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(target.take(granule) != nullptr);
  CHECK(::lseek(fd, 0, SEEK_END) == static_cast<off_t>(header_size + granule));
  target.close();
}

TEST_CASE("a thread that is to be cancelled takes and gives back") {
  mapped_file target;
  int const fd = make_file();
  std::thread{[&] {
    ::pthread_cancel(::pthread_self());
    int const result = target.open(fd, 1 << 20, 0);
    chunk_header* const chunk = result == 0 ? target.take(16 * granule) : nullptr;
    if (chunk != nullptr) target.trim(*chunk, reinterpret_cast<std::uint64_t*>(chunk) + 100);
    target.close();
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
    CHECK(chunk != nullptr);
  }}.join();
  CHECK(::fcntl(fd, F_GETFD) == -1);
}

TEST_CASE("what isn't used goes back to the disk") {
  mapped_file target;
  int const fd = make_file();
  REQUIRE(target.open(fd, 1 << 20, 0) == 0);
  chunk_header* const chunk = target.take(16 * granule);
  REQUIRE(chunk != nullptr);
  target.trim(*chunk, reinterpret_cast<std::uint64_t*>(chunk) + 100);
  CHECK(::lseek(fd, header_size + granule, SEEK_DATA) == -1);
  CHECK(chunk->size == 16 * granule);
  target.close();
}

}  // namespace mapped_file_test
