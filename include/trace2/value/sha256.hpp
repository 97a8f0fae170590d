// SHA-256 (FIPS 180), for one purpose: the trace and span ids that other tools derive from a
// session id.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/detail/sha_blocks.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// The digest of a message. Keeps nothing of the message. No protection against forgery. Cost:
/// linear.
class sha256 {
 public:
  /// By plain arithmetic, also at compile time.
  constexpr explicit sha256(std::string_view message) noexcept {
    detail::for_each_sha_block(message, [this](std::uint32_t const(&block)[16]) { add(block); });
  }
  /// The same with other code for a block: `add(state, block, constants)`.
  template <class Add>
  sha256(std::string_view message, Add const& add) noexcept {
    detail::for_each_sha_block(
        message, [&](std::uint32_t const(&block)[16]) { add(state_, block, constants); });
  }

  /// One of the eight 32-bit words of the digest, which is their big-endian sequence.
  constexpr std::uint32_t word(std::size_t index) const noexcept { return state_[index]; }

 private:
  constexpr void add(std::uint32_t const (&block)[16]) noexcept {
    std::uint32_t schedule[64]{};
    for (std::size_t t = 0; t < 16; ++t) schedule[t] = block[t];
    for (std::size_t t = 16; t < 64; ++t) {
      std::uint32_t const early = schedule[t - 15];
      std::uint32_t const late = schedule[t - 2];
      schedule[t] = schedule[t - 16] + (std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3) +
                    schedule[t - 7] + (std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10);
    }

    auto [a, b, c, d, e, f, g, h] = state_;
    // The variables take turns instead of values: after eight rounds each has its own part again.
    for (std::size_t t = 0; t < 64; t += 8) {
      mix(a, b, c, d, e, f, g, h, constants[t] + schedule[t]);
      mix(h, a, b, c, d, e, f, g, constants[t + 1] + schedule[t + 1]);
      mix(g, h, a, b, c, d, e, f, constants[t + 2] + schedule[t + 2]);
      mix(f, g, h, a, b, c, d, e, constants[t + 3] + schedule[t + 3]);
      mix(e, f, g, h, a, b, c, d, constants[t + 4] + schedule[t + 4]);
      mix(d, e, f, g, h, a, b, c, constants[t + 5] + schedule[t + 5]);
      mix(c, d, e, f, g, h, a, b, constants[t + 6] + schedule[t + 6]);
      mix(b, c, d, e, f, g, h, a, constants[t + 7] + schedule[t + 7]);
    }
    std::uint32_t const mixed[] = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state_[i] += mixed[i];
  }

  [[gnu::always_inline]] static constexpr void mix(std::uint32_t a, std::uint32_t b,
                                                   std::uint32_t c, std::uint32_t& d,
                                                   std::uint32_t e, std::uint32_t f,
                                                   std::uint32_t g, std::uint32_t& h,
                                                   std::uint32_t word) noexcept {
    std::uint32_t const sum_e = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    std::uint32_t const sum_a = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    std::uint32_t const first = h + sum_e + (g ^ (e & (f ^ g))) + word;
    d += first;
    h = first + sum_a + ((a & b) | (c & (a | b)));
  }

  static constexpr std::uint32_t constants[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
      0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
      0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
      0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
      0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
      0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
      0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
      0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
      0xc67178f2};

  std::uint32_t state_[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
};

}}  // namespace trace2::v0
