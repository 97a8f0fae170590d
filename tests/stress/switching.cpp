// A program whose targets are switched on, changed and off again while its threads trace without a
// pause: switching DIRECTORY CYCLES THREADS. Each event has a number. The program then looks for
// every number in the files of all targets: it must be there once while a target was on, and not
// while none was. It says what is wrong, and ends with 1. After each cycle there is a time of
// the same length, of 5 ms at most, without any switch: how long events take in it is what the
// machine does to them.
#include <trace2/read/flight_recorder.hpp>
#include <trace2/reconfigure.hpp>
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
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <sys/resource.h>

namespace {

enum kind : std::uint8_t { event_lines, perf_lines, recording, kinds };

/// Which targets are on. Even numbers: as the state says; odd ones: on the way to the next state.
struct state {
  bool on[kinds]{};
  bool was_slow = false;  ///< a thread took more than a second for an event
};
std::deque<state> states(1);
std::atomic<unsigned> phase{0};
std::atomic<bool> is_over{false};
std::atomic<bool> is_quiet{false};
std::atomic<bool> is_full{false};  // a thread has emitted all its events
std::string directory;
int mistakes = 0;

struct emitted {
  unsigned first;  // phases
  unsigned last;
  std::uint8_t found[kinds];
};

/// How long events took, while targets were switched or while one was on.
struct durations {
  std::uint64_t events = 0;
  std::int64_t longest = 0;     ///< nanoseconds
  std::uint64_t long_ones = 0;  ///< longer than a millisecond
  std::uint64_t waits = 0;      ///< of these, those in which the thread slept
};

struct writer {
  std::vector<emitted> events;
  durations switching;
  durations quiet;
  std::atomic<std::size_t> count{0};
};

void add(durations& sum, durations const& more) {
  sum.events += more.events;
  sum.longest = std::max(sum.longest, more.longest);
  sum.long_ones += more.long_ones;
  sum.waits += more.waits;
}

std::int64_t now() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds{1};
}
/// How often the calling thread has gone to sleep by itself.
long sleeps() {
  rusage used{};
  ::getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

void trace(writer& own, int number_of_thread, std::size_t most) {
  trace2::thread_scope const named{"writer"};
  std::string const key = "t" + std::to_string(number_of_thread);
  long slept = sleeps();
  while (!is_over.load(std::memory_order_relaxed) && own.events.size() < most) {
    emitted next{phase.load(), 0, {}};
    bool const was_quiet = is_quiet.load();
    std::int64_t const begin = now();
    {
      TRACE2_REGION("load", "region");
      trace2::data("number", key.c_str(), own.events.size());
    }
    std::int64_t const passed = now() - begin;
    next.last = phase.load();
    own.events.push_back(next);
    own.count.store(own.events.size());
    long const before = slept;
    if (passed > 1'000'000 || own.events.size() % 64 == 0) slept = sleeps();
    // What began before the quiet or ended after it may have met a switch.
    durations& took = was_quiet && is_quiet.load() ? own.quiet : own.switching;
    ++took.events;
    took.longest = std::max(took.longest, passed);
    took.long_ones += passed > 1'000'000;
    took.waits += passed > 1'000'000 && slept != before;
    if (!trace2::tracer::enabled())
      std::this_thread::sleep_for(std::chrono::microseconds{20});  // they would be too many
  }
  if (!is_over) is_full = true;
}

/// Gives every thread the time for two events, however busy the machine is.
void let_all_trace(std::deque<writer> const& writers) {
  std::vector<std::size_t> wanted;
  for (writer const& each : writers) wanted.push_back(each.count + 2);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    while (writers[i].count < wanted[i] && !is_full)
      std::this_thread::sleep_for(std::chrono::microseconds{50});
}

std::size_t open_descriptors() {
  std::filesystem::directory_iterator const all{"/proc/self/fd"};
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

void complain(char const* what, unsigned long thread, std::size_t number, emitted const& of) {
  if (++mistakes < 10)
    std::printf("%s: thread %lu number %zu phases %u..%u found %d %d %d\n", what, thread, number,
                of.first, of.last, of.found[0], of.found[1], of.found[2]);
}

void find(kind where, std::string_view text, std::string_view before, std::string_view between,
          std::deque<writer>& writers) {
  for (std::size_t at = text.find(before); at != text.npos; at = text.find(before, at)) {
    at += before.size();
    auto const thread = std::strtoul(text.data() + at, nullptr, 10);
    at = text.find(between, at) + between.size();
    auto const number = std::strtoul(text.data() + at, nullptr, 10);
    if (thread >= writers.size() || number >= writers[thread].events.size()) {
      ++mistakes;
      std::printf("no such event: %lu %lu\n", thread, number);
      continue;
    }
    ++writers[thread].events[number].found[where];
  }
}

void check(unsigned long thread, std::size_t number, emitted const& of) {
  bool always[kinds] = {true, true, true};
  bool ever[kinds] = {};
  bool always_any = true;
  for (unsigned each = of.first; each <= of.last; ++each) {
    bool any[2] = {};
    for (int what = 0; what < kinds; ++what)
      for (unsigned const at : {each / 2, (each + 1) / 2}) {
        bool const is_on = at < states.size() && states[at].on[what];
        always[what] = always[what] && is_on;
        ever[what] = ever[what] || is_on;
        any[at != each / 2] |= is_on;
      }
    always_any = always_any && any[0] && (each % 2 == 0 || any[1]);
    // Then a target is switched off while an event that has passed by the next one looks for it.
    if (each % 2 != 0 && states[(each + 1) / 2].was_slow) always_any = false;
  }
  int sum = 0;
  for (int what = 0; what < kinds; ++what) {
    int const found = of.found[what];
    sum += found;
    if (found > 1) complain("doubled", thread, number, of);
    if (found != 0 && !ever[what]) complain("though off", thread, number, of);
    if (found == 0 && always[what]) complain("lost", thread, number, of);
  }
  if (sum == 0 && always_any) complain("lost on the way", thread, number, of);
}

/// Switches to the next state, with files of its own.
void change(state const& next, int cycle) {
  static int files = 0;
  auto const value = [&](kind of, char const* name) {
    return next.on[of] ? directory + "/" + name + std::to_string(++files) : std::string{"0"};
  };
  std::string const event = value(event_lines, "event");
  std::string const perf = value(perf_lines, "perf");
  std::string const binary = value(recording, "binary");
  states.push_back(next);
  phase.fetch_add(1);
  bool is_done = false;
  // A thread that gets no processor for a second makes a change fail. The next change ends it.
  for (int tries = 0; !is_done && tries < 30; ++tries) {
    states.back().was_slow = tries != 0;
    is_done = trace2::session::reconfigure({{"TRACE2_EVENT", event},
                                            {"TRACE2_EVENT_BUFFER", cycle % 4 == 0 ? "8k" : "0"},
                                            {"TRACE2_PERF", perf},
                                            {"TRACE2_BINARY", binary},
                                            {"TRACE2_BINARY_SIZE", "1g"}});
  }
  phase.fetch_add(1);
  if (!is_done) ++mistakes, std::printf("cycle %d: not done\n", cycle);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  directory = argv[1];
  int const cycles = std::atoi(argv[2]);
  trace2::session const session{argc, argv, {.ancestry = false}};
  std::string const first = directory + "/first";
  trace2::session::reconfigure({{"TRACE2_EVENT", first}});
  trace2::session::reconfigure();
  auto const before = open_descriptors();

  std::deque<writer> writers(static_cast<std::size_t>(std::atoi(argv[3])));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < writers.size(); ++i)
    threads.emplace_back([&, i] { trace(writers[i], static_cast<int>(i), 4'000'000); });
  constexpr state ways[][2] = {{{{true, false, false}}, {{true, false, false}}},
                               {{{true, false, false}}, {{false, true, false}}},
                               {{{false, false, true}}, {{true, false, false}}},
                               {{{false, true, true}}, {{false, false, true}}},
                               {{{false, false, true}}, {{false, false, true}}}};
  let_all_trace(writers);
  std::int64_t const begin = now();
  for (int cycle = 0; cycle < cycles; ++cycle) {
    std::int64_t const first_switch = now();
    auto const& way = ways[static_cast<std::size_t>(cycle) % std::size(ways)];
    for (state const& next : {way[0], way[1], state{}}) {
      change(next, cycle);
      std::this_thread::sleep_for(std::chrono::microseconds{300});
      let_all_trace(writers);
    }
    // On a busy machine a cycle takes long, and threads have only so many events.
    std::int64_t const passed = std::min(now() - first_switch, std::int64_t{5'000'000});
    change(ways[0][0], cycle);
    is_quiet = true;
    for (std::int64_t const end = now() + passed; now() < end && !is_full;)
      std::this_thread::sleep_for(std::chrono::microseconds{300});
    is_quiet = false;
    change(state{}, cycle);
  }
  std::int64_t const passed = now() - begin;
  is_over = true;
  for (std::thread& each : threads) each.join();
  // Sanitizers have descriptors of their own for a moment.
  for (int i = 0; i < 100 && open_descriptors() != before; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  if (open_descriptors() != before) ++mistakes, std::printf("descriptors are left\n");

  for (auto const& file : std::filesystem::directory_iterator{directory}) {
    std::string const name = file.path().filename();
    if (name.starts_with("binary")) {
      trace2::read::flight_recording opened;
      if (opened.open(file.path().c_str()) != "") ++mistakes, std::printf("%s\n", name.c_str());
      trace2::buffer out;
      while (auto const* const event = opened.next())
        opened.write<trace2::format::json>(out, {.nesting_limit = 99}, *event);
      if (opened.dropped() != 0) ++mistakes, std::printf("%s dropped\n", name.c_str());
      if (opened.damages() != 0) ++mistakes, std::printf("%s is damaged\n", name.c_str());
      find(recording, std::string{out.view()}, R"("category":"number","key":"t)", R"("value":")",
           writers);
      continue;
    }
    std::ifstream in{file.path()};
    std::string const text{std::istreambuf_iterator<char>{in}, {}};
    if (name.starts_with("event"))
      find(event_lines, text, R"("category":"number","key":"t)", R"("value":")", writers);
    else if (name.starts_with("perf"))
      find(perf_lines, text, "| number       | ..t", ":", writers);
    std::filesystem::remove(file.path());
  }
  std::size_t events = 0;
  std::size_t written = 0;
  durations all[2];
  for (std::size_t i = 0; i < writers.size(); ++i) {
    add(all[0], writers[i].switching);
    add(all[1], writers[i].quiet);
    for (std::size_t n = 0; n < writers[i].events.size(); ++n, ++events) {
      emitted const& each = writers[i].events[n];
      written += each.found[0] + each.found[1] + each.found[2] != 0;
      check(static_cast<unsigned long>(i), n, each);
    }
  }
  std::printf("%d cycles in %.1f s, %zu events, %zu of them written, %d mistakes\n", cycles,
              static_cast<double>(passed) / 1e9, events, written, mistakes);
  for (durations const& each : all)
    std::printf(
        "%s: %llu events, the longest %.3f ms, %llu above 1 ms, %llu of them asleep\n",
        &each == all ? "with switches" : "without", static_cast<unsigned long long>(each.events),
        static_cast<double>(each.longest) / 1e6, static_cast<unsigned long long>(each.long_ones),
        static_cast<unsigned long long>(each.waits));
  return mistakes != 0 || written == 0;
}
