// Processes to record, and a look into their recordings; see recorder.py.
#include <trace2/read/flight_recorder.hpp>
#include <trace2/trace2.hpp>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "../support/mapped_size.hpp"
#include "spin.hpp"
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace {

enum class color { red, green };
BOOST_DESCRIBE_ENUM(color, red, green)

struct point {
  int x;
  double y;
};
BOOST_DESCRIBE_STRUCT(point, (), (x, y))

/// Of every type that a member may have.
struct everything {
  static constexpr std::string_view event_name = "everything";
  bool truth = true;
  char letter = '"';
  signed char small = -5;
  unsigned short medium = 65535;
  int number = -1;
  std::uint64_t large = UINT64_MAX;
  float real = 0.1f;
  double precise = 1e300;
  color shade = color::green;
  color none = static_cast<color>(7);
  std::string_view text = "a\nb\xff";
  std::string_view absent{};
  trace2::text maybe{};
  trace2::text_list list{};
  trace2::duration since = trace2::duration::microseconds(1'500'000);
  std::chrono::nanoseconds until{-1'234'567'890};
  std::filesystem::path place{"/a \"b\""};
  trace2::data_value value = 3u;
  trace2::json_text json{"{\"a\": 1}"};
  std::map<std::string, std::vector<int>> map{{"k", {1, 2}}};
  std::optional<int> nothing{};
  std::optional<point> something{{1, 2.5}};
};
BOOST_DESCRIBE_STRUCT(everything, (),
                      (truth, letter, small, medium, number, large, real, precise, shade, none,
                       text, absent, maybe, list, since, until, place, value, json, map, nothing,
                       something))

/// With words of its own, times, and a category.
struct worded {
  static constexpr std::string_view event_name = "worded_with_a_long_name";
  trace2::duration t_abs{};
  trace2::duration t_rel{};
  int nesting = 1;
  std::string_view category = "very long category";
  int value = 0;
  void normal(auto& line) const { line << "value is " << value; }
  void perf(auto& line) const { line << "v=" << value; }
};
BOOST_DESCRIBE_STRUCT(worded, (), (t_abs, t_rel, nesting, category, value))

struct brief_event {
  static constexpr std::string_view event_name = "brief";
  static constexpr trace2::event_traits traits{.timed = false, .dated_when_brief = true};
  std::string_view who;
  void normal(auto& line) const { line << who; }
  void perf_category(auto& line) const { line << "who:" << who; }
};
BOOST_DESCRIBE_STRUCT(brief_event, (), (who))

struct machine_event {
  static constexpr std::string_view event_name = "machine";
  static constexpr trace2::event_traits traits{.machine_only = true};
  int n = 1;
};
BOOST_DESCRIBE_STRUCT(machine_event, (), (n))

template <class Value>
void show(std::string const& name, Value value) {
  TRACE2_REGION("shown", name);
  TRACE2_DATA("shown", "value", value);
  TRACE2_DATA("shown", name, value);
}

void work(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    TRACE2_REGION("work", "round");
    TRACE2_DATA("work", "i", i);
    TRACE2_DATA("work", "size", static_cast<unsigned long>(i));
    TRACE2_DATA("work", "ratio", i * 0.1);
    TRACE2_DATA("work", "even", i % 2 == 0);
    TRACE2_REGION_F("work", "inner", "number %d", i);
    show("text " + std::to_string(i), "a \"quoted\" text");
    show("time", std::chrono::milliseconds{i});
    show("path", std::filesystem::path{"/a b"});
  }
}

void emit_everything() {
  std::string_view const items[] = {"one", "", "three"};
  TRACE2_EMIT(everything{.list = {items, 3}});
  TRACE2_EMIT(everything{.truth = false, .real = -0.0f, .text = {}});
  TRACE2_EMIT(worded{.t_abs = trace2::duration::microseconds(7),
                     .t_rel = trace2::duration::microseconds(8),
                     .value = 3});
  TRACE2_EMIT(brief_event{"me"});
  TRACE2_EMIT(machine_event{});
  TRACE2_DATA_JSON("work", "json", (std::map<std::string, int>{{"a", 1}}));
  TRACE2_ERROR("cannot open '%s'", "https://user:secret@host/");
  TRACE2_PRINTF("%s", "a message\twith a tab");
  trace2::repo_id repo;
  trace2::def_repo(repo, "/work tree");
  TRACE2_REGION("work", "repo", repo);
  trace2::def_param("core.x", "y", trace2::scope::local);
  trace2::def_param("core.none", nullptr, trace2::scope::system);
  trace2::cmd_alias("co", {"checkout", "-f"});
}

int run_all(char const* self) {
  trace2::cmd_name("all");
  emit_everything();
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([] {
      TRACE2_THREAD("worker");
      work(40);
    });
  threads.emplace_back([] { work(3); });  // nobody gave it a name
  for (std::thread& thread : threads) thread.join();

  trace2::child const child{{.argv = {self, "child"}, .child_class = "self", .git_cmd = true}};
  trace2::child const bare{{.argv = {}, .git_cmd = true}};
  bare.failed();
  pid_t const pid = ::fork();
  if (pid == 0) {
    work(2);
    ::execl(self, self, "leaf", static_cast<char*>(nullptr));
    ::_exit(1);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  child.exited(pid, status);
  pid_t const fork = ::fork();
  if (fork == 0) {
    work(5);
    std::exit(0);
  }
  ::waitpid(fork, &status, 0);
  work(5);
  return 0;
}

/// How far each thread has come; readable after the process has been killed.
struct progress {
  std::atomic<std::int64_t> done[recorder::most_threads];
};

progress* map_progress(char const* path) {
  int const fd = ::open(path, O_RDWR | O_CREAT, 0600);
  if (fd < 0 || ::ftruncate(fd, sizeof(progress)) != 0) std::abort();
  void* const place = ::mmap(nullptr, sizeof(progress), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  return static_cast<progress*>(place);
}

/// Waits until the starter of the process closes its standard input.
void linger() {
  char ignored;
  while (::read(STDIN_FILENO, &ignored, 1) > 0) {
  }
}

int run_spin(char const* path, int threads, std::int64_t rounds, std::string_view end) {
  progress& shown = *map_progress(path);
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back([&done = shown.done[i], i, rounds] {
      recorder::spin(i, rounds, [&done](std::int64_t count) {
        done.store(count, std::memory_order_release);
      });
    });
  if (end == "segv") {
    ::signal(SIGSEGV, SIG_DFL);  // not a sanitizer's
    ::raise(SIGSEGV);
  }
  if (end == "abort") std::abort();
  for (std::thread& thread : all) thread.join();
  if (end == "kill") ::kill(::getpid(), SIGKILL);
  if (end == "linger") linger();
  return 0;
}

/// Threads record until a signal ends the process.
int run_busy() {
  auto const record = [] {
    TRACE2_THREAD("busy");
    for (int i = 0;; ++i) {
      TRACE2_REGION("busy", "round");
      TRACE2_DATA("busy", "i", i);
      TRACE2_PRINTF("message %d", i);
    }
  };
  std::thread{record}.detach();
  std::puts("ready");
  std::fflush(stdout);
  record();
  return 0;
}

std::ptrdiff_t count_descriptors() {
  return std::distance(std::filesystem::directory_iterator{"/proc/self/fd"}, {});
}

/// Runs one session after the other, while a thread lives through all of them. Prints the open
/// files and the memory that each leaves behind.
int run_sessions(int argc, char** argv) {
  std::string const recordings = std::getenv("TRACE2_BINARY");
  std::barrier turn{2};
  std::atomic<bool> is_over{false};
  std::thread other{[&] {
    while (turn.arrive_and_wait(), !is_over) {
      work(3);
      turn.arrive_and_wait();
    }
  }};
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    trace2::session const session{argc, argv, {.program_version = "1.2"}};
    turn.arrive_and_wait();
    work(2);
    turn.arrive_and_wait();
    session.end();
    std::printf("%td %zu\n", count_descriptors(), support::mapped_size(recordings));
  }
  is_over = true;
  turn.arrive_and_wait();
  other.join();
  return 0;
}

/// Two threads fork while others take chunks; the first event of each child is one for which the
/// recorder has a short way. Returns the number of children that didn't end as they should.
int run_forks(int children) {
  std::atomic<bool> is_over{false};
  std::atomic<int> failures{0};
  std::vector<std::thread> busy;
  for (int i = 0; i < 2; ++i)
    busy.emplace_back([&is_over] {
      TRACE2_THREAD("busy");
      std::string const large(100'000, 'x');
      while (!is_over) TRACE2_DATA("forks", "large", large);
    });
  auto const fork_some = [&failures, children] {
    for (int i = 0; i < children; ++i) {
      {
        TRACE2_REGION("forks", "in the parent");
      }
      pid_t const pid = ::fork();
      if (pid == 0) {
        ::alarm(60);
        { TRACE2_REGION("forks", "in the child"); }
        TRACE2_DATA("forks", "i", i);
        ::_exit(0);
      }
      int status = -1;
      ::waitpid(pid, &status, 0);
      failures += status != 0;
    }
  };
  std::thread other{[&] {
    TRACE2_THREAD("forking");
    fork_some();
  }};
  fork_some();
  other.join();
  is_over = true;
  for (std::thread& thread : busy) thread.join();
  return failures;
}

std::int64_t monotonic_nanoseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

/// For a while, events whose values are the system's time.
int tell_time(std::int64_t seconds) {
  std::int64_t const end = monotonic_nanoseconds() + seconds * 1'000'000'000;
  std::int64_t now = 0;
  while ((now = monotonic_nanoseconds()) < end) {
    TRACE2_DATA("clock", "monotonic", now);
    if (now % 64 == 0) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  return 0;
}

/// Prints by how many nanoseconds the recorded times and the system's differ: the medians of ten
/// parts of the recording.
int compare_times(char const* path) {
  trace2::read::flight_recording recording;
  if (std::string const problem = recording.open(path); !problem.empty()) return 1;
  std::vector<std::int64_t> late;
  while (auto const* event = recording.next())
    if (event->kind == trace2::detail::recording::kind::data_signed)
      late.push_back(event->nanoseconds - static_cast<std::int64_t>(event->value));
  std::size_t const part = late.size() / 10;
  for (std::size_t i = 0; i < 10; ++i) {
    auto const begin = late.begin() + static_cast<std::ptrdiff_t>(i * part);
    auto const middle = begin + static_cast<std::ptrdiff_t>(part / 2);
    std::nth_element(begin, middle, begin + static_cast<std::ptrdiff_t>(part));
    std::printf("%lld\n", static_cast<long long>(*middle));
  }
  return part == 0;
}

template <class Format>
int cat(char const* path, trace2::format_settings const& settings) {
  trace2::read::flight_recording recording;
  if (std::string const problem = recording.open(path); !problem.empty()) {
    std::fprintf(stderr, "%s %s\n", path, problem.c_str());
    return 1;
  }
  trace2::buffer lines;
  while (auto const* event = recording.next()) {
    recording.write<Format>(lines, settings, *event);
    std::fwrite(lines.data(), 1, lines.size(), stdout);
    lines.clear();
  }
  std::fprintf(stderr, "dropped %llu damages %llu finished %d ring %d program %s\n",
               static_cast<unsigned long long>(recording.dropped()),
               static_cast<unsigned long long>(recording.damages()), recording.is_finished(),
               recording.is_ring(), std::string{recording.program()}.c_str());
  return 0;
}

int look(std::string_view verb, int argc, char** argv) {
  bool const is_brief = std::getenv("BRIEF") != nullptr;
  trace2::format_settings const settings{.brief = is_brief, .nesting_limit = is_brief ? 2 : 99};
  if (verb == "normal") return cat<trace2::format::normal>(argv[2], settings);
  if (verb == "perf") return cat<trace2::format::perf>(argv[2], settings);
  if (verb == "event") return cat<trace2::format::json>(argv[2], settings);
  if (verb == "compare_times") return compare_times(argv[2]);
  if (verb == "check") return recorder::check(argv[2], argv[3], argc > 4);
  return -1;
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view const verb = argc > 1 ? argv[1] : "";
  if (int const status = look(verb, argc, argv); status >= 0) return status;
  if (verb == "sessions") return run_sessions(argc, argv);
  trace2::session const session{argc, argv, {.program_version = "1.2", .signals = verb == "busy"}};
  if (verb == "busy") return run_busy();
  if (verb == "all") return session.exit(run_all(argv[0]));
  if (verb == "forks") return session.exit(run_forks(std::atoi(argv[2])));
  if (verb == "tell_time") return session.exit(tell_time(std::atoll(argv[2])));
  if (verb == "spin")
    return session.exit(
        run_spin(argv[2], std::atoi(argv[3]), std::atoll(argv[4]), argc > 5 ? argv[5] : ""));
  work(2);
  return session.exit(0);
}
