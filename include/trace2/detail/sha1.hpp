// SHA-1 (FIPS 180), for one purpose: the host name in session ids must hash as it does in Git
// (R-SID-01). Not for anything that has to resist an attacker.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2::inline v0::detail {

class sha1 {
 public:
  [[gnu::cold]] constexpr explicit sha1(std::string_view message) noexcept {
    std::size_t const size = message.size();
    for (; message.size() >= block_size; message.remove_prefix(block_size)) add(message.data());

    char block[block_size]{};
    for (std::size_t i = 0; i < message.size(); ++i) block[i] = message[i];
    block[message.size()] = static_cast<char>(0x80);
    if (message.size() >= length_at) {
      add(block);
      for (char& byte : block) byte = 0;
    }
    std::uint64_t bits = std::uint64_t{size} * 8;
    for (std::size_t i = block_size; i > length_at; bits >>= 8)
      block[--i] = static_cast<char>(bits & 0xff);
    add(block);
  }

  /// One of the five 32-bit words of the digest, which is their big-endian sequence.
  constexpr std::uint32_t word(std::size_t index) const noexcept { return state_[index]; }

 private:
  static constexpr std::size_t block_size = 64;
  static constexpr std::size_t length_at = block_size - sizeof(std::uint64_t);

  [[gnu::cold]] constexpr void add(char const* block) noexcept {
    std::uint32_t schedule[80]{};
    for (std::size_t i = 0; i < block_size; ++i)
      schedule[i / 4] = schedule[i / 4] << 8 | static_cast<unsigned char>(block[i]);
    for (std::size_t t = 16; t < 80; ++t)
      schedule[t] =
          std::rotl(schedule[t - 3] ^ schedule[t - 8] ^ schedule[t - 14] ^ schedule[t - 16], 1);

    auto [a, b, c, d, e] = state_;
    for (std::size_t t = 0; t < 80; ++t) {
      std::uint32_t const next =
          std::rotl(a, 5) + mix(t, b, c, d) + e + constants[t / 20] + schedule[t];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    state_[0] += a;
    state_[1] += b;
    state_[2] += c;
    state_[3] += d;
    state_[4] += e;
  }

  static constexpr std::uint32_t mix(std::size_t t, std::uint32_t b, std::uint32_t c,
                                     std::uint32_t d) noexcept {
    if (t < 20) return (b & c) | (~b & d);
    if (t >= 40 && t < 60) return (b & c) | (b & d) | (c & d);
    return b ^ c ^ d;
  }

  static constexpr std::uint32_t constants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};

  std::uint32_t state_[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
};

}  // namespace trace2::inline v0::detail
