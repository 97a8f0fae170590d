// Runs a command as a shell does: signals and the exit status pass through.
#pragma once

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <spawn.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trace2_program {

/// The end of a command.
struct command_end {
  int error = 0;  ///< errno value when it could not be started
  pid_t pid = -1;
  int status = 0;  ///< status of waitpid
  struct ::rusage use {};

  /// The exit code as in a shell: 127 for a command that doesn't exist, 126 for one that can't be
  /// run, 128 plus the number of the signal that has ended it.
  int code() const noexcept {
    if (error != 0) return error == ENOENT ? 127 : 126;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
};

/// Relays signals that other processes send to this one to the child, as long as the object lives.
/// Signals of the terminal reach the child anyway. Ignored signals stay ignored, as `nohup` needs
/// it.
class signal_relay {
 public:
  signal_relay() {
    ::sigset_t relayed;
    sigemptyset(&relayed);
    for (int const signal : signals) sigaddset(&relayed, signal);
    ::sigprocmask(SIG_BLOCK, &relayed, &mask_before_);
    // A parent that ignores SIGCHLD can't learn how its children end.
    struct ::sigaction plain {};
    plain.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &plain, &child_before_);
    struct ::sigaction action {};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    action.sa_mask = relayed;
    for (std::size_t i = 0; i < std::size(signals); ++i) {
      ::sigaction(signals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
    }
  }
  signal_relay(signal_relay const&) = delete;
  signal_relay& operator=(signal_relay const&) = delete;
  ~signal_relay() {
    for (std::size_t i = 0; i < std::size(signals); ++i)
      ::sigaction(signals[i], &before_[i], nullptr);
    ::sigaction(SIGCHLD, &child_before_, nullptr);
    child = 0;
    ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
  }

  /// The signal mask for the child to begin with.
  ::sigset_t const& mask_before() const noexcept { return mask_before_; }

  /// Relays signals from now on, also those that came in the meantime.
  void begin(pid_t pid) noexcept {
    child = pid;
    ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
  }

 private:
  static constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM};

  static void pass_on(int signal, ::siginfo_t* info, void*) {
    // The kernel sends its signals to the whole foreground group, the child included.
    bool const is_from_process = info->si_code <= 0;
    int const saved = errno;
    if (is_from_process && child > 0) ::kill(static_cast<pid_t>(child), signal);
    errno = saved;
  }

  inline static volatile std::sig_atomic_t child = 0;
  ::sigset_t mask_before_{};
  struct ::sigaction before_[std::size(signals)]{};
  struct ::sigaction child_before_ {};
};

/// The first executable file with a name in PATH; the name itself if it contains a slash.
inline std::string find_in_path(std::string const& name) {
  char const* const path = std::getenv("PATH");
  if (name.find('/') != name.npos || path == nullptr) return name;
  for (std::string_view rest = path;;) {
    std::size_t const end = std::min(rest.find(':'), rest.size());
    std::string const found =
        end == 0 ? name : std::string{rest.substr(0, end)}.append("/").append(name);
    if (::access(found.c_str(), X_OK) == 0) return found;
    if (end == rest.size()) return name;
    rest.remove_prefix(end + 1);
  }
}

/// Starts a command, which is looked for in PATH; 0 or an errno value. An executable file in an
/// unknown format is a script for sh, as for execvp(3).
inline int spawn(std::vector<std::string> const& command, ::posix_spawnattr_t const& attributes,
                 pid_t& pid) {
  std::vector<char*> argv;
  for (std::string const& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  int const error =
      ::posix_spawnp(&pid, argv.front(), nullptr, &attributes, argv.data(), ::environ);
  if (error != ENOEXEC) return error;
  std::string shell = "/bin/sh";
  std::string script = find_in_path(command.front());
  argv.front() = script.data();
  argv.insert(argv.begin(), shell.data());
  return ::posix_spawn(&pid, shell.c_str(), nullptr, &attributes, argv.data(), ::environ);
}

/// Runs a command and waits for its end.
inline command_end run_command(std::vector<std::string> const& command) {
  command_end end;
  signal_relay relay;
  ::posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  ::posix_spawnattr_setsigmask(&attributes, &relay.mask_before());
  end.error = spawn(command, attributes, end.pid);
  ::posix_spawnattr_destroy(&attributes);
  if (end.error != 0) {
    end.pid = -1;
    return end;
  }
  relay.begin(end.pid);
  while (::wait4(end.pid, &end.status, 0, &end.use) < 0 && errno == EINTR) {
  }
  return end;
}

}  // namespace trace2_program
