// An ordinary program. Its own behaviour must be the same whatever becomes of its traces.
// It reports the changes that it finds on standard output.
#include <trace2/trace2.hpp>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "verbs.hpp"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace {

/// Milliseconds that no event may take, far above the library's own limits. A busy machine may stop
/// the program for longer, but only now and then; a call that blocks does so for many events.
constexpr std::int64_t very_long = 1000;
constexpr int most_stalls = 3;

/// Milliseconds for what happens once, where a stall of the machine can't be told from the library.
constexpr std::int64_t longest_stall = 15'000;

std::int64_t milliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

/// The open descriptors and their files, without the descriptor that reads the directory.
std::string descriptors() {
  std::string list;
  DIR* const directory = ::opendir("/proc/self/fd");
  while (dirent const* const entry = ::readdir(directory)) {
    if (entry->d_name[0] == '.' || std::atoi(entry->d_name) == ::dirfd(directory)) continue;
    char target[256] = {};
    std::string const path = std::string{"/proc/self/fd/"} + entry->d_name;
    if (::readlink(path.c_str(), target, sizeof target - 1) < 0) continue;
    list.append(entry->d_name).append(" ").append(target).append("\n");
  }
  ::closedir(directory);
  return list;
}

std::string dispositions() {
  std::string list;
  for (int signo = 1; signo < 32; ++signo) {
    struct sigaction now {};
    ::sigaction(signo, nullptr, &now);
    list += now.sa_handler == SIG_DFL ? 'd' : now.sa_handler == SIG_IGN ? 'i' : 'h';
  }
  sigset_t mask;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  for (int signo = 1; signo < 32; ++signo) list += sigismember(&mask, signo) ? '1' : '0';
  sigset_t pending;
  ::sigpending(&pending);
  for (int signo = 1; signo < 32; ++signo) list += sigismember(&pending, signo) ? '1' : '0';
  return list;
}

int events_of(int argc, char** argv) { return argc > 0 ? std::atoi(argv[0]) : 100; }

/// Traces so many events, and says how many of them held the program.
void trace_events(int count, std::size_t size = 100) {
  std::string const payload(size, 'x');
  int stalls = 0;
  for (int i = 0; i < count; ++i) {
    std::int64_t const begin = milliseconds();
    errno = 1000 + i;
    trace2::data("guest", payload, i);
    if (errno != 1000 + i) ::printf("errno changed to %d\n", errno);
    stalls += milliseconds() - begin > very_long;
  }
  if (stalls > most_stalls) ::printf("%d events held the program\n", stalls);
}

int work(int argc, char** argv) {
  trace_events(events_of(argc, argv));
  ::printf("done\n");
  return 7;
}

/// Lines that no pipe and no socket takes in one piece.
int work_long(int argc, char** argv) {
  trace_events(events_of(argc, argv), 20'000);
  ::printf("done\n");
  return 7;
}

/// The descriptors that a child of the program finds open: those that `exec` keeps.
int show_descriptors(int, char**) {
  trace_events(1);
  ::fflush(stdout);
  pid_t const pid = ::fork();
  if (pid == 0) {
    ::execl("/bin/ls", "ls", "-1", "/proc/self/fd", nullptr);
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return 7;
}

/// The program closes the trace's descriptor and opens a file of its own with that number.
int reuse_descriptor(int argc, char** argv) {
  int const fd = std::atoi(argv[0]);
  trace_events(3);
  ::close(fd);
  trace_events(3);
  int const own = ::open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (own != fd) ::dup2(own, fd);
  trace_events(3);
  struct stat status {};
  ::fstat(fd, &status);
  ::printf("%ld bytes in the program's file\n", static_cast<long>(status.st_size));
  return argc > 2 ? 1 : 7;
}

/// The numbers that the program has taken for its own file.
std::vector<int> taken;

/// The program takes all numbers above those of the standard streams for a file of its own, as a
/// daemon does that closes unknown descriptors: `ways` are "loop", "range" and "over".
int take_numbers(int, char** argv) {
  std::string_view const way = argv[0];
  char const* const own = argv[1];
  trace_events(3);
  std::vector<int> found;
  for (int fd = 3; fd < 1024; ++fd)
    if (::fcntl(fd, F_GETFD) >= 0) found.push_back(fd);
  if (way == "loop")
    for (int const fd : found) ::close(fd);
  if (way == "range") ::syscall(SYS_close_range, 3u, ~0u, 0u);
  int const log = ::open(own, O_WRONLY | O_CREAT | O_APPEND, 0600);
  taken.push_back(log);
  for (int const fd : found)
    if (fd != log && ::dup2(log, fd) == fd) taken.push_back(fd);
  trace_events(3);
  return 7;
}

void check_taken(char const* own) {
  struct stat status {};
  if (::stat(own, &status) != 0 || status.st_size != 0)
    ::printf("a trace is in the program's file\n");
  for (int const fd : taken) {
    struct stat now {};
    if (::fstat(fd, &now) != 0 || now.st_ino != status.st_ino)
      ::printf("a descriptor of the program was closed\n");
  }
}

/// Messages as an attacker would choose them.
int hostile_text(int, char**) {
  TRACE2_PRINTF(
      "red \033[31m bell \a back \b return \r C1 \xc2\x9b"
      "31m del \x7f");
  trace2::data("guest", "key", "line\nbreak \033]0;title\a");
  return 7;
}

int identity(int, char**) {
  ::printf("%s\n", trace2::is_enabled() ? "traced" : "untraced");
  return 7;
}

constexpr lifecycle::verb verbs[] = {
    {"work", work},
    {"work_long", work_long},
    {"show_descriptors", show_descriptors},
    {"reuse_descriptor", reuse_descriptor},
    {"take_numbers", take_numbers},
    {"hostile_text", hostile_text},
    {"identity", identity},
};

}  // namespace

int main(int argc, char** argv) {
  std::string const signals_before = dispositions();
  std::int64_t const begin = milliseconds();
  int code = 0;
  {
    trace2::session const trace{argc, argv, {.ancestry = false}};
    if (milliseconds() - begin > longest_stall) ::printf("the session took too long to begin\n");
    code = lifecycle::run_verb(argc, argv, verbs);
    std::int64_t const end = milliseconds();
    trace.end();
    if (milliseconds() - end > longest_stall) ::printf("the session took too long to end\n");
  }
  if (!taken.empty()) check_taken(argv[3]);
  if (dispositions() != signals_before) ::printf("signals changed\n");
  if (argc > 3 && std::string_view{argv[3]} == "descriptors") ::printf("%s", descriptors().c_str());
  return code;
}
