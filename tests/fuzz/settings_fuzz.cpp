// For libFuzzer:
//
//     clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I include -I tests
//         tests/fuzz/settings_fuzz.cpp -o fuzz
//     ./fuzz -close_fd_mask=2 corpus        # with a few configuration files in the directory
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "fuzz/settings.hpp"
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static std::string const path =
      std::string{std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "/tmp"} + "/settings_fuzz." +
      std::to_string(::getpid());
  if (!fuzz::settings_hold({reinterpret_cast<char const*>(data), size}, path)) std::abort();
  return 0;
}
