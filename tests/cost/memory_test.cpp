// The memory that a tracing thread takes, and a task.
#include <trace2/session/destination.hpp>
#include <trace2/session/identification.hpp>
#include <trace2/session/recording_destination.hpp>
#include <trace2/sink/null.hpp>
#include <trace2/task.hpp>
#include <trace2/trace2.hpp>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/temporary_directory.hpp"
#include <link.h>
#include <malloc.h>
#include <sys/resource.h>

namespace memory_test {

namespace {

constexpr std::size_t most = 11 * 1024;  // besides its open regions
constexpr std::size_t region_stack = 512;

trace2::counter const additions{"memory", "additions"};
trace2::timer const intervals{"memory", "intervals"};

std::size_t heap_in_use() { return ::mallinfo2().uordblks; }

/// Of the thread-local variables of this program, which has hardly any but the library's.
std::size_t static_storage() {
  std::size_t size = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* result) {
        for (int i = 0; i < object->dlpi_phnum; ++i)
          if (object->dlpi_phdr[i].p_type == PT_TLS)
            *static_cast<std::size_t*>(result) = object->dlpi_phdr[i].p_memsz;
        return 1;  // the program itself comes first
      },
      &size);
  return size;
}

/// Bytes of address space that is neither the heap's nor that of a file.
std::size_t mapped_without_file() {
  std::ifstream maps{"/proc/self/maps"};
  std::size_t size = 0;
  for (std::string line; std::getline(maps, line);) {
    std::size_t begin = 0;
    std::size_t end = 0;
    char dash = 0;
    std::string mode, offset, device, inode, name;
    std::istringstream{line} >> std::hex >> begin >> dash >> end >> mode >> offset >> device >>
        inode >> name;
    if (name.empty()) size += end - begin;
  }
  return size;
}

void trace_everything() {
  TRACE2_REGION("memory", "region");
  TRACE2_TIMER(intervals);
  TRACE2_COUNTER_ADD(additions, 1);
  TRACE2_DATA("memory", "number", 17);
  TRACE2_DATA("memory", "text", "some text");
  TRACE2_PRINTF("a message of %d", 17);
}

}  // namespace

TEST_CASE("a thread takes at most 11 KiB, all of it with its first events") {
  trace2::null_sink sink;
  trace2::tracer::attach<trace2::format::perf>(sink);
  trace2::tracer::attach<trace2::format::json>(sink);
  char const* const arguments[] = {"memory", nullptr};
  trace2::session const session{1, arguments, {.ancestry = false, .exports = false}};
  trace_everything();

  std::size_t before = 0;
  std::size_t first = 0;
  std::size_t later = 0;
  std::thread{[&] {
    void* volatile anything = std::malloc(1);  // the heap itself needs something for a thread
    std::free(anything);
    before = heap_in_use();
    trace_everything();
    first = heap_in_use();
    for (int i = 0; i < 1000; ++i) trace_everything();
    later = heap_in_use();
  }}.join();
  INFO("bytes: " << first - before << " and " << static_storage());
  CHECK(first - before + static_storage() <= most + region_stack);
  CHECK(later == first);
  session.end();
}

TEST_CASE("a million tasks may be alive, of 192 bytes each and what the heap adds") {
  constexpr std::size_t count = 1'000'000;
  constexpr std::size_t most_each = 192 + 16;
  support::temporary_directory const directory;
  ::setenv("TRACE2_BINARY", (directory / "recording").c_str(), 1);
  ::setenv("TRACE2_BINARY_MODE", "ring", 1);
  char const* const arguments[] = {"memory", nullptr};
  trace2::session const session{1, arguments, {.ancestry = false, .exports = false}};
  ::unsetenv("TRACE2_BINARY");
  ::unsetenv("TRACE2_BINARY_MODE");
  std::vector<trace2::task> all(count);
  trace2::task outer{"memory", "outer"};

  std::size_t const before = heap_in_use();
  for (trace2::task& each : all) TRACE2_TASK(each, "memory", "task");
  std::size_t const alive = heap_in_use();
  for (trace2::task& each : all) {
    trace2::task_scope const runs{each};
    TRACE2_REGION("memory", "inside");
  }
  std::size_t const paused = heap_in_use();
  for (trace2::task& each : all) each.end();
  outer.end();
  std::size_t const after = heap_in_use();

  INFO("bytes: " << alive - before << ", " << paused - alive << " and " << after - before);
  CHECK(alive - before <= count * most_each + most);
  CHECK(paused - alive <= most);
  CHECK(after - before <= most);
  session.end();
}

TEST_CASE("a session takes the memory for recordings of the one before") {
  support::temporary_directory const directory;
  int const code = support::run_in_child([&] {
    ::setenv("TRACE2_BINARY", directory.path().c_str(), 1);
    std::size_t before = 0;
    for (int i = 0; i < 10; ++i) {
      char const* const arguments[] = {"memory", nullptr};
      trace2::session const session{1, arguments, {.ancestry = false, .exports = false}};
      trace_everything();
      session.end();
      if (i == 2) before = mapped_without_file();
    }
    return before != 0 && mapped_without_file() == before ? 0 : 1;
  });
  CHECK(code == 0);
}

TEST_CASE("a destination that can't be opened takes no memory, however often it is tried") {
  support::temporary_directory const directory;
  std::string const recording = directory / "recording";
  std::string const socket = "af_unix:" + (directory / "socket");
  trace2::settings const from{{.prefix = "MEMORY_TEST"}};
  trace2::destination_context const context{.variable = "MEMORY_TEST", .file_name = "file"};
  int const code = support::run_in_child([&] {
    trace2::detail::identify("parent", 0);
    rlimit const no_file{0, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &no_file);
    std::size_t before = 0;
    for (int i = 0; i < 10; ++i) {
      if (trace2::open_destination(socket, context).to != nullptr) return 1;
      trace2::detail::recording_path found;
      if (trace2::detail::open_recording(recording, context, from, found).to != nullptr) return 2;
      if (i == 1) before = heap_in_use();
    }
    return heap_in_use() == before ? 0 : 3;
  });
  CHECK(code == 0);
}

}  // namespace memory_test
