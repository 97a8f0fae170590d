// For libFuzzer; tests/soak.sh compiles it:
//
//     build-soak/reader_fuzz -max_len=4096 corpus tests/traces/git
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "fuzz/reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (!fuzz::holds({reinterpret_cast<char const*>(data), size})) std::abort();
  return 0;
}
