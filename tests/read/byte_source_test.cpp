#include <trace2/read/byte_source.hpp>

#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/pieces_source.hpp"
#include "support/temporary_directory.hpp"

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

namespace peeked_source_test {

namespace tr = trace2::read;

TEST_CASE("the first bytes are known before they are read, however few come at a time", "[read]") {
  std::string const text(1'000, 'x');
  tr::peeked_source source{std::make_unique<support::pieces_source>(text, 3)};
  CHECK(source.beginning().size() >= tr::peeked_source::least);
  while (source.read_on()) {
  }
  CHECK(source.beginning() == text);
  std::string room(2'000, '\0');
  CHECK(source.read(room.data(), room.size()) == 1'000);
  CHECK(source.read(room.data(), room.size()) == 0);
}

TEST_CASE("no more than some first bytes is kept", "[read]") {
  constexpr std::size_t size = tr::peeked_source::most + 10;
  tr::peeked_source source{std::make_unique<tr::text_source>(std::string(size, 'x'))};
  CHECK_FALSE(source.read_on());
  std::string room(size, '\0');
  CHECK(source.read(room.data(), size) == tr::peeked_source::most);
  CHECK(source.read(room.data(), size) == 10);
}

TEST_CASE("an error comes behind the bytes in front of it", "[read]") {
  tr::peeked_source source{std::make_unique<support::pieces_source>("ab", 1, -EBADMSG)};
  CHECK(source.beginning() == "ab");
  char room[10];
  CHECK(source.read(room, sizeof room) == 2);
  CHECK(source.read(room, sizeof room) == -EBADMSG);
}

TEST_CASE("the first bytes tell the compression", "[read]") {
  using tr::compression;
  using tr::input::compression_of;
  CHECK(compression_of("\x1f\x8b") == compression::gzip);
  CHECK(compression_of("\x28\xb5\x2f\xfd") == compression::zstd);
  for (char const* const skippable : {"\x50\x2a\x4d\x18", "\x5f\x2a\x4d\x18"})
    CHECK(compression_of(skippable) == compression::zstd);
  for (char const* const other :
       {"", "\x1f", "\x28\xb5\x2f", "P*M", "\x60\x2a\x4d\x18", "{\"event\""})
    CHECK(compression_of(other) == compression::none);
}

}  // namespace peeked_source_test
