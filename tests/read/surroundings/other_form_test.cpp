#include <trace2/read/surroundings/other_form.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace other_form_test {

using trace2::read::surroundings::other_form;

namespace {

bool says(std::string_view content, std::string_view text) {
  return std::string_view{other_form(content)}.find(text) != std::string_view::npos;
}

}  // namespace

TEST_CASE("a file that is no trace is called by what it seems to be", "[read]") {
  CHECK(says("12:00:00.000001 git.c:7                 trace: built-in: git status\n", "GIT_TRACE"));
  CHECK(says("x\n12:00:00.000001 trace.c:7   performance: 0.1 s: git command: git status\n",
             "GIT_TRACE"));
  CHECK(says("12:00:00.000001 pkt-line.c:7  packet:        clone< 0000\n", "GIT_TRACE"));
  CHECK(says("git 7 [000] 1.5:  1 cycles:\n  ffff main (git)\n", "perf"));
  CHECK(says("PERFILE2\0", "perf"));
  CHECK(says("execve(\"/usr/bin/git\", [\"git\"], 0x7) = 0\n", "strace"));
  CHECK(says("{\"traceEvents\":[]}", "Chrome"));
  CHECK(says("{\"resourceSpans\":[]}", "OpenTelemetry"));
  CHECK(says("{\"a\":1}", "JSON of another program"));
  CHECK(
      says("\xfd"
           "7zXZ",
           "xz"));
  CHECK(says("PK\x03\x04", "zip"));
  CHECK(says("<!DOCTYPE html>", "web page"));
  CHECK(says("any text", "holds no events"));
  CHECK(says("", "holds no events"));
}

}  // namespace other_form_test
