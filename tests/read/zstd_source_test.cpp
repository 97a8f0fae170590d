#include <trace2/read/zstd_source.hpp>

#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/compressed_reading.hpp"
#include <zstd.h>

namespace zstd_source_test {

using support::read_all;
using trace2::read::zstd_source;

namespace {

std::string compressed(std::string_view text) {
  std::string result(::ZSTD_compressBound(text.size()), '\0');
  std::size_t const size =
      ::ZSTD_compress(result.data(), result.size(), text.data(), text.size(), 3);
  REQUIRE(::ZSTD_isError(size) == 0);
  result.resize(size);
  return result;
}

/// A stream of unknown length, whose header announces a window of 2 to the power of `window_log`.
std::string streamed(std::string_view text, int window_log) {
  auto* const state = ::ZSTD_createCCtx();
  ::ZSTD_CCtx_setParameter(state, ::ZSTD_c_windowLog, window_log);
  std::string result(::ZSTD_compressBound(text.size()) + 64, '\0');
  ::ZSTD_inBuffer in{text.data(), text.size(), 0};
  ::ZSTD_outBuffer out{result.data(), result.size(), 0};
  ::ZSTD_compressStream2(state, &out, &in, ::ZSTD_e_flush);
  std::size_t const left = ::ZSTD_compressStream2(state, &out, &in, ::ZSTD_e_end);
  ::ZSTD_freeCCtx(state);
  REQUIRE(left == 0);
  result.resize(out.pos);
  return result;
}

}  // namespace

TEST_CASE("what zstd has compressed comes out again", "[read]") {
  support::check_whole_text<zstd_source>(compressed);
}

TEST_CASE("frames behind each other are one", "[read]") {
  std::string const skippable{"\x50\x2a\x4d\x18\x02\0\0\0no", 10};
  auto const result = read_all<zstd_source>(skippable + compressed("a\n") + compressed("") +
                                            skippable + compressed("b\n"));
  CHECK(result.text == "a\nb\n");
  CHECK(result.end == 0);
}

TEST_CASE("damage of a frame is told after what is whole", "[read]") {
  support::check_damage_behind_text<zstd_source>(compressed);
  std::string const whole = compressed(std::string(10'000, 'x'));
  for (std::size_t size = 4; size < whole.size(); ++size)
    CHECK(read_all<zstd_source>(whole.substr(0, size)).end == -EBADMSG);
}

TEST_CASE("a window of 8 MiB is read, a larger one is refused", "[read]") {
  CHECK(read_all<zstd_source>(streamed("text\n", 23)).text == "text\n");
  CHECK(read_all<zstd_source>(streamed("text\n", 24)).end == -EOVERFLOW);
  auto const behind = read_all<zstd_source>(compressed("first\n") + streamed("text\n", 27));
  CHECK(behind.text == "first\n");
  CHECK(behind.end == -EOVERFLOW);
}

}  // namespace zstd_source_test
