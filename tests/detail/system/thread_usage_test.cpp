#include <trace2/detail/system/thread_usage.hpp>

#include <thread>
#include <vector>

#include "support/catch.hpp"
#include <sys/mman.h>
#include <unistd.h>

namespace thread_usage_test {

using usage = trace2::detail::thread_usage<true>;

TEST_CASE("pages that the thread touches first are minor faults") {
  constexpr std::size_t pages = 64;
  auto const page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const memory =
      ::mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  // Larger pages would be touched at once.
  ::madvise(memory, pages * page, MADV_NOHUGEPAGE);
  usage const before = usage::now();
  for (std::size_t i = 0; i < pages; ++i) static_cast<char volatile*>(memory)[i * page] = 1;
  CHECK(usage::now().minor_faults - before.minor_faults >= pages);
  ::munmap(memory, pages * page);
}

#ifdef __linux__
TEST_CASE("waits are the thread's own, and another thread's do not count") {
  usage const before = usage::now();
  std::uint64_t waits = 0;
  std::thread other{[&] {
    usage const begin = usage::now();
    // On a busy machine, some end before the thread has left the processor.
    for (int i = 0; i < 40; ++i) ::usleep(100);
    waits = usage::now().waits - begin.waits;
  }};
  other.join();
  CHECK(waits >= 20);
  // The join is one, and the beginning of the thread may be some.
  CHECK(usage::now().waits - before.waits < 20);
}

TEST_CASE("the processor is one of the system's") {
  CHECK(usage::now().processor >= 0);
  CHECK(usage::now().processor < ::sysconf(_SC_NPROCESSORS_CONF));
}
#endif

}  // namespace thread_usage_test
