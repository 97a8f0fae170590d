// A companion of Git: it obeys Git's own settings. Thus GIT_TRACE2_EVENT=/tmp/trace records the
// program and the Git commands that it runs, or that run it, in one trace. It runs Git with its own
// arguments, or "git version" without any.
#include <trace2/trace2.hpp>

#include <cstdio>
#include <vector>

#include <spawn.h>
#include <unistd.h>

int main(int argc, char** argv) {
  trace2::session const trace{
      argc, argv, {.program_version = "1.0", .settings = trace2::git_settings}};
  trace2::cmd_name("git-preset");

  std::vector<char const*> command{"git"};
  for (int i = 1; i < argc; ++i) command.push_back(argv[i]);
  if (argc < 2) command.push_back("version");
  command.push_back(nullptr);

  // `git_cmd` puts the word "git" in front of the arguments in the trace.
  trace2::child const git{{.argv = command.data() + 1, .git_cmd = true}};
  pid_t pid;
  if (posix_spawnp(&pid, "git", nullptr, nullptr, const_cast<char* const*>(command.data()),
                   environ) != 0) {
    git.failed();
    TRACE2_ERROR("cannot run git");
    std::fputs("git_preset: cannot run git\n", stderr);
    return trace.exit(1);
  }
  return trace.exit(git.wait(pid));
}
