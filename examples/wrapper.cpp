// A wrapper: it becomes the command that its arguments name, "true" without any. What follows the
// exec is the new program's, under the same process id; a reader shows both as one process.
#include <trace2/trace2.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <unistd.h>

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  trace2::cmd_name("wrapper");
  char const* const otherwise[] = {"true", nullptr};
  char const* const* const command = argc > 1 ? argv + 1 : otherwise;

  trace2::exec const attempt{command[0], command};  // exec: before the attempt, for it may succeed
  execvp(command[0], const_cast<char* const*>(command));
  int const reason = errno;
  attempt.failed(reason);  // exec_result: only a failed exec comes back

  TRACE2_ERROR("cannot run '%s': %s", command[0], std::strerror(reason));
  std::fprintf(stderr, "wrapper: cannot run '%s'\n", command[0]);
  return trace.exit(127);
}
