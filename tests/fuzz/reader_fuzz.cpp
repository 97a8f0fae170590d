// For libFuzzer:
//
//     clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I include -I tests
//         tests/fuzz/reader_fuzz.cpp -o fuzz
//     ./fuzz -max_len=4096 corpus tests/traces
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "fuzz/reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (!fuzz::holds({reinterpret_cast<char const*>(data), size})) std::abort();
  return 0;
}
