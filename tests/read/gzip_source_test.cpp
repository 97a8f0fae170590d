#include <trace2/read/gzip_source.hpp>

#include <cerrno>
#include <string>

#include "support/catch.hpp"
#include "support/compressed_reading.hpp"
#include <zlib.h>

namespace gzip_source_test {

using support::read_all;
using trace2::read::gzip_source;

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

}  // namespace

TEST_CASE("what was compressed comes out again", "[read]") {
  support::check_whole_text<gzip_source>(compressed);
}

TEST_CASE("streams behind each other are one", "[read]") {
  auto const result = read_all<gzip_source>(compressed("a\n") + compressed("") + compressed("b\n"));
  CHECK(result.text == "a\nb\n");
  CHECK(result.end == 0);
}

TEST_CASE("damage is told after what is whole", "[read]") {
  support::check_damage_behind_text<gzip_source>(compressed);
  CHECK(read_all<gzip_source>(compressed(std::string(10'000, 'x')).substr(0, 20)).end == -EBADMSG);
  CHECK(read_all<gzip_source>("\x1f\x8b"
                              "no")
            .end == -EBADMSG);
}

}  // namespace gzip_source_test
