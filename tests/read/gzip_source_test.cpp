#include <trace2/read/gzip_source.hpp>

#include <cerrno>
#include <memory>
#include <string>

#include "support/catch.hpp"
#include <zlib.h>

namespace gzip_source_test {

using trace2::read::gzip_source;
using trace2::read::text_source;

namespace {

std::string compressed(std::string const& text) {
  z_stream state{};
  REQUIRE(::deflateInit2(&state, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string result(::deflateBound(&state, text.size()) + 64, '\0');
  std::string input = text;
  state.next_in = reinterpret_cast<Bytef*>(input.data());
  state.avail_in = static_cast<uInt>(input.size());
  state.next_out = reinterpret_cast<Bytef*>(result.data());
  state.avail_out = static_cast<uInt>(result.size());
  REQUIRE(::deflate(&state, Z_FINISH) == Z_STREAM_END);
  result.resize(state.total_out);
  ::deflateEnd(&state);
  return result;
}

struct reading {
  std::string text;
  std::ptrdiff_t end;
};

reading read_all(std::string const& bytes, std::size_t piece = 1000) {
  gzip_source source{std::make_unique<text_source>(bytes)};
  reading result{};
  std::string room(piece, '\0');
  while ((result.end = source.read(room.data(), room.size())) > 0)
    result.text.append(room, 0, static_cast<std::size_t>(result.end));
  return result;
}

}  // namespace

TEST_CASE("what was compressed comes out again", "[read]") {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "line " + std::to_string(i) + "\n";
  for (std::size_t const piece : {1u, 777u, 1'000'000u}) {
    auto const result = read_all(compressed(text), piece);
    CHECK(result.text == text);
    CHECK(result.end == 0);
  }
}

TEST_CASE("streams behind each other are one", "[read]") {
  auto const result = read_all(compressed("a\n") + compressed("") + compressed("b\n"));
  CHECK(result.text == "a\nb\n");
  CHECK(result.end == 0);
}

TEST_CASE("damage is told after what is whole", "[read]") {
  std::string bytes = compressed("first\n");
  bytes += "garbage";
  auto const damaged = read_all(bytes);
  CHECK(damaged.text == "first\n");
  CHECK(damaged.end == -EBADMSG);
  CHECK(read_all(compressed(std::string(10'000, 'x')).substr(0, 20)).end == -EBADMSG);
  CHECK(read_all("\x1f\x8b"
                 "no")
            .end == -EBADMSG);
}

}  // namespace gzip_source_test
