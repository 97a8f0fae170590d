// The installed Git as the authority that results are compared with.
#pragma once

#include <array>
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include <stdio.h>
#include <sys/wait.h>

namespace support {

struct command_result {
  int code = -1;
  std::string output;
};

/// Runs a shell command in `directory` and returns its standard output.
inline command_result run(std::filesystem::path const& directory, std::string const& command) {
  std::FILE* const pipe = ::popen(("cd '" + directory.string() + "' && " + command).c_str(), "re");
  REQUIRE(pipe != nullptr);
  command_result result;
  std::array<char, 4096> chunk;
  while (std::size_t const got = std::fread(chunk.data(), 1, chunk.size(), pipe))
    result.output.append(chunk.data(), got);
  int const status = ::pclose(pipe);
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  return result;
}

/// Tells when there is nothing to compare with.
inline bool has_git() {
  static bool const found = run("/", "git --version >/dev/null 2>&1").code == 0;
  if (!found) WARN("git is not installed: not compared with it");
  return found;
}

}  // namespace support
