// A debugger that stops a recording thread at each instruction of the recorder, and lets something
// happen exactly there:
//
//   fork     another thread forks; the child records for itself
//   signal   a signal is delivered, whose handler records; not while the thread begins or ends
//   cancel   another thread cancels this one
//
// usage: steps fork|signal|cancel. Afterwards the recording is readable, and holds each number that
// was acknowledged; nothing has hung. Exits with 77 where there are no debuggers.
#include <trace2/read/recorded_events.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/trace2.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report.hpp"

#if defined(__linux__) && defined(__x86_64__)

#  include <elf.h>
#  include <fcntl.h>
#  include <link.h>
#  include <pthread.h>
#  include <sched.h>
#  include <signal.h>
#  include <sys/mman.h>
#  include <sys/prctl.h>
#  include <sys/ptrace.h>
#  include <sys/syscall.h>
#  include <sys/time.h>
#  include <sys/user.h>
#  include <sys/wait.h>
#  include <unistd.h>

namespace {

enum class fault { fork, signal, cancel };

constexpr int handled_signal = SIGUSR1;
constexpr std::int64_t longest_hold = 100'000'000;  // nanoseconds
constexpr int tries = 4;                            // a busy machine is slow now and then
constexpr double longest_wait = 60;                 // seconds, until nobody waits any more

/// Shared by the debugger and the recording process.
struct shared {
  static constexpr std::size_t most = 1 << 20;

  std::atomic<bool> is_over;           ///< no further thread is to be started
  int request[2];                      ///< a pipe; each byte asks for a fork or a cancellation
  std::atomic<unsigned> answers;       ///< how many of them were made
  std::atomic<unsigned> bad_children;  ///< those that did not end in time, or not well
  std::atomic<int> victim;             ///< id of the thread that is traced
  std::atomic<bool> is_named;          ///< the thread has its name, and doesn't end yet
  std::atomic<std::uint32_t> next;     ///< number to record
  std::atomic<std::uint32_t> next_of_handler;
  std::atomic<std::uint8_t> is_recorded[most];  ///< by number: 1 when it was acknowledged
  std::atomic<std::uint8_t> is_handled[most];   ///< the same for the handler's numbers
};

shared* common = nullptr;
pthread_t victim_thread{};

// The debugger knows the place behind the instruction, where the thread then is.
extern "C" char const behind_stop[];
[[gnu::noinline]] void stop_for_debugger() {
  asm volatile("int3\n.globl behind_stop\nbehind_stop:" ::: "memory");
}

// ---- The recording process

void record_in_handler(int) {
  std::uint32_t const n = common->next_of_handler.fetch_add(1);
  TRACE2_DATA("faults", "handled", n);
  if (n < shared::most) common->is_handled[n].store(1);
  stop_for_debugger();
}

std::uint32_t record_number(bool is_short) {
  std::uint32_t const n = common->next.fetch_add(1);
  if (is_short)
    TRACE2_DATA("faults", "n", n);
  else
    trace2::data("faults", "n", n);
  if (n < shared::most) common->is_recorded[n].store(1);
  ::pthread_testcancel();
  return n;
}

/// Records of all kinds, short and long, and enough of them for a new chunk.
[[gnu::noinline]] void record_all(std::string const& large) {
  TRACE2_THREAD("stepped");
  common->is_named.store(true);
  for (int i = 0; i < 3; ++i) {
    record_number(true);
    TRACE2_REGION("faults", "literal");
    record_number(false);
  }
  TRACE2_DATA("faults", "large", large);
  record_number(true);
  TRACE2_REGION("faults", large);
  TRACE2_DATA("faults", "large", large);
  record_number(true);
  common->is_named.store(false);
}

void* run_victim(void* large) {
  victim_thread = ::pthread_self();
  common->victim.store(static_cast<int>(::syscall(SYS_gettid)));
  // The debugger is the parent of each thread, and of this one alone becomes its tracer.
  ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  stop_for_debugger();
  record_all(*static_cast<std::string*>(large));
  stop_for_debugger();
  return nullptr;
}

/// A child of a fork: records for itself, and ends at once.
[[noreturn]] void run_child() {
  ::alarm(40);  // less than the debugger waits for
  {
    TRACE2_REGION("faults", "in the child");
    TRACE2_DATA("faults", "child", 1);
  }
  trace2::data("faults", "child", "text");
  ::_exit(0);
}

/// Does as the debugger asks, from a thread that it doesn't stop.
void* run_helper(void* what) {
  auto const kind = *static_cast<fault*>(what);
  for (char any; ::read(common->request[0], &any, 1) == 1; common->answers.fetch_add(1)) {
    if (kind == fault::cancel) {
      ::pthread_cancel(victim_thread);
      continue;
    }
    pid_t const child = ::fork();
    if (child == 0) run_child();
    int status = -1;
    ::waitpid(child, &status, 0);
    if (status != 0) common->bad_children.fetch_add(1);
  }
  return nullptr;
}

[[noreturn]] void run_process(fault kind, std::string const& directory) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setenv("TRACE2_BINARY", directory.c_str(), 1);
  ::setenv("TRACE2_BINARY_SIZE", "1g", 1);
  char const* const argv[] = {"steps", nullptr};
  trace2::session const session{1, argv, {.program_version = "1"}};
  struct sigaction action {};
  action.sa_handler = record_in_handler;
  ::sigaction(handled_signal, &action, nullptr);
  pthread_t helper;
  ::pthread_create(&helper, nullptr, run_helper, &kind);
  std::string large(1500, 'x');
  while (!common->is_over.load()) {
    pthread_t thread;
    if (::pthread_create(&thread, nullptr, run_victim, &large) != 0) ::_exit(3);
    ::pthread_join(thread, nullptr);
  }
  std::exit(session.exit(0));
}

// ---- The debugger

/// The addresses of the recorder's functions, and of those into which the compiler may put them.
class recorder_code {
 public:
  recorder_code() {
    std::ifstream in{"/proc/self/exe", std::ios::binary};
    std::string const file{std::istreambuf_iterator<char>{in}, {}};
    auto const* const head = reinterpret_cast<Elf64_Ehdr const*>(file.data());
    auto const* const sections = reinterpret_cast<Elf64_Shdr const*>(file.data() + head->e_shoff);
    std::uintptr_t const base = load_address();
    for (int i = 0; i < head->e_shnum; ++i) {
      if (sections[i].sh_type != SHT_SYMTAB) continue;
      char const* const names = file.data() + sections[sections[i].sh_link].sh_offset;
      auto const* const symbols =
          reinterpret_cast<Elf64_Sym const*>(file.data() + sections[i].sh_offset);
      for (std::size_t n = 0; n < sections[i].sh_size / sizeof *symbols; ++n) {
        Elf64_Sym const& each = symbols[n];
        std::string_view const name{names + each.st_name};
        if (ELF64_ST_TYPE(each.st_info) != STT_FUNC || each.st_size == 0) continue;
        if (!is_of_recorder(name)) continue;
        ranges_.push_back(
            {base + each.st_value, base + each.st_value + each.st_size, std::string{name}});
      }
    }
    std::sort(ranges_.begin(), ranges_.end());
  }

  bool is_empty() const { return ranges_.empty(); }
  bool contains(std::uintptr_t place) const { return find(place) != nullptr; }
  std::string name_of(std::uintptr_t place) const {
    range const* const found = find(place);
    return found == nullptr ? "code of others" : found->name;
  }

 private:
  static bool is_of_recorder(std::string_view mangled) {
    constexpr std::string_view parts[] = {"9recording",
                                          "14recording_file",
                                          "19record_target_state",
                                          "6targetINS0_15flight_recorderEE",
                                          "10record_all",
                                          "13record_number"};
    return std::any_of(std::begin(parts), std::end(parts),
                       [&](std::string_view part) { return mangled.find(part) != mangled.npos; });
  }

  static std::uintptr_t load_address() {
    std::uintptr_t base = 0;
    ::dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* to) {
          *static_cast<std::uintptr_t*>(to) = object->dlpi_addr;
          return 1;  // the first one is the program
        },
        &base);
    return base;
  }

  struct range {
    std::uintptr_t begin;
    std::uintptr_t end;
    std::string name;
    bool operator<(range const& other) const { return begin < other.begin; }
  };

  range const* find(std::uintptr_t place) const {
    auto const after = std::upper_bound(ranges_.begin(), ranges_.end(), range{place, 0, {}});
    if (after == ranges_.begin() || place >= std::prev(after)->end) return nullptr;
    return &*std::prev(after);
  }

  std::vector<range> ranges_;
};

std::uintptr_t place_of(pid_t thread) {
  return static_cast<std::uintptr_t>(
      ::ptrace(PTRACE_PEEKUSER, thread, offsetof(user, regs.rip), nullptr));
}

/// Both processes on one processor: they take turns anyway, and a change to another one takes long.
void stay_on_this_processor() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(::sched_getcpu(), &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

/// Nanoseconds for which a thread could have run, but others had the processor.
std::int64_t time_in_queue(pid_t process, pid_t thread) {
  std::ifstream in{"/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) +
                   "/schedstat"};
  std::int64_t running = 0;
  std::int64_t waiting = 0;
  in >> running >> waiting;
  return waiting;
}

class debugger {
 public:
  debugger(fault kind, char const* name) : kind_{kind}, report_{.kind = name} {}

  int run() {
    if (code_.is_empty()) return skip("the program has no symbols");
    directory_ = (std::filesystem::temp_directory_path() / "trace2.XXXXXX").string();
    if (::mkdtemp(directory_.data()) == nullptr || ::pipe(common->request) != 0) return 1;
    stay_on_this_processor();
    start_timer();
    process_ = ::fork();
    if (process_ == 0) run_process(kind_, directory_);
    if (!await_thread()) return skip("this process may not trace another one");
    is_broken_ = !skip_thread();  // which defines sites and schemas
    std::vector<step> steps = list_steps();
    if (!is_broken_ && !has_breakpoints()) return skip("there are no breakpoints");
    unsigned long const seed = faults::seed();
    std::shuffle(steps.begin(), steps.end(), std::minstd_rand{static_cast<std::uint32_t>(seed)});
    double const time = faults::seconds(1.5);
    double const end = faults::now() + time;
    std::size_t next = 0;
    while (next < steps.size() && !is_broken_ && (report_.made == 0 || faults::now() < end)) {
      constexpr std::size_t usual = 500;
      visit_until_quick(steps[next++]);
      if (next % usual == 0) check_children();
    }
    finish();
    std::printf("%s: tried %zu and reached %llu of %zu steps in %g s, seed %lu, held for %.1f ms\n",
                report_.kind, next, static_cast<unsigned long long>(report_.made), steps.size(),
                time, seed, static_cast<double>(longest_) / 1e6);
    report_.print();
    std::filesystem::remove_all(directory_);
    return report_.is_good() ? 0 : 1;
  }

 private:
  /// An instruction of the recorder, each time when the thread comes to it.
  struct step {
    std::uintptr_t place;
    unsigned time;  ///< the first one is 1
  };

  int skip(char const* why) {
    constexpr int skipped = 77;
    std::printf("SKIPPED: %s\n", why);
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    std::filesystem::remove_all(directory_);
    return skipped;
  }

  /// Its signals interrupt a wait that lasts for too long.
  static void start_timer() {
    struct sigaction action {};
    action.sa_handler = [](int) {};
    ::sigaction(SIGALRM, &action, nullptr);
    itimerval const second{{1, 0}, {1, 0}};
    ::setitimer(ITIMER_REAL, &second, nullptr);
  }

  /// Waits until a new thread has stopped at its beginning.
  bool await_thread() {
    double const limit = faults::now() + longest_wait;
    while (faults::now() < limit) {
      victim_ = common->victim.load();
      int status = 0;
      if (victim_ != 0 && ::waitpid(victim_, &status, __WALL | WNOHANG) == victim_) {
        common->victim.store(0);
        has_ended_ = !WIFSTOPPED(status);
        ++report_.rounds;
        return !has_ended_;
      }
      ::usleep(20);
    }
    return false;
  }

  /// Lets the thread run to its end, without faults, and waits for the next one.
  bool skip_thread() {
    while (resume(PTRACE_CONT, 0) && place_ != at_stop) {
    }
    return next_thread();
  }
  bool next_thread() {
    if (!has_ended_ && !is_broken_) ::ptrace(PTRACE_DETACH, victim_, nullptr, nullptr);
    if (!is_broken_ && !await_thread()) broken(report_.hangs, "the next thread doesn't begin");
    return !is_broken_;
  }

  /// Steps through a thread. The steps that it makes are those of all further threads, save those
  /// that depend on the room in a chunk.
  std::vector<step> list_steps() {
    std::vector<step> steps;
    std::map<std::uintptr_t, unsigned> times;
    // An instruction that repeats itself is one step.
    std::uintptr_t before = 0;
    while (!is_broken_ && resume(PTRACE_SINGLESTEP, 0) && place_ != at_stop)
      if (std::exchange(before, place_) != place_ && code_.contains(place_)) {
        ++times[place_];
        if (kind_ != fault::signal || common->is_named.load())
          steps.push_back({place_, times[place_]});
      }
    next_thread();
    return steps;
  }

  bool has_breakpoints() { return set_breakpoint(at_stop) && set_breakpoint(0); }

  /// Stops the thread before the instruction, or nowhere any more.
  bool set_breakpoint(std::uintptr_t place) {
    constexpr unsigned long on = 1;
    auto const set = [this](int number, unsigned long value) {
      std::size_t const at =
          offsetof(user, u_debugreg) + sizeof(long) * static_cast<unsigned>(number);
      return ::ptrace(PTRACE_POKEUSER, victim_, at, value) == 0;
    };
    return set(7, 0) && (place == 0 || (set(0, place) && set(7, on)));
  }

  /// A handler that the recorder holds is held each time. The machine's own pauses come at random.
  void visit_until_quick(step const& wanted) {
    for (int i = 0; i < tries && !is_broken_; ++i) {
      held_ = 0;
      visit(wanted);
      if (held_ <= longest_hold) {
        if (held_ > longest_) longest_ = held_;
        return;
      }
    }
    place_ = wanted.place;
    if (!is_broken_) broken(report_.hangs, "a handler takes too long");
  }

  /// Makes a fault at a step of the next thread.
  void visit(step const& wanted) {
    set_breakpoint(wanted.place);
    for (unsigned time = 0; time < wanted.time;) {
      if (!resume(PTRACE_CONT, 0) || place_ == at_stop) break;  // on another way through the code
      time += place_ == wanted.place;
      if (time < wanted.time) continue;
      set_breakpoint(0);
      ++report_.made;
      if (kind_ == fault::signal)
        deliver_signal();
      else
        ask_helper();
    }
    if (!has_ended_ && !is_broken_ && place_ != at_stop) {
      set_breakpoint(0);
      while (resume(PTRACE_CONT, 0) && place_ != at_stop) {
      }
    }
    // Nobody waits for the thread any more. On a busy machine the child takes its time.
    if (!is_broken_ && !await_answer(longest_wait)) broken(report_.hangs, "a fork takes too long");
    next_thread();
  }

  void deliver_signal() {
    handled_at_.push_back(place_);
    std::int64_t const before = time_in_queues();
    double const begin = faults::now();
    if (!resume(PTRACE_CONT, handled_signal)) return;
    place_ = 0;  // at the end of the handler, not of the thread
    held_ = static_cast<std::int64_t>((faults::now() - begin) * 1e9) - (time_in_queues() - before);
  }

  void ask_helper() {
    ++requests_;
    char const any = 0;
    if (::write(common->request[1], &any, 1) != 1) std::abort();
    // The thread stays where it is, unless a fork has to wait for it.
    constexpr double patience = 0.02;
    bool const is_fork = kind_ == fault::fork;
    if (!await_answer(is_fork ? patience : longest_wait) && !is_fork)
      broken(report_.hangs, "a cancellation takes too long");
  }

  /// Waits until the helper has done as it was asked. False when that takes too long.
  bool await_answer(double most) {
    double const limit = faults::now() + most;
    while (common->answers.load() != requests_) {
      if (faults::now() > limit) return false;
      ::usleep(20);
    }
    return true;
  }

  std::int64_t time_in_queues() const {
    return time_in_queue(process_, victim_) + time_in_queue(::getpid(), ::getpid());
  }

  /// Lets the thread go on, up to its next stop. False when it has ended.
  bool resume(__ptrace_request how, int signal) {
    ::ptrace(how, victim_, nullptr, reinterpret_cast<void*>(static_cast<std::intptr_t>(signal)));
    int status = 0;
    double const begin = faults::now();
    while (::waitpid(victim_, &status, __WALL) != victim_)
      if (faults::now() - begin > longest_wait) {
        broken(report_.hangs, "the thread doesn't go on");
        return false;
      }
    if (!WIFSTOPPED(status)) {
      has_ended_ = true;
      if (WIFSIGNALED(status)) broken(report_.crashes, "the process was killed");
      return false;
    }
    int const by = WSTOPSIG(status);
    std::uintptr_t const before = std::exchange(place_, place_of(victim_));
    if (by == SIGTRAP) return true;
    if (by == SIGSEGV || by == SIGBUS || by == SIGABRT || by == SIGILL || by == SIGFPE) {
      if (how == PTRACE_SINGLESTEP) place_ = before;
      broken(report_.crashes, strsignal(by));
      return false;
    }
    return resume(how, by);
  }

  void broken(std::uint64_t& counter, char const* what) {
    ++counter;
    is_broken_ = true;
    std::printf("%s: %s, in %s\n", report_.kind, what, code_.name_of(place_).c_str());
  }

  /// Lets the process end, and reads what it and its children have recorded.
  void finish() {
    common->is_over.store(true);
    if (!is_broken_) {
      set_breakpoint(0);
      while (resume(PTRACE_CONT, 0) && place_ != at_stop) {
      }
      ::ptrace(PTRACE_DETACH, victim_, nullptr, nullptr);
    }
    double const limit = faults::now() + longest_wait;
    int status = 0;
    while (!is_broken_ && ::waitpid(process_, &status, WNOHANG) == 0) {
      ::usleep(1000);
      if (faults::now() > limit) broken(report_.hangs, "the process doesn't end");
    }
    if (is_broken_) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, &status, 0);
    } else if (status != 0) {
      broken(report_.crashes, "the process failed");
    }
    if (unsigned const bad = common->bad_children.load(); bad != 0) {
      report_.hangs += bad;
      std::printf("%s: %u children failed or did not end\n", report_.kind, bad);
    }
    check_children();
    if (kind_ == fault::fork && !is_broken_ && children_ != requests_)
      lose(std::to_string(requests_) +
           " forks, recordings of children: " + std::to_string(children_));
    check_process();
  }

  void lose(std::string const& problem, std::uint64_t count = 1) {
    report_.losses += count;
    if (++problems_ < 20) std::printf("%s: %s\n", report_.kind, problem.c_str());
  }

  /// The names of recordings end with the number of their process.
  bool is_of_process(std::filesystem::path const& path) const {
    char end[16];
    std::snprintf(end, sizeof end, "-P%08x", static_cast<unsigned>(process_));
    return path.native().ends_with(end);
  }

  /// Calls `use` with the key and the value of each `data` event whose value is an integer or a
  /// text; of a text the value is 0. Returns the number of events that found no room.
  std::uint64_t for_each_number(std::filesystem::path const& path, auto const& use) {
    trace2::read::flight_recording recording;
    if (std::string const problem = recording.open(path.c_str()); !problem.empty()) {
      lose(path.string() + ' ' + problem);
      return 0;
    }
    trace2::read::recorded_events events{recording};
    while (auto const* const event = events.next())
      if (auto const* const data = event->get<trace2::event::data>())
        data->value.visit([&](auto value) {
          if constexpr (std::is_integral_v<decltype(value)>)
            use(data->key, static_cast<std::uint64_t>(value));
          else
            use(data->key, std::uint64_t{0});
        });
    if (recording.damages() != 0) lose(path.string() + " is damaged");
    return recording.dropped();
  }

  /// Reads what the children have recorded since the last time, and removes it.
  void check_children() {
    constexpr unsigned events = 2;
    std::vector<std::filesystem::path> paths;
    for (auto const& entry : std::filesystem::directory_iterator{directory_})
      if (!is_of_process(entry.path())) paths.push_back(entry.path());
    for (std::filesystem::path const& path : paths) {
      unsigned found = 0;
      for_each_number(path, [&](std::string_view key, std::uint64_t) { found += key == "child"; });
      if (found != events) lose(path.string() + ": a child has lost events");
      ++children_;
      std::filesystem::remove(path);
    }
  }

  /// All numbers that were acknowledged are there once. Those of handlers may be missing if they
  /// were counted: as dropped, or as events within the recording of another one.
  void check_process() {
    std::vector<std::uint8_t> recorded(shared::most);
    std::vector<std::uint8_t> handled(shared::most);
    std::uint64_t counted = 0;
    for (auto const& entry : std::filesystem::directory_iterator{directory_})
      counted += for_each_number(entry.path(), [&](std::string_view key, std::uint64_t value) {
        if (key == "event_within_sink") counted += value;
        if (key == "n" && value < shared::most) ++recorded[value];
        if (key == "handled" && value < shared::most) ++handled[value];
      });
    std::uint64_t const lost = compare("number ", recorded, common->is_recorded);
    std::uint64_t const lost_in_handler = compare("handled ", handled, common->is_handled);
    std::printf("%s: %llu of %u numbers lost, %llu in handlers, %llu counted\n", report_.kind,
                static_cast<unsigned long long>(lost), common->next.load(),
                static_cast<unsigned long long>(lost_in_handler),
                static_cast<unsigned long long>(counted));
    if (lost != 0 || common->next.load() == 0) lose("numbers of the thread are missing", lost + 1);
    if (lost_in_handler <= counted) return;
    for (std::size_t i = 0; i < handled_at_.size(); ++i)
      if (handled[i] < common->is_handled[i].load())
        lose("the number of a handler is missing in " + code_.name_of(handled_at_[i]), 0);
    lose("numbers of handlers are missing", lost_in_handler - counted);
  }

  std::uint64_t compare(char const* what, std::vector<std::uint8_t> const& found,
                        std::atomic<std::uint8_t> const* acknowledged) {
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i] > 1) lose(what + std::to_string(i) + " is there twice");
      missing += found[i] < acknowledged[i].load();
    }
    return missing;
  }

  std::uintptr_t const at_stop = reinterpret_cast<std::uintptr_t>(behind_stop);

  fault kind_;
  faults::report report_;
  recorder_code code_;
  std::string directory_;
  pid_t process_ = 0;
  pid_t victim_ = 0;          ///< the thread that is stopped
  std::uintptr_t place_ = 0;  ///< of its next instruction
  unsigned requests_ = 0;     ///< to the helper
  std::int64_t held_ = 0;     ///< nanoseconds for which the latest handler was held
  std::int64_t longest_ = 0;  ///< the same for the slowest of all
  unsigned problems_ = 0;
  std::uint64_t children_ = 0;              ///< whose recordings were read
  std::vector<std::uintptr_t> handled_at_;  ///< by the number that the handler records
  bool has_ended_ = false;
  bool is_broken_ = false;  ///< it makes no sense to go on
};

}  // namespace

int main(int argc, char** argv) {
  std::string_view const what = argc > 1 ? argv[1] : "fork";
  void* const place =
      ::mmap(nullptr, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return 1;
  common = static_cast<shared*>(place);
  if (what == "signal") return debugger{fault::signal, "steps,signal"}.run();
  if (what == "cancel") return debugger{fault::cancel, "steps,cancel"}.run();
  return debugger{fault::fork, "steps,fork"}.run();
}

#else

int main() {
  std::printf("SKIPPED: there is no debugger for this system\n");
  return 77;
}

#endif
