// A program whose allocator traces: every allocation, also one of the library and of the C library,
// makes a call of the first argument's kind. Nothing keeps the allocator from being called again
// meanwhile. The second argument says what the program does.
#include <trace2/reconfigure.hpp>
#include <trace2/task.hpp>
#include <trace2/trace2.hpp>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "support/sanitizers.hpp"
#include "verbs.hpp"
#include <sys/wait.h>
#include <unistd.h>

namespace {

trace2::counter const allocations{"heap", "allocations"};
trace2::timer const allocating{"heap", "allocating"};
trace2::distribution_timer const lengths{"heap", "lengths"};

void count() { allocations.add(); }
void measure() { auto const interval = allocating.measure(); }
void measure_lengths() { auto const interval = lengths.measure(); }
void enter_region() { TRACE2_REGION("heap", "allocate"); }
void say_data() { TRACE2_DATA("heap", "allocation", 1); }
void say_text() { trace2::print("allocation"); }
void run_task() {
  trace2::task task{"heap", "task"};
  trace2::task_scope const runs{task};
}
void name_thread() { TRACE2_THREAD("allocating"); }
void say_error() { trace2::error("allocation of https://user:password@host/"); }
void format() { TRACE2_PRINTF("allocation %d of %s", 1, "many"); }
void say_json() { trace2::data_json("heap", "allocation", std::array{1, 2, 3}); }
void enter_with_message() { TRACE2_REGION_F("heap", "allocate", "size %d", 1); }
void name_command() { trace2::cmd_name("allocate"); }
void start_child() { trace2::child const child{{.argv = {"ls", "--password=secret"}}}; }
void list_arguments() { trace2::cmd_alias("alias", {"one", "--password=two"}); }
void do_nothing() {}

struct kind {
  std::string_view name;
  void (*call)();
};
constexpr kind kinds[] = {
    {"counter", count},      {"timer", measure},    {"distribution", measure_lengths},
    {"region", enter_region}, {"data", say_data},   {"text", say_text},
    {"task", run_task},      {"thread", name_thread}, {"error", say_error},
    {"format", format},      {"json", say_json},    {"message", enter_with_message},
    {"name", name_command},  {"child", start_child}, {"alias", list_arguments},
    {"nothing", do_nothing},
};

void (*trace_allocation)() = do_nothing;

}  // namespace

#if SUPPORT_HAS_SANITIZER(address) || !defined(__GLIBC__)
// Not inlined: compilers that saw malloc in one and not in the other would call them a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
  trace_allocation();
  return std::malloc(size);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* const memory = ::operator new(size, std::nothrow); memory != nullptr) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  trace_allocation();
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  ::operator delete(memory);
}
#else
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);

void* malloc(std::size_t size) noexcept {
  trace_allocation();
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  trace_allocation();
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) noexcept {
  trace_allocation();
  return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  trace_allocation();
  return __libc_memalign(alignment, size);
}
void free(void* memory) noexcept {
  trace_allocation();
  __libc_free(memory);
}
}
#endif

namespace {

void allocate() {
  static char* volatile kept;
  kept = new char[100];
  delete[] kept;
}

int threads(int, char**) {
  for (int i = 0; i < 20; ++i)
    std::thread{[i] {
      allocate();
      if (i % 2 != 0) return;
      TRACE2_THREAD("own name");
      allocate();
    }}.join();
  return 0;
}

/// So many that sums and regions need further memory.
int sums(int, char**) {
  for (int i = 0; i < 100; ++i) {
    std::string const name = std::to_string(i);
    trace2::counter const counter{"many", name};
    trace2::timer const timer{"many", name};
    trace2::distribution_timer const distribution{"many", name};
    counter.add();
    { auto const interval = timer.measure(); }
    auto const interval = distribution.measure();
  }
  return 0;
}
void nest(int depth) {
  TRACE2_REGION("many", "regions");
  if (depth != 0) nest(depth - 1);
}
int regions(int, char**) {
  nest(200);
  std::thread{[] { nest(200); }}.join();
  return 0;
}

/// Leaves the outer one of two regions, and ends the thread, which gives back what was kept of it.
/// Only calls during the end trace: others would end the thread before.
int leaves(int, char**) {
  std::thread{[] {
    auto const traced = std::exchange(trace_allocation, do_nothing);
    trace2::thread_start("leaving");
    std::string const names[] = {std::string(40, 'a'), std::string(40, 'b')};
    std::array<std::optional<trace2::region>, 2> open;
    for (std::size_t i = 0; i < 2; ++i) open[i].emplace(names[i], names[i]);
    open[0].reset();
    trace_allocation = traced;
    trace2::thread_exit();
  }}.join();
  return 0;
}

int tasks(int, char**) {
  std::vector<trace2::task> all(50);
  for (trace2::task& each : all) TRACE2_TASK(each, "many", "tasks");
  for (trace2::task& each : all) {
    trace2::task_scope const runs{each};
    nest(20);
  }
  for (trace2::task& each : all) {
    trace2::task_scope const runs{each};
    nest(40);
  }
  for (trace2::task& each : all) each.end();
  return 0;
}

int texts(int, char**) {
  for (std::size_t size = 1; size < 100'000; size *= 3) {
    std::string const text(size, 't');
    trace2::print(text);
    trace2::data("many", "texts", text);
    trace2::error(text);
    trace2::cmd_name(text);
    trace2::region const region{"many", text};
  }
  return 0;
}

int reconfigures(int, char** argv) {
  std::string const path = argv[0];
  for (int i = 0; i < 4; ++i) {
    trace2::session::reconfigure({{"TRACE2_EVENT", i % 2 == 0 ? "0" : path.c_str()}});
    allocate();
    TRACE2_DATA("test", "round", i);
  }
  return 0;
}

int forks(int, char**) {
  for (int i = 0; i < 5; ++i) {
    TRACE2_REGION("test", "around the fork");
    pid_t const pid = ::fork();
    if (pid == 0) {
      allocate();
      TRACE2_DATA("test", "child", i);
      std::thread{[] { allocate(); }}.join();
      std::exit(0);
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    if (status != 0) return 1;
  }
  return 0;
}

int identifies(int, char**) {
  pid_t const pid = ::fork();
  if (pid == 0) std::exit(std::strchr(trace2::session::id(), '/') == nullptr);
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status;
}

constexpr lifecycle::verb verbs[] = {
    {"threads", threads}, {"sums", sums},   {"regions", regions},
    {"leaves", leaves},   {"tasks", tasks}, {"texts", texts},
    {"forks", forks},     {"identifies", identifies}, {"reconfigures", reconfigures},
};

}  // namespace

int main(int argc, char** argv) {
  for (kind const& each : kinds)
    if (argc > 1 && argv[1] == each.name) trace_allocation = each.call;
  trace2::session const trace{argc, argv, {.ancestry = false}};
  return trace.exit(lifecycle::run_verb(argc - 1, argv + 1, verbs));
}
