// SHA-1 (FIPS 180). The host name in session ids must hash as it does in Git (R-SID-01), and
// sampling hashes session ids. Not for uses that must resist an attacker.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/detail/sha_blocks.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

class sha1 {
 public:
  [[gnu::cold]] constexpr explicit sha1(std::string_view message) noexcept {
    for_each_sha_block(message, [this](std::uint32_t const(&block)[16]) { add(block); });
  }

  /// One of the five 32-bit words of the digest, which is their big-endian sequence.
  constexpr std::uint32_t word(std::size_t index) const noexcept { return state_[index]; }

 private:
  [[gnu::cold]] constexpr void add(std::uint32_t const (&block)[16]) noexcept {
    std::uint32_t schedule[80]{};
    for (std::size_t t = 0; t < 16; ++t) schedule[t] = block[t];
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

}}}  // namespace trace2::v0::detail
