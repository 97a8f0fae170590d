#include <trace2/read/peeked_source.hpp>

#include <cerrno>
#include <cstddef>
#include <memory>
#include <string>

#include "support/catch.hpp"
#include "support/pieces_source.hpp"

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
