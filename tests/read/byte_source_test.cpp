#include <trace2/read/byte_source.hpp>

#include <cerrno>
#include <string>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace byte_source_test {

namespace {

std::string all_of(trace2::read::byte_source& source, std::size_t piece) {
  std::string all;
  std::string room(piece, '\0');
  while (auto const got = source.read(room.data(), room.size())) {
    REQUIRE(got > 0);
    all.append(room, 0, static_cast<std::size_t>(got));
  }
  return all;
}

}  // namespace

TEST_CASE("a descriptor is read to its end and closed", "[read]") {
  support::temporary_directory const directory;
  std::string const path = directory.write("file", "some text");
  int const fd = ::open(path.c_str(), O_RDONLY);
  {
    trace2::read::descriptor_source source{fd};
    CHECK(all_of(source, 4) == "some text");
    CHECK(source.position() == 9);
  }
  CHECK(::fcntl(fd, F_GETFD) == -1);
}

TEST_CASE("a descriptor that can't be read says why", "[read]") {
  support::temporary_directory const directory;
  trace2::read::descriptor_source source{::open(directory.path().c_str(), O_RDONLY)};
  char room[4];
  CHECK(source.read(room, sizeof room) == -EISDIR);
  CHECK(source.position() == 0);
}

TEST_CASE("a text is a source of its bytes", "[read]") {
  trace2::read::text_source source{"some text"};
  CHECK(all_of(source, 2) == "some text");
  CHECK(source.position() == 9);
}

TEST_CASE("everything is written, or it is said why not", "[read]") {
  support::temporary_directory const directory;
  std::string const path = directory.write("file", "");
  int const fd = ::open(path.c_str(), O_WRONLY);
  CHECK(trace2::read::write_all(fd, "some text") == 0);
  CHECK(support::content_of(path) == "some text");
  ::close(fd);
  CHECK(trace2::read::write_all(fd, "more") == -EBADF);
  CHECK(trace2::read::write_all(fd, "") == 0);
}

TEST_CASE("a file that may grow no further is an error, not the end of the program", "[read]") {
  support::temporary_directory const directory;
  std::string const path = directory.write("file", "");
  CHECK(support::run_in_child([&path] {
          ::rlimit const most{4, RLIM_INFINITY};
          ::setrlimit(RLIMIT_FSIZE, &most);
          int const fd = ::open(path.c_str(), O_WRONLY);
          return trace2::read::write_all(fd, "some text") == -EFBIG ? 0 : 1;
        }) == 0);
  CHECK(support::content_of(path) == "some");
}

}  // namespace byte_source_test
