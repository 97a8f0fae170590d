#include <trace2/read/recording/recorded_bytes.hpp>

#include <cstdint>
#include <cstring>
#include <string_view>

#include "support/catch.hpp"

namespace recorded_bytes_test {

using namespace std::string_view_literals;
using trace2::read::recording::byte_order;
using trace2::read::recording::converted;
using trace2::read::recording::recorded_bytes;

namespace {

enum class color : std::uint32_t { red = 1 };

}  // namespace

TEST_CASE("numbers of this machine stay", "[read]") {
  CHECK(converted(std::uint32_t{0x01020304}, byte_order::same) == 0x01020304);
  CHECK(converted(-0.5, byte_order::same) == -0.5);
}

TEST_CASE("the bytes of other numbers are reversed", "[read]") {
  constexpr byte_order reversed = byte_order::reversed;
  CHECK(converted(std::uint8_t{0x12}, reversed) == 0x12);
  CHECK(converted(std::int16_t{0x0102}, reversed) == 0x0201);
  CHECK(converted(std::uint32_t{0x01020304}, reversed) == 0x04030201);
  CHECK(converted(std::int64_t{0x0102030405060708}, reversed) == 0x0807060504030201);
  CHECK(converted(static_cast<color>(0x01000000), reversed) == color::red);
  for (double const value : {0.0, -0.5, 1e300}) {
    std::uint64_t bits = 0;
    static_assert(sizeof bits == sizeof value);
    std::memcpy(&bits, &value, sizeof bits);
    bits = converted(bits, reversed);
    double stored = 0;
    std::memcpy(&stored, &bits, sizeof stored);
    CHECK(converted(stored, reversed) == value);
  }
}

TEST_CASE("every part of bytes has their order", "[read]") {
  std::uint16_t const one = 1;
  std::string_view const native{reinterpret_cast<char const*>(&one), sizeof one};
  bool const is_little = native[0] == 1;
  std::string_view const bytes = "\0\1\0\2\0\3"sv;
  recorded_bytes const big{bytes, is_little ? byte_order::reversed : byte_order::same};
  CHECK(big.front<std::uint16_t>() == 1);
  CHECK(big.without(2).front<std::uint16_t>() == 2);
  CHECK(big.without(2).first(2).front<std::uint16_t>() == 2);
  CHECK(big.without(2).first(2).view() == "\0\2"sv);
  CHECK(big.size() == 6);
  CHECK(big.without(6).empty());
}

}  // namespace recorded_bytes_test
