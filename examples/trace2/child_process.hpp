// Runs a command as a shell does: signals and the exit status pass through.
#pragma once

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "owned_descriptor.hpp"
#include <fcntl.h>
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
  std::int64_t memory_before = 0;  ///< KiB of the process that became the command

  /// The most memory in KiB. Unknown for a command that has used less than the process before it:
  /// the kernel tells the larger one of the two.
  std::optional<std::int64_t> most_memory() const noexcept {
    constexpr std::int64_t on_the_way = 256;  // what the last calls before execve(2) may map
    if (use.ru_maxrss <= memory_before + on_the_way) return {};
    return use.ru_maxrss;
  }

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
  ~signal_relay() { stop(); }

  /// Puts everything back. In the child, too, before it becomes another program.
  void stop() noexcept {
    for (std::size_t i = 0; i < std::size(signals); ++i)
      ::sigaction(signals[i], &before_[i], nullptr);
    ::sigaction(SIGCHLD, &child_before_, nullptr);
    child = 0;
    ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
  }

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

/// What a process tells of itself before it becomes the command.
struct beginning {
  std::int64_t memory = 0;  ///< the most it has had, in KiB
  int error = 0;            ///< errno value: it could not become the command
};

/// Becomes a command, which is looked for in PATH. An executable file in an unknown format is a
/// script for sh.
[[noreturn]] inline void become(std::vector<std::string> const& command, int told) {
  std::vector<char*> argv;
  for (std::string const& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  struct ::rusage own {};
  ::getrusage(RUSAGE_SELF, &own);
  beginning of{.memory = own.ru_maxrss};
  bool is_told = ::write(told, &of, sizeof of) == sizeof of;
  ::execvp(argv.front(), argv.data());
  of.error = errno;
  is_told = is_told && ::write(told, &of, sizeof of) == sizeof of;
  ::_exit(is_told ? EXIT_FAILURE : 127);
}

/// Runs a command and waits for its end.
///
/// By fork, not by posix_spawn(3): the kernel counts the memory of the process that calls execve(2)
/// as the command's, and the copy that fork makes lacks the pages of files.
inline command_end run_command(std::vector<std::string> const& command) {
  command_end end;
  signal_relay relay;
  int ends[2];
  if (::pipe(ends) == 0) end.pid = ::fork();
  if (end.pid < 0) {
    end.error = errno;
    return end;
  }
  owned_descriptor const hearing{ends[0]};
  owned_descriptor telling{ends[1]};
  if (end.pid == 0) {
    ::fcntl(telling.get(), F_SETFD, FD_CLOEXEC);
    ::close(hearing.get());
    relay.stop();
    become(command, telling.get());
  }
  telling.reset();
  beginning of;
  for (::ssize_t got = 1; got > 0 || (got < 0 && errno == EINTR);)
    got = ::read(hearing.get(), &of, sizeof of);
  relay.begin(end.pid);
  while (::wait4(end.pid, &end.status, 0, &end.use) < 0 && errno == EINTR) {
  }
  end.memory_before = of.memory;
  end.error = of.error;
  if (end.error != 0) end.pid = -1;
  return end;
}

}  // namespace trace2_program
