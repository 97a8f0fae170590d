#include <trace2/read/surroundings/decoded_source.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "support/catch.hpp"

namespace decoded_source_test {

namespace tr = trace2::read;
namespace around = trace2::read::surroundings;

namespace {

/// Gives one byte at a time, so that each character is cut.
class slow_source final : public tr::byte_source {
 public:
  explicit slow_source(std::string text) : text_{std::move(text)} {}
  std::ptrdiff_t read(char* room, std::size_t) override {
    if (at_ == text_.size()) return 0;
    *room = text_[at_++];
    return 1;
  }
  std::size_t position() const noexcept override { return at_; }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

std::string decoded(std::string const& text) {
  around::decoded_source source{std::make_unique<slow_source>(text),
                                around::text_encoding::of(text)};
  std::string all;
  char room[3];
  while (auto const got = source.read(room, sizeof room)) {
    REQUIRE(got > 0);
    all.append(room, static_cast<std::size_t>(got));
  }
  return all;
}

}  // namespace

TEST_CASE("UTF-16 of either order becomes UTF-8, with a mark or without", "[read]") {
  using namespace std::string_literals;
  CHECK(decoded("\xff\xfe"
                "a\0\xac\x20\x3d\xd8\0\xde"s) == "a\xe2\x82\xac\xf0\x9f\x98\x80");
  CHECK(decoded("\xfe\xff\0a\x20\xac"s) == "a\xe2\x82\xac");
  CHECK(decoded("a\0b\0\n\0"s) == "ab\n");
  CHECK(decoded("\0a\0b"s) == "ab");
}

TEST_CASE("half a character is U+FFFD", "[read]") {
  using namespace std::string_literals;
  CHECK(decoded("\xff\xfe\x3d\xd8"s) == "\xef\xbf\xbd");
  CHECK(decoded("\xff\xfe\x3d\xd8"
                "a\0"s) ==
        "\xef\xbf\xbd"
        "a");
  CHECK(decoded("\xff\xfe"
                "a\0b"s) == "a\xef\xbf\xbd");
}

TEST_CASE("CR alone ends lines only where no LF does", "[read]") {
  CHECK(decoded("a\rb\r") == "a\nb\n");
  CHECK(around::text_encoding::of("a\rb\n").is_plain());
  CHECK(around::text_encoding::of("a").is_plain());
  CHECK(around::text_encoding::of("").is_plain());
}

}  // namespace decoded_source_test
