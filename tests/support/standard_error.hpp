// The messages of a program on standard error.
#pragma once

#include <string>

#include "support/catch.hpp"
#include <stdio.h>
#include <unistd.h>

namespace support {

/// Runs `action` and returns the bytes that it wrote to descriptor 2.
std::string standard_error_of(auto const& action) {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  int const saved = ::dup(2);
  ::dup2(::fileno(file), 2);
  action();
  ::dup2(saved, 2);
  ::close(saved);
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

}  // namespace support
