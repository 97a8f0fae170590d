// SHA-256 by the instructions that many processors have for it. OTLP needs a digest for each span:
// with the rounds written out, these take a tenth of the whole export.
#pragma once

#include <trace2/value/sha256.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __x86_64__
#  include <cpuid.h>
#endif

namespace trace2::program {

#ifdef __x86_64__

/// True if this processor has them, and those of SSE4.1 that they are used with.
inline bool has_sha256_instructions() noexcept {
  static bool const result = [] {
    constexpr unsigned ssse3 = 1u << 9;
    constexpr unsigned sse4_1 = 1u << 19;
    constexpr unsigned sha = 1u << 29;
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & ssse3) == 0 || (c & sse4_1) == 0) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & sha) != 0;
  }();
  return result;
}

/// Adds a block to the state. Only for processors that have the instructions.
[[gnu::target("sha,sse4.1")]] inline void add_by_sha256_instructions(
    std::uint32_t (&state)[8], std::uint32_t const (&block)[16],
    std::uint32_t const (&constants)[64]) noexcept {
  using words [[gnu::vector_size(16)]] = std::uint32_t;
  using builtin_words [[gnu::vector_size(16)]] = int;
  auto const load = [](std::uint32_t const* from) {
    words result;
    std::memcpy(&result, from, sizeof result);
    return result;
  };
  // They take the state as a, b, e, f and as c, d, g, h, the highest word first.
  words const before[2] = {load(state), load(state + 4)};
  words abef = __builtin_shufflevector(before[0], before[1], 5, 4, 1, 0);
  words cdgh = __builtin_shufflevector(before[0], before[1], 7, 6, 3, 2);
  words schedule[4] = {load(block), load(block + 4), load(block + 8), load(block + 12)};
  for (std::size_t t = 0; t < 64; t += 4) {
    words const latest = schedule[3];
    words const added = schedule[0] + load(constants + t);
    words const other_half = __builtin_shufflevector(added, added, 2, 3, 2, 3);
    // Two rounds move a, b, e, f to c, d, g, h.
    cdgh = words(
        __builtin_ia32_sha256rnds2(builtin_words(cdgh), builtin_words(abef), builtin_words(added)));
    abef = words(__builtin_ia32_sha256rnds2(builtin_words(abef), builtin_words(cdgh),
                                            builtin_words(other_half)));
    words const early =
        words(__builtin_ia32_sha256msg1(builtin_words(schedule[0]), builtin_words(schedule[1])));
    words const middle = __builtin_shufflevector(schedule[2], latest, 1, 2, 3, 4);
    words const made =
        words(__builtin_ia32_sha256msg2(builtin_words(early + middle), builtin_words(latest)));
    schedule[0] = schedule[1];
    schedule[1] = schedule[2];
    schedule[2] = latest;
    schedule[3] = made;
  }
  words const low = __builtin_shufflevector(abef, cdgh, 3, 2, 7, 6) + before[0];
  words const high = __builtin_shufflevector(abef, cdgh, 1, 0, 5, 4) + before[1];
  std::memcpy(state, &low, sizeof low);
  std::memcpy(state + 4, &high, sizeof high);
}

#endif

/// The same digest, from the instructions where this processor has them.
inline sha256 quick_sha256(std::string_view message) noexcept {
#ifdef __x86_64__
  if (has_sha256_instructions())
    return {message, [](auto& state, auto const& block, auto const& constants) {
              add_by_sha256_instructions(state, block, constants);
            }};
#endif
  return sha256{message};
}

}  // namespace trace2::program
