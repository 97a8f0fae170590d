// Exceptions in guarded memory, as a disk that is gone raises them.
#include <trace2/detail/system/fault_guard.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/recording/mapped_system.hpp>

#include <cstddef>
#include <cstdint>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

extern "C" void RaiseException(unsigned long, unsigned long, unsigned long, std::uintptr_t const*);

namespace windows_fault_guard_test {

using namespace trace2::detail;
using recording::mapped_system;

namespace {

struct counting_listener final : fault_listener {
  void lose() noexcept override { ++losses; }
  int losses = 0;
};

void fail_to_write(char* place) {
  constexpr unsigned long in_page_error = 0xc0000006;
  std::uintptr_t const information[] = {1, reinterpret_cast<std::uintptr_t>(place), 0};
  RaiseException(in_page_error, 0, 3, information);
}

}  // namespace

TEST_CASE("memory that fails is told of, and is the process's own from then on") {
  support::temporary_directory const directory;
  constexpr open_mode mode = open_mode::read_and_write | open_mode::only_create;
  int const file = system_calls::open((directory / "it").c_str(), mode);
  constexpr std::size_t size = 8192;
  constexpr std::size_t at = 4096;  // no view begins there
  REQUIRE(mapped_system::reserve(file, 0, at + size) == 0);
  char* const part = mapped_system::map_part(file, nullptr, at, size);
  REQUIRE(part != nullptr);
  part[0] = 'x';
  counting_listener told;
  fault_guard::range* const range = fault_guard::guard(part, size, told);
  for (int times : {1, 2}) {
    fail_to_write(part + 5000);
    CHECK(told.losses == times);
    CHECK(part[0] == (times == 1 ? '\0' : 'y'));
    part[0] = 'y';
  }
  fault_guard::unguard(*range);
  mapped_system::unmap(part, size);
  system_calls::close(file);
  CHECK(support::content_of(directory / "it")[at] == 'x');
}

}  // namespace windows_fault_guard_test
