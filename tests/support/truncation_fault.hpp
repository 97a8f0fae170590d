// Whether a test that waits for SIGBUS can run here.
#pragma once

#include <cstddef>
#include <cstdio>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/skip.hpp"
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

namespace support {

/// True if a store to a mapped file that has been truncated raises SIGBUS and tells the address. An
/// emulator of another processor may tell its own address, or end.
inline bool has_truncation_fault() {
  static char* bytes = nullptr;
  static bool const raised =
      run_in_child([] {
        std::FILE* const file = std::tmpfile();
        int const fd = file == nullptr ? -1 : ::fileno(file);
        std::size_t const size = 1 << 16;
        if (fd < 0 || ::ftruncate(fd, size) != 0) return 1;
        bytes =
            static_cast<char*>(::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
        if (bytes == MAP_FAILED || ::ftruncate(fd, 0) != 0) return 2;
        struct sigaction own {};
        own.sa_flags = SA_SIGINFO;
        own.sa_sigaction = [](int, siginfo_t* fault, void*) {
          ::_exit(fault->si_addr == bytes ? 42 : 3);
        };
        ::sigaction(SIGBUS, &own, nullptr);
        *static_cast<char volatile*>(bytes) = 'x';
        return 4;
      }) == 42;
  if (!raised) skip("no address of a fault in a truncated file here");
  return raised;
}

}  // namespace support
