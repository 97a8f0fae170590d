// Defines what profiler.hpp declares of processes.
#include "samples/profiler.hpp"

#include <trace2/read/cut_text.hpp>
#include <trace2/read/shown.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "system/posix/ignored_signal.hpp"
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace trace2::program {

namespace {

constexpr int control_number = 100;
constexpr int answer_number = 101;
// Milliseconds: a machine that is busy needs some.
constexpr int longest_wait = 30'000;
constexpr int longest_end = 5'000;

/// The environment with times of day in UTC, and messages in English.
std::vector<std::string> plain_environment() {
  std::vector<std::string> all{"TZ=UTC", "LC_ALL=C"};
  for (char** each = environ; *each != nullptr; ++each) {
    std::string_view const one = *each;
    if (!one.starts_with("TZ=") && !one.starts_with("LC_ALL=")) all.emplace_back(one);
  }
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string> const& texts) {
  std::vector<char*> all;
  for (std::string const& each : texts) all.push_back(const_cast<char*>(each.c_str()));
  all.push_back(nullptr);
  return all;
}

/// The message of perf, as a part of a sentence.
std::string shown_reason(std::string const& said) {
  if (said.find("perf_event_paranoid") != said.npos || said.find("CAP_PERFMON") != said.npos)
    return "the kernel forbids it: \"sudo sysctl kernel.perf_event_paranoid=2\" allows it";
  std::string line;
  for (std::size_t at = 0; at < said.size();) {
    std::size_t const end = std::min(said.find('\n', at), said.size());
    // perf says so of fields that this program asks for.
    bool const is_expected = said.compare(at, 10, "Overriding") == 0;
    if (end != at && !is_expected) line.append(line.empty() ? "" : " ").append(said, at, end - at);
    at = end + 1;
  }
  if (line.empty()) return "perf has ended, and does not say why";
  constexpr std::size_t longest = 300;
  return "perf: " + read::shown_text(read::cut_text_visibly(line, longest));
}

}  // namespace

profiler_run::~profiler_run() {
  if (is_running()) wait();
}

void profiler_run::start(std::vector<std::string> const& words, int output) {
  if (std::FILE* const file = std::tmpfile(); file != nullptr) {
    said_.reset(::fcntl(::fileno(file), F_DUPFD_CLOEXEC, 0));
    std::fclose(file);
  }
  ::posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (output >= 0)
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  else
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (said_)
    ::posix_spawn_file_actions_adddup2(&actions, said_.get(), STDERR_FILENO);
  else
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  // Not in the group of the terminal, whose interrupts are for the command alone.
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::sigset_t none;
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  for (std::size_t i = 0; i < passed_.size(); ++i)
    if (passed_[i] >= 0)
      ::posix_spawn_file_actions_adddup2(&actions, passed_[i],
                                         control_number + static_cast<int>(i));
  std::vector<std::string> const environment = plain_environment();
  int const error = ::posix_spawnp(&pid_, "perf", &actions, &attributes, pointers_to(words).data(),
                                   pointers_to(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error == 0) return;
  pid_ = -1;
  error_ = error == ENOENT
               ? "there is no perf: install it (Debian: linux-perf, Ubuntu: linux-tools-generic, "
                 "Fedora: perf)"
               : std::string{"perf: "} + std::strerror(error);
}

bool profiler_run::ends_within(int milliseconds) const {
  constexpr int step = 5;
  for (int waited = 0; waited < milliseconds; waited += step) {
    ::siginfo_t ended{};
    int const got = ::waitid(P_PID, static_cast<::id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT);
    if ((got == 0 && ended.si_pid != 0) || (got < 0 && errno != EINTR)) return true;
    ::poll(nullptr, 0, step);
  }
  return false;
}

std::string profiler_run::wait() {
  int status = 0;
  pid_t got = 0;
  while ((got = ::waitpid(pid_, &status, 0)) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  // perf ends itself by the interrupt that has ended a record.
  bool const is_interrupted = WIFSIGNALED(status) && WTERMSIG(status) == SIGINT;
  if (got < 0 || is_interrupted || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return {};
  std::string said(4'096, '\0');
  ::ssize_t const size = said_ ? ::pread(said_.get(), said.data(), said.size(), 0) : 0;
  said.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return shown_reason(said);
}

script_of_profiler::script_of_profiler(std::string const& path) {
  int ends[2];
  if (::pipe(ends) != 0) {
    error_ = std::strerror(errno);
    return;
  }
  output_.reset(ends[0]);
  owned_descriptor const writing{ends[1]};
  ::fcntl(output_.get(), F_SETFD, FD_CLOEXEC);
  ::fcntl(writing.get(), F_SETFD, FD_CLOEXEC);
  start({"perf", "script", "-i", path, "-F", "comm,pid,tid,tod,time,event,period,ip,sym,dso", "-F",
         "trace:+trace", "--show-switch-events"},
        writing.get());
}

std::string script_of_profiler::finish() {
  if (!is_running()) return error_;
  std::string reason = wait();
  if (reason.find("missing clock data") != reason.npos)
    reason = "it tells no time of day: record with \"perf record -k mono\"";
  return reason;
}

recording_profiler::recording_profiler(int of, std::string const& path,
                                       recording_options const& options) {
  int control[2];
  int answers[2];
  if (::pipe(control) != 0 || ::pipe(answers) != 0) {
    error_ = std::strerror(errno);
    return;
  }
  owned_descriptor const heard{control[0]};
  owned_descriptor const answering{answers[1]};
  control_.reset(control[1]);
  answers_.reset(answers[0]);
  for (int const fd : {control[0], control[1], answers[0], answers[1]})
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  passed_[0] = heard.get();
  passed_[1] = answering.get();
  std::string const descriptors =
      std::to_string(control_number) + "," + std::to_string(answer_number);
  std::vector<std::string> words{"perf", "record", "-F", std::to_string(options.frequency),
                                 "--call-graph", options.stack, "-k", "mono", "-D", "-1",
                                 "--control=fd:" + descriptors, "-o", path, "-p",
                                 std::to_string(of)};
  if (options.has_waits) {
    // Records of switches tell the times, and users may have them of their own programs. Only the
    // event has stacks. The processor's branch records know none of a switch.
    std::string event = "context-switches/period=1,name=context-switches";
    if (options.stack == "lbr") event += ",call-graph=fp";
    words.insert(words.end(), {"--switch-events", "-e", "cycles:P", "-e", event + "/"});
  }
  start(words, -1);
}

void recording_profiler::begin() {
  if (!is_running()) return;
  constexpr std::string_view order = "enable\n";
  ::pollfd answer{answers_.get(), POLLIN, 0};
  char room[16];
  ignored_signal const no_death{SIGPIPE};
  bool const is_on = ::write(control_.get(), order.data(), order.size()) > 0 &&
                     ::poll(&answer, 1, longest_wait) > 0 &&
                     ::read(answers_.get(), room, sizeof room) > 0;
  if (is_on) return;
  bool const is_late = !ends_within(0);
  ::kill(pid(), SIGTERM);
  error_ = wait();
  if (is_late) error_ = "perf has not begun in time";
}

std::string recording_profiler::finish() {
  if (!is_running()) return error_;
  // perf ends with the last process, unless the command has left some running. An interrupt while
  // it ends on its own would cut the file, and so would a word to its control.
  if (!ends_within(longest_end)) ::kill(pid(), SIGINT);
  return wait();
}

}  // namespace trace2::program
