// Defines what child_process.hpp, interruption.hpp and signal_relay.hpp declare, on POSIX systems.
#include "system/child_process.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/owned_descriptor.hpp"
#include "system/posix/ending_signals.hpp"
#include "system/posix/interruption.hpp"
#include "system/posix/signal_relay.hpp"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#  include <sys/prctl.h>
#endif

namespace trace2::program {

// ---- child_process.hpp ----

namespace {

/// What a process tells of itself before it becomes the command.
struct beginning {
  std::int64_t memory = 0;  ///< the most it has had, in KiB
  int error = 0;            ///< errno value: it could not become the command
};

/// What the kernel counts for the command. Its memory is that of the process before, too.
used_resources used_by(struct ::rusage const& use, std::int64_t memory_before) {
  // KiB. The last calls before execve(2) map some, and Linux counts pages per processor: what
  // getrusage(2) says lags by some hundred KiB on a busy machine.
  constexpr std::int64_t on_the_way = 1024;
  auto const time = [](::timeval const& value) {
    return duration::microseconds(value.tv_sec * std::int64_t{1'000'000} + value.tv_usec);
  };
  std::int64_t const memory = use.ru_maxrss;
  return {.user_time = time(use.ru_utime),
          .system_time = time(use.ru_stime),
          .max_rss_kib = memory > memory_before + on_the_way ? std::optional{memory} : std::nullopt,
          .minor_faults = use.ru_minflt,
          .major_faults = use.ru_majflt,
          .blocks_in = use.ru_inblock,
          .blocks_out = use.ru_oublock,
          .voluntary_switches = use.ru_nvcsw,
          .involuntary_switches = use.ru_nivcsw};
}

/// Has the calling child end with its parent, even if that is killed: nobody else passes signals on
/// to it.
void end_with([[maybe_unused]] pid_t parent) noexcept {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::raise(SIGKILL);
#endif
}

/// Becomes a command, which is looked for in PATH. An executable file in an unknown format is a
/// script for sh.
[[noreturn]] void become(std::vector<std::string> const& command, int told) {
  std::vector<char*> argv;
  for (std::string const& argument : command) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  // Looking a function up, at its first call, touches pages of every library: before they are
  // counted.
  if (::write(told, "", 0) == 0) ::execvp("", argv.data());
  struct ::rusage own{};
  ::getrusage(RUSAGE_SELF, &own);
  beginning of{.memory = own.ru_maxrss};
  bool is_told = ::write(told, &of, sizeof of) == sizeof of;
  ::execvp(argv.front(), argv.data());
  of.error = errno;
  is_told = is_told && ::write(told, &of, sizeof of) == sizeof of;
  ::_exit(is_told ? EXIT_FAILURE : 127);
}

}  // namespace

// By fork, not by posix_spawn(3): the kernel counts the memory of the process that calls execve(2)
// as the command's, and the copy that fork makes lacks the pages of files.
command_end run_child(std::vector<std::string> const& command,
                      std::function<void(int)> const& before) {
  command_end end;
  signal_relay relay;
  inherited_alarms const alarms;
  pid_t const parent = ::getpid();
  int ends[2];
  int gate[2] = {-1, -1};
  bool const is_ready = ::pipe(ends) == 0 && (!before || ::pipe(gate) == 0);
  // What `before` starts must keep none of them open.
  for (int const fd : {ends[0], ends[1], gate[0], gate[1]})
    if (is_ready && fd >= 0) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  if (is_ready) end.pid = ::fork();
  if (end.pid < 0) {
    end.error = errno;
    end.code = 126;
    alarms.give();
    return end;
  }
  owned_descriptor const hearing{ends[0]};
  owned_descriptor telling{ends[1]};
  owned_descriptor const waiting{gate[0]};
  owned_descriptor opening{gate[1]};
  if (end.pid == 0) {
    ::close(hearing.get());
    end_with(parent);
    opening.reset();
    char none = 0;
    while (waiting && ::read(waiting.get(), &none, 1) < 0 && errno == EINTR) {
    }
    relay.stop();
    alarms.give();
    become(command, telling.get());
  }
  telling.reset();
  if (before) before(end.pid);
  opening.reset();
  beginning of;
  for (::ssize_t got = 1; got > 0 || (got < 0 && errno == EINTR);)
    got = ::read(hearing.get(), &of, sizeof of);
  relay.begin(end.pid);
  // Its number stays its own until wait4(2).
  ::siginfo_t ended{};
  while (::waitid(P_PID, static_cast<::id_t>(end.pid), &ended, WEXITED | WNOWAIT) < 0 &&
         errno == EINTR) {
  }
  signal_relay::forget();
  int status = 0;
  struct ::rusage use{};
  while (::wait4(end.pid, &status, 0, &use) < 0 && errno == EINTR) {
  }
  end.error = of.error;
  end.used = used_by(use, of.memory);
  if (end.error != 0) {
    end.pid = -1;
    end.code = end.error == ENOENT ? 127 : 126;
  } else if (WIFSIGNALED(status)) {
    end.signal = WTERMSIG(status);
    end.code = 128 + WTERMSIG(status);
  } else {
    end.code = WEXITSTATUS(status);
  }
  return end;
}

// ---- interruption.hpp ----

interruption::interruption() {
  struct ::sigaction caught{};
  caught.sa_handler = [](int) { is_over_ = 1; };
  sigset_t watched;
  sigemptyset(&watched);
  for (int const signal : ending_signals) {
    struct ::sigaction before{};
    // nohup and shells without jobs have commands ignore some of them.
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    ::sigaddset(&watched, signal);
    ::sigaction(signal, &caught, nullptr);
  }
  ::sigprocmask(SIG_BLOCK, &watched, &before_);
}

void interruption::wait(pollfd* watched, nfds_t count,
                        std::optional<std::chrono::nanoseconds> most) const {
  using namespace std::chrono;
  timespec time{};
  if (most) {
    auto const left = std::max(*most, nanoseconds{0});
    time.tv_sec = static_cast<time_t>(duration_cast<seconds>(left).count());
    time.tv_nsec = static_cast<long>((left % seconds{1}).count());
  }
  if (::ppoll(watched, count, most ? &time : nullptr, &before_) <= 0)
    for (nfds_t i = 0; i < count; ++i) watched[i].revents = 0;
}

int interruption::write(int fd, std::string_view bytes,
                        std::optional<std::chrono::steady_clock::time_point> end) const {
  while (!bytes.empty()) {
    std::optional<std::chrono::nanoseconds> left;
    if (end) left = *end - std::chrono::steady_clock::now();
    if (is_over() || (left && left->count() <= 0)) return -EINTR;
    pollfd watched{fd, POLLOUT, 0};
    wait(&watched, 1, left);
    if (watched.revents == 0) continue;
    // A pipe that can be written to has room for so much. A terminal that is stopped may not
    // have it: signals end the call.
    sigset_t blocked;
    ::sigprocmask(SIG_SETMASK, &before_, &blocked);
    ssize_t const written =
        is_over() ? 0 : ::write(fd, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
    int const error = written < 0 ? errno : 0;
    ::sigprocmask(SIG_SETMASK, &blocked, nullptr);
    if (error == EINTR || error == EAGAIN) continue;
    if (error != 0) return -error;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// ---- signal_relay.hpp ----

signal_relay::signal_relay() {
  for (int signal = 1; signal < count; ++signal)
    if (is_passed_on(signal)) sigaddset(&passed_on_, signal);
  ::sigprocmask(SIG_BLOCK, &passed_on_, &mask_before_);
  // A parent that ignores SIGCHLD can't learn how its children end.
  struct ::sigaction plain{};
  plain.sa_handler = SIG_DFL;
  ::sigaction(SIGCHLD, &plain, &child_before_);
  struct ::sigaction action{};
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  action.sa_mask = passed_on_;
  for (int signal = 1; signal < count; ++signal) {
    if (sigismember(&passed_on_, signal) != 1) continue;
    // The C library keeps some numbers for itself.
    struct ::sigaction& before = before_[static_cast<std::size_t>(signal)];
    bool const is_ours = ::sigaction(signal, nullptr, &before) == 0 &&
                         before.sa_handler != SIG_IGN && ::sigaction(signal, &action, nullptr) == 0;
    if (!is_ours) sigdelset(&passed_on_, signal);
  }
}

void signal_relay::stop() noexcept {
  forget();
  for (int signal = 1; signal < count; ++signal)
    if (sigismember(&passed_on_, signal) == 1)
      ::sigaction(signal, &before_[static_cast<std::size_t>(signal)], nullptr);
  ::sigaction(SIGCHLD, &child_before_, nullptr);
  ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

void signal_relay::begin(pid_t pid) noexcept {
  child = pid;
  ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

bool signal_relay::is_passed_on(int signal) noexcept {
  return signal != SIGKILL && signal != SIGSTOP && signal != SIGCHLD;
}

bool signal_relay::is_fault(int signal) noexcept {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE ||
         signal == SIGTRAP || signal == SIGSYS;
}

bool signal_relay::is_stop(int signal) noexcept {
  return signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

bool signal_relay::has_child_too(int signal) noexcept {
  if (signal == SIGHUP || signal == SIGCONT) return ::getsid(0) != ::getpid();
  return signal == SIGINT || signal == SIGQUIT || signal == SIGWINCH || is_stop(signal);
}

void signal_relay::pass_on(int signal, ::siginfo_t* info, void* context) {
  int const saved = errno;
  bool const is_from_kernel = info->si_code > 0;
  bool const is_from_process =
      info->si_code == SI_USER || info->si_code == SI_QUEUE || is_to_thread(*info);
  if (is_from_kernel && is_fault(signal))
    fault(signal, info, context);
  else if (is_from_process && info->si_pid == ::getpid())
    // Its own write has failed, or its own abort(3) comes again without this handler.
    errno = saved;
  else if (child > 0 && !(is_from_kernel && has_child_too(signal)))
    send(signal, *info);
  if (is_stop(signal)) stop_as_well(signal);
  errno = saved;
}

bool signal_relay::is_to_thread([[maybe_unused]] ::siginfo_t const& info) noexcept {
#ifdef SI_TKILL
  return info.si_code == SI_TKILL;
#else
  return false;
#endif
}

void signal_relay::send(int signal, [[maybe_unused]] ::siginfo_t const& info) noexcept {
  auto const to = static_cast<pid_t>(child);
#ifdef __linux__
  if (info.si_code == SI_QUEUE) {
    ::sigqueue(to, signal, info.si_value);
    return;
  }
#endif
  ::kill(to, signal);
}

void signal_relay::fault(int signal, ::siginfo_t* info, void* context) {
  struct ::sigaction const& before = before_[static_cast<std::size_t>(signal)];
  if ((before.sa_flags & SA_SIGINFO) != 0)
    before.sa_sigaction(signal, info, context);
  else if (before.sa_handler != SIG_DFL)
    before.sa_handler(signal);
  else
    ::signal(signal, SIG_DFL);  // the instruction is repeated
}

void signal_relay::stop_as_well(int signal) noexcept {
  struct ::sigaction ours{};
  struct ::sigaction plain{};
  plain.sa_handler = SIG_DFL;
  ::sigaction(signal, &plain, &ours);
  ::sigset_t alone;
  ::sigset_t before;
  sigemptyset(&alone);
  sigaddset(&alone, signal);
  ::raise(signal);
  ::sigprocmask(SIG_UNBLOCK, &alone, &before);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  ::sigaction(signal, &ours, nullptr);
}

inherited_alarms::inherited_alarms() noexcept {
  ::itimerval const none{};
  for (std::size_t i = 0; i < clocks.size(); ++i) ::setitimer(clocks[i], &none, &alarms_[i]);
}

void inherited_alarms::give() const noexcept {
  for (std::size_t i = 0; i < clocks.size(); ++i)
    if (alarms_[i].it_value.tv_sec != 0 || alarms_[i].it_value.tv_usec != 0)
      ::setitimer(clocks[i], &alarms_[i], nullptr);
}

}  // namespace trace2::program
