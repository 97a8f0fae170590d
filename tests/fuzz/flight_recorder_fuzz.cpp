// For libFuzzer; tests/soak.sh compiles it:
//
//     build-soak/flight_recorder_fuzz corpus  # with a few small recordings in the directory
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/flight_recorder.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const bytes{reinterpret_cast<char const*>(data), size};
  fuzz::read_recording(bytes);
  return 0;
}
