// A program that another process switches on, to another file, and off again while its threads
// trace without a pause: controlling DIRECTORY CYCLES THREADS. Each event has a number. The program
// then looks for every number in the files: it must be there once while the target was on, and not
// while it was off. It says what is wrong, and how long a call took with and without switches.
#include <trace2/control.hpp>
#include <trace2/trace2.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/control_client.hpp"
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// What both processes know. Of six phases of a cycle the target is off in the first, then switched
/// on, on, switched to another file, on, and switched off.
struct shared {
  std::atomic<unsigned> phase{0};
  std::atomic<bool> is_over{false};
  std::atomic<std::size_t> count[16]{};  ///< events of each thread
};
constexpr unsigned phases = 6;
constexpr std::size_t most_events = 3'000'000;  // of a thread

shared* both = nullptr;
int mistakes = 0;

struct emitted {
  unsigned first;  // phases
  unsigned last;
  unsigned found = 0;
};
struct writer {
  std::vector<emitted> events;
  std::int64_t longest = 0;  // nanoseconds
  std::uint64_t waits = 0;   // calls longer than a millisecond in which the thread slept
};

std::int64_t now() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds{1};
}
/// How often the calling thread has gone to sleep by itself.
long sleeps() {
  rusage used{};
  ::getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

void trace(writer& own, std::size_t number_of_thread) {
  std::string const key = "t" + std::to_string(number_of_thread);
  while (!both->is_over && own.events.size() < most_events) {
    emitted next{both->phase, 0};
    long const slept = sleeps();
    std::int64_t const begin = now();
    trace2::data("number", key.c_str(), own.events.size());
    std::int64_t const passed = now() - begin;
    bool const has_slept = sleeps() != slept;
    next.last = both->phase;
    own.events.push_back(next);
    both->count[number_of_thread] = own.events.size();
    own.longest = std::max(own.longest, passed);
    own.waits += passed > 1'000'000 && has_slept;
    std::this_thread::sleep_for(std::chrono::microseconds{20});  // they would be too many
  }
  if (!both->is_over) ++mistakes, std::printf("too many events\n");
}

void find(std::string_view text, std::deque<writer>& writers) {
  constexpr std::string_view before = R"("category":"number","key":"t)";
  constexpr std::string_view between = R"("value":")";
  for (std::size_t at = text.find(before); at != text.npos; at = text.find(before, at)) {
    auto const thread = std::strtoul(text.data() + (at += before.size()), nullptr, 10);
    at = text.find(between, at) + between.size();
    auto const number = std::strtoul(text.data() + at, nullptr, 10);
    if (thread < writers.size() && number < writers[thread].events.size())
      ++writers[thread].events[number].found;
    else
      ++mistakes, std::printf("no such event: %lu %lu\n", thread, number);
  }
}

void check(std::size_t thread, std::size_t number, emitted const& of) {
  unsigned const first = of.first % phases;
  unsigned const last = first + (of.last - of.first);
  bool const is_on = first >= 2 && last <= 4;
  bool const is_off = last == 0;
  if (of.found <= 1 && (!is_on || of.found == 1) && (!is_off || of.found == 0)) return;
  if (++mistakes < 10)
    std::printf("thread %zu number %zu phases %u..%u: %u times\n", thread, number, of.first,
                of.last, of.found);
}

std::size_t open_descriptors() {
  std::filesystem::directory_iterator const all{"/proc/self/fd"};
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// With `is_switched` the program is switched on and off; else it is on all the time.
int run_program(std::string const& directory, bool is_switched, std::size_t threads, char** argv) {
  trace2::session const session{1, argv, {.ancestry = false}};
  if (!trace2::control::allow()) return 1;
  auto const before = open_descriptors();
  std::deque<writer> writers(threads);
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i) running.emplace_back([&, i] { trace(writers[i], i); });
  for (std::thread& each : running) each.join();
  for (int i = 0; i < 5000 && open_descriptors() != before; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  if (open_descriptors() != before) ++mistakes, std::printf("descriptors are left\n");
  if (is_switched && trace2::tracer::enabled()) ++mistakes, std::printf("tracing is left on\n");
  for (auto const& file : std::filesystem::directory_iterator{directory + "/lines"}) {
    std::ifstream in{file.path()};
    find(std::string{std::istreambuf_iterator<char>{in}, {}}, writers);
  }
  std::size_t events = 0;
  std::size_t written = 0;
  std::uint64_t waits = 0;
  std::int64_t longest = 0;
  for (std::size_t i = 0; i < threads; ++i) {
    waits += writers[i].waits;
    longest = std::max(longest, writers[i].longest);
    for (std::size_t n = 0; n < writers[i].events.size(); ++n, ++events) {
      written += writers[i].events[n].found;
      if (is_switched) check(i, n, writers[i].events[n]);
    }
  }
  std::printf("%zu events, %zu of them written, longest call %.3f ms, %llu waits, %d mistakes\n",
              events, written, static_cast<double>(longest) / 1e6,
              static_cast<unsigned long long>(waits), mistakes);
  return mistakes != 0 || written == 0;
}

/// Gives every thread the time for two events, however busy the machine is.
void let_all_trace(std::size_t threads) {
  for (std::size_t i = 0; i < threads; ++i)
    for (std::size_t const wanted = both->count[i] + 2; both->count[i] < wanted;) ::usleep(50);
}

/// Asks until it is done: a thread that gets no processor for a second makes a change fail.
void insist(support::control_client& client, std::string const& setting, std::string const& order) {
  std::string answer;
  for (int i = 0; i < 30 && answer != "ok"; ++i) {
    if (!setting.empty()) client.ask(setting);
    answer = client.ask(order);
  }
  both->phase += 1;
  if (answer != "ok") ++mistakes, std::printf("%s: %s\n", setting.c_str(), answer.c_str());
}

void control(std::string const& directory, std::string const& path, int cycles,
             std::size_t threads) {
  for (int cycle = 0; cycle < cycles; ++cycle) {
    let_all_trace(threads);
    auto const file = [&](char const* name) {
      return "set event " + support::word(directory + "/lines/" + name) + std::to_string(cycle % 8);
    };
    auto* const client = new support::control_client{path};
    client->line();
    both->phase += 1;
    insist(*client, file("one"), "switch");
    let_all_trace(threads);
    both->phase += 1;
    insist(*client, file("two"), "switch");
    let_all_trace(threads);
    both->phase += 1;
    // Every other client just goes.
    if (cycle % 2 == 0) insist(*client, "", "restore");
    delete client;
    if (cycle % 2 == 0) continue;
    for (bool is_off = false; !is_off;) {
      support::control_client other{path};
      other.line();
      is_off = other.ask("status").find("\ntarget event off ") != std::string::npos;
    }
    both->phase += 1;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  std::string const directory = argv[1];
  int const cycles = std::atoi(argv[2]);
  auto const threads = static_cast<std::size_t>(std::atoi(argv[3]));
  void* const room =
      ::mmap(nullptr, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ::setenv("XDG_RUNTIME_DIR", directory.c_str(), 1);
  int result = 0;
  // The same without switches shows what the machine does to calls.
  for (int const times : {0, cycles}) {
    both = new (room) shared;
    std::filesystem::create_directory(directory + "/lines");
    ::setenv("TRACE2_EVENT", times == 0 ? (directory + "/lines/all").c_str() : "0", 1);
    std::int64_t const begin = now();
    std::fflush(stdout);
    pid_t const program = ::fork();
    if (program == 0) {
      int const code = run_program(directory, times != 0, threads, argv);
      std::fflush(stdout);
      ::_exit(code);
    }
    std::string path;
    while (path.empty()) {
      std::error_code none;
      for (auto const& each : std::filesystem::directory_iterator{directory + "/trace2", none})
        if (each.path().filename().string().starts_with(std::to_string(program) + "."))
          path = each.path().string();
    }
    if (times == 0)
      ::usleep(static_cast<useconds_t>(cycles) * 2000);
    else
      control(directory, path, times, threads);
    std::int64_t const passed = now() - begin;
    both->is_over = true;
    int status = 0;
    ::waitpid(program, &status, 0);
    result |= !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    std::printf("%d cycles in %.1f s\n", times, static_cast<double>(passed) / 1e9);
    std::filesystem::remove_all(directory + "/lines");
  }
  return result != 0 || mistakes != 0;
}
