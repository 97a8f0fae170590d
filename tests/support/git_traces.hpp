// Traces that Git has written: of each run the three files NAME.event, NAME.perf and NAME.normal.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace support {

/// Where they are; the environment may name a larger collection.
inline std::filesystem::path git_traces_directory() {
  char const* const named = std::getenv("TRACES");
  return named == nullptr ? "tests/traces/git" : named;
}

/// Paths of all runs, in any depth, without the ending.
inline std::vector<std::string> git_traces() {
  std::vector<std::string> paths;
  for (auto const& entry : std::filesystem::recursive_directory_iterator{git_traces_directory()})
    if (entry.path().extension() == ".event") {
      std::string path = entry.path().string();
      path.resize(path.size() - std::string_view{".event"}.size());
      paths.push_back(std::move(path));
    }
  std::sort(paths.begin(), paths.end());
  REQUIRE(paths.size() >= 20);
  return paths;
}

}  // namespace support
