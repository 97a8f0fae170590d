// The installed Git as the authority that results are compared with.
#pragma once

#include <trace2/detail/text/quote.hpp>
#include <trace2/value/buffer.hpp>

#include <array>
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/skip.hpp"
#include <stdio.h>
#include <sys/wait.h>

namespace support {

struct command_result {
  int code = -1;
  std::string output;
};

/// Runs a shell command in `directory` and returns its standard output.
inline command_result run(std::filesystem::path const& directory, std::string const& command) {
  trace2::buffer line;
  line.append("cd ");
  trace2::detail::append_quoted(line, directory.native());
  line.append(" && ");
  line.append(command);
  std::FILE* const pipe = ::popen(std::string{line.view()}.c_str(), "re");
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
  if (!found) skip("git is not installed");
  return found;
}

}  // namespace support
