// A hash that nobody can compute without its key.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/system_calls.hpp>
#include <trace2/value/number.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace read {

/// SipHash-2-4: who doesn't know the key can neither look up which text has a hash nor make two
/// texts collide. Cost: half a nanosecond per byte, and ten for each text.
class keyed_hash {
 public:
  using key = std::array<std::uint64_t, 2>;

  /// Takes a key from the system's random numbers; throws if there are none.
  keyed_hash() : key_{random_key()} {}
  explicit constexpr keyed_hash(key const& with) noexcept : key_{with} {}

  constexpr std::uint64_t operator()(std::string_view text) const noexcept {
    state now{{key_[0] ^ 0x736f6d6570736575, key_[1] ^ 0x646f72616e646f6d,
               key_[0] ^ 0x6c7967656e657261, key_[1] ^ 0x7465646279746573}};
    std::size_t const whole = text.size() & ~std::size_t{7};
    for (std::size_t at = 0; at < whole; at += 8) now.absorb(word_of(text.substr(at, 8)));
    now.absorb(word_of(text.substr(whole)) | std::uint64_t{text.size()} << 56);
    return now.finish();
  }

 private:
  struct state {
    std::array<std::uint64_t, 4> v;

    constexpr void absorb(std::uint64_t word) noexcept {
      v[3] ^= word;
      mix();
      mix();
      v[0] ^= word;
    }
    constexpr std::uint64_t finish() noexcept {
      v[2] ^= 0xff;
      for (int round = 0; round < 4; ++round) mix();
      return v[0] ^ v[1] ^ v[2] ^ v[3];
    }

   private:
    constexpr void mix() noexcept {
      half(0, 1, 13);
      v[0] = std::rotl(v[0], 32);
      half(2, 3, 16);
      half(0, 3, 21);
      half(2, 1, 17);
      v[2] = std::rotl(v[2], 32);
    }
    constexpr void half(std::size_t sum, std::size_t turned, int by) noexcept {
      v[sum] += v[turned];
      v[turned] = std::rotl(v[turned], by) ^ v[sum];
    }
  };

  /// Up to eight bytes, the first one lowest.
  static constexpr std::uint64_t word_of(std::string_view bytes) noexcept {
    std::uint64_t word = 0;
    if (std::endian::native == std::endian::little && bytes.size() == sizeof word &&
        !std::is_constant_evaluated()) {
      std::memcpy(&word, bytes.data(), sizeof word);
      return word;
    }
    for (std::size_t i = bytes.size(); i-- != 0;)
      word = word << 8 | static_cast<unsigned char>(bytes[i]);
    return word;
  }

  static key random_key() {
    key random{};
    if (trace2::detail::system_calls::getentropy(random.data(), sizeof random) < 0)
      throw std::runtime_error{"the system has no random numbers"};
    return random;
  }

  key key_;
};

/// The hash of tables whose keys a trace says. Nobody can write a trace whose keys collide, which
/// would make each search as slow as in a list. All tables of the process share a random key; its
/// first use throws if the system has no random numbers.
struct table_hash {
  using is_transparent = void;

  // Not noexcept: the standard library then keeps the hashes of texts instead of computing them
  // again.
  std::size_t operator()(std::string_view text) const {
    return trace2::detail::narrow_cast<std::size_t>(of_process()(text));
  }
  std::size_t operator()(std::uint64_t number) const {
    static std::uint64_t const factor = of_process()("factor") | 1;
    // Two numbers agree in these bits of their products for one factor in 2^31 (multiply-shift).
    return trace2::detail::narrow_cast<std::size_t>(number * factor >> 32);
  }

 private:
  static keyed_hash const& of_process() {
    static keyed_hash const hash;
    return hash;
  }
};

}}}  // namespace trace2::v0::read
