// A command run as a shell runs it: signals and exit status pass through.
#pragma once

#include <cerrno>
#include <csignal>
#include <iterator>
#include <string>
#include <vector>

#include <spawn.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trace2_program {

/// What happened to a command.
struct command_end {
  int error = 0;  ///< errno value when it could not be started
  pid_t pid = -1;
  int status = 0;  ///< as waitpid has it
  struct ::rusage use {};

  /// As a shell has it: 127 for a command that is not there, 126 for one that can't be run, 128
  /// plus the number of the signal that has ended it.
  int code() const noexcept {
    if (error != 0) return error == ENOENT ? 127 : 126;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
};

/// Signals that other processes send to this one reach the child while the object lives. Those of
/// the terminal reach it anyway; those that were ignored stay so, as `nohup` wants it.
class signal_relay {
 public:
  signal_relay() {
    ::sigset_t relayed;
    ::sigemptyset(&relayed);
    for (int const signal : signals) ::sigaddset(&relayed, signal);
    ::sigprocmask(SIG_BLOCK, &relayed, &mask_before_);
    // A parent that ignores its children can't learn how they end.
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

  /// What the child is to begin with.
  ::sigset_t const& mask_before() const noexcept { return mask_before_; }

  /// From now on signals come in; those that have come meanwhile, too.
  void begin(pid_t pid) noexcept {
    child = pid;
    ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
  }

 private:
  static constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM};

  static void pass_on(int signal, ::siginfo_t* info, void*) {
    // What the kernel sends goes to the whole foreground group, the child included.
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

/// Runs a command, which is looked for in PATH, and waits for its end.
inline command_end run_command(std::vector<std::string> const& command) {
  std::vector<char*> argv;
  for (std::string const& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  command_end end;
  signal_relay relay;
  ::posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  ::posix_spawnattr_setsigmask(&attributes, &relay.mask_before());
  end.error = ::posix_spawnp(&end.pid, argv[0], nullptr, &attributes, argv.data(), ::environ);
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
