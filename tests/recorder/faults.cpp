// A process whose recording something happens to: faults MODE ROUNDS; see faults.py. It records the
// rounds, says "ready", waits for a line, and does the same again.
#include <trace2/recording/recording_file.hpp>
#include <trace2/trace2.hpp>

#include <atomic>
#include <barrier>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

std::atomic<int> recovered{0};

void handle(int, siginfo_t* fault, void*) {
  if (!trace2::recover_from_fault(*fault)) ::_exit(42);
  ++recovered;
}

void block_signal() {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGBUS);
  ::pthread_sigmask(SIG_BLOCK, &one, nullptr);
}

void record(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    TRACE2_REGION("faults", "round");
    TRACE2_DATA("faults", "i", i);
  }
}

void wait_for_line() {
  std::puts("ready");
  std::fflush(stdout);
  while (std::getchar() != '\n') {
  }
}

/// Touches a page of a file of the program's own that is no more.
void fault_elsewhere() {
  int const fd = ::memfd_create("faults", MFD_CLOEXEC);
  if (::ftruncate(fd, 4096) != 0) std::abort();
  auto* const page =
      static_cast<char volatile*>(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
  if (::ftruncate(fd, 0) != 0) std::abort();
  *page = 'x';
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view const mode = argv[1];
  int const rounds = std::atoi(argv[2]);
  rlimit const none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::signal(SIGBUS, SIG_DFL);  // not a sanitizer's
  if (mode == "handler") {
    struct sigaction own {};
    own.sa_flags = SA_SIGINFO;
    own.sa_sigaction = handle;
    ::sigaction(SIGBUS, &own, nullptr);
  }
  if (mode == "blocked") block_signal();

  trace2::session const session{argc, argv, {.program_version = "1.2"}};
  std::barrier turn{2};
  std::thread other{[&] {
    TRACE2_THREAD("other");
    record(rounds);
    turn.arrive_and_wait();
    turn.arrive_and_wait();
    record(rounds);
  }};
  record(rounds);
  turn.arrive_and_wait();
  wait_for_line();
  if (mode == "kill") ::kill(::getpid(), SIGBUS);
  if (mode == "elsewhere") fault_elsewhere();
  turn.arrive_and_wait();
  record(rounds);
  other.join();
  std::printf("%d\n", recovered.load());
  return session.exit(0);
}
