// A child process. A program that this one starts finds the session id in its environment, so that
// a reader can join the traces of both.
#include <trace2/trace2.hpp>

#include <spawn.h>
#include <unistd.h>

namespace {

/// Runs a command and returns its exit code as a shell would; -1 if it could not be run.
int run(char const* const* argv, char const* child_class) {
  trace2::child const child{{.argv = argv, .child_class = child_class}};  // child_start
  pid_t pid;
  if (posix_spawnp(&pid, argv[0], nullptr, nullptr, const_cast<char* const*>(argv), environ) != 0) {
    child.failed();  // child_exit with pid -1
    return -1;
  }
  return child.wait(pid);  // child_exit
}

}  // namespace

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  trace2::cmd_name("child");
  char const* const shell[] = {"sh", "-c", "exit 3", nullptr};
  char const* const missing[] = {"/nonexistent/program", nullptr};
  return trace.exit(run(shell, "example") == 3 && run(missing, "missing") == -1 ? 0 : 1);
}
