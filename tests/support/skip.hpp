// Says which test cases can't run here.
#pragma once

#include <cstdio>
#include <string>

#include "support/catch.hpp"

namespace support {

/// Reports that the current test case, or a part of it, can't run here. tests/support/results.py
/// counts and lists these lines. Catch2's own SKIP exists only from 3.3 on.
inline void skip(std::string const& reason) {
  std::string const name = Catch::getResultCapture().getCurrentTestName();
  std::printf("SKIPPED: %s: %s\n", name.c_str(), reason.c_str());
  std::fflush(stdout);
}

}  // namespace support
