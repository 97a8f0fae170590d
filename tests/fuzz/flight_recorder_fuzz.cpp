// For libFuzzer:
//
//     clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I include -I tests
//         tests/fuzz/flight_recorder_fuzz.cpp -o fuzz
//     ./fuzz corpus        # with a few small recordings in the directory
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fuzz/flight_recorder.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const bytes{reinterpret_cast<char const*>(data), size};
  fuzz::read_recording(bytes);
  if (!fuzz::is_same_on_two(bytes)) std::abort();
  return 0;
}
