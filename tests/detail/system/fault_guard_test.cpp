#include <trace2/detail/system/fault_guard.hpp>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace fault_guard_test {

using namespace trace2::detail;

namespace {

struct counting_listener final : fault_listener {
  void lose() noexcept override { ++losses; }
  std::atomic<int> losses{0};
};

/// A file that was mapped and has been truncated, so that touching the memory faults.
class lost_file {
 public:
  explicit lost_file(std::size_t pages) : size_{pages * page()} {
    int const fd = ::memfd_create("fault_guard_test", MFD_CLOEXEC);
    if (::ftruncate(fd, static_cast<off_t>(size_)) != 0) ::_exit(99);
    bytes_ = static_cast<char volatile*>(
        ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
    bytes_[0] = 'x';
    if (::ftruncate(fd, 0) != 0) ::_exit(99);
    ::close(fd);
  }
  static std::size_t page() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

  char volatile* at(std::size_t page_number) const { return bytes_ + page_number * page(); }
  char* place(std::size_t page_number = 0) const { return const_cast<char*>(at(page_number)); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  char volatile* bytes_;
};

/// In a child without core files, where SIGBUS has its default action, whatever a sanitizer has
/// set.
int run(auto const& action) {
  return support::run_in_child([&] {
    rlimit const none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::signal(SIGBUS, SIG_DFL);
    return action();
  });
}

bool is_default() {
  struct sigaction now {};
  ::sigaction(SIGBUS, nullptr, &now);
  return now.sa_handler == SIG_DFL;
}

}  // namespace

TEST_CASE("a fault in guarded memory is told, and the memory is the process's own from then on") {
  CHECK(run([] {
          lost_file const file{4};
          counting_listener told;
          fault_guard::range* const range = fault_guard::guard(file.place(), file.size(), told);
          errno = 77;
          *file.at(2) = 'a';
          if (errno != 77) return 1;
          *file.at(0) = 'b';
          *file.at(3) = 'c';
          fault_guard::unguard(*range);
          return told.losses == 1 && *file.at(2) == 'a' && *file.at(0) == 'b' && is_default() ? 0
                                                                                              : 2;
        }) == 0);
}

TEST_CASE("reading guarded memory that has lost its file finds zeros") {
  CHECK(run([] {
          lost_file const file{1};
          counting_listener told;
          fault_guard::guard(file.place(), file.size(), told);
          return *file.at(0) == '\0' && told.losses == 1 ? 0 : 1;
        }) == 0);
}

TEST_CASE("only the range of the fault is replaced") {
  CHECK(run([] {
          lost_file const file{3};
          counting_listener first;
          counting_listener third;
          fault_guard::guard(file.place(0), lost_file::page(), first);
          fault_guard::guard(file.place(2), lost_file::page(), third);
          *file.at(2) = 'x';
          if (first.losses != 0 || third.losses != 1) return 1;
          *file.at(0) = 'x';
          return first.losses == 1 && third.losses == 1 ? 0 : 2;
        }) == 0);
}

TEST_CASE("a fault elsewhere kills the process as it would have without the guard") {
  auto const fault_at = [](std::size_t page, bool is_unguarded) {
    return run([&] {
      lost_file const file{3};
      counting_listener told;
      fault_guard::guard(file.place(0), lost_file::page(), told);
      fault_guard::range* const second = fault_guard::guard(file.place(1), lost_file::page(), told);
      if (is_unguarded) fault_guard::unguard(*second);
      *file.at(page) = 'x';
      return told.losses.load();
    });
  };
  CHECK(fault_at(0, true) == 1);
  CHECK(fault_at(1, false) == 1);
  CHECK(fault_at(1, true) == -SIGBUS);
  CHECK(fault_at(2, false) == -SIGBUS);
}

TEST_CASE("the signal that a process sends kills, also with the address of guarded memory") {
  CHECK(run([] {
          lost_file const file{1};
          counting_listener told;
          fault_guard::guard(file.place(), file.size(), told);
          ::raise(SIGBUS);
          return 0;
        }) == -SIGBUS);
  CHECK(run([] {
          lost_file const file{1};
          counting_listener told;
          fault_guard::guard(file.place(), file.size(), told);
          sigval value{};
          value.sival_ptr = file.place();
          ::sigqueue(::getpid(), SIGBUS, value);
          return 0;
        }) == -SIGBUS);
}

TEST_CASE("a program's own handler stays, and may ask the guard") {
  CHECK(run([] {
          struct sigaction own {};
          own.sa_flags = SA_SIGINFO;
          own.sa_sigaction = [](int, siginfo_t* fault, void*) {
            if (!fault_guard::recover(*fault)) ::_exit(42);
          };
          ::sigaction(SIGBUS, &own, nullptr);
          lost_file const file{2};
          counting_listener told;
          fault_guard::guard(file.place(), lost_file::page(), told);
          *file.at(0) = 'x';
          if (told.losses != 1) return 1;
          *file.at(1) = 'x';
          return 2;
        }) == 42);
}

TEST_CASE("a handler that came after the guard's may call that one") {
  static struct sigaction before {};
  auto const chained = [](std::size_t page) {
    return run([&] {
      lost_file const file{2};
      counting_listener told;
      fault_guard::range* const range = fault_guard::guard(file.place(), lost_file::page(), told);
      struct sigaction own {};
      own.sa_flags = SA_SIGINFO;
      own.sa_sigaction = [](int signo, siginfo_t* fault, void* context) {
        before.sa_sigaction(signo, fault, context);
      };
      ::sigaction(SIGBUS, &own, &before);
      *file.at(page) = 'x';
      fault_guard::unguard(*range);
      return is_default() ? 1 : 0;
    });
  };
  CHECK(chained(0) == 0);
  CHECK(chained(1) == -SIGBUS);
}

TEST_CASE("a program that ignores the signal goes on ignoring it") {
  CHECK(run([] {
          ::signal(SIGBUS, SIG_IGN);
          lost_file const file{1};
          counting_listener told;
          fault_guard::range* const range = fault_guard::guard(file.place(), file.size(), told);
          ::raise(SIGBUS);
          fault_guard::unguard(*range);
          return ::signal(SIGBUS, SIG_DFL) == SIG_IGN ? 0 : 1;
        }) == 0);
  CHECK(run([] {
          ::signal(SIGBUS, SIG_IGN);
          lost_file const file{1};
          counting_listener told;
          fault_guard::guard(file.place(), file.size(), told);
          return support::run_in_child([] { return ::raise(SIGBUS); });
        }) == 0);
}

TEST_CASE(
    "a program that ignores the signal survives a fault in guarded memory, and no other one") {
  CHECK(run([] {
          ::signal(SIGBUS, SIG_IGN);
          lost_file const file{2};
          counting_listener told;
          fault_guard::range* const range =
              fault_guard::guard(file.place(), lost_file::page(), told);
          *file.at(0) = 'x';
          ::raise(SIGBUS);
          fault_guard::unguard(*range);
          return told.losses == 1 && ::signal(SIGBUS, SIG_DFL) == SIG_IGN ? 0 : 1;
        }) == 0);
  CHECK(run([] {
          ::signal(SIGBUS, SIG_IGN);
          lost_file const file{2};
          counting_listener told;
          fault_guard::guard(file.place(), lost_file::page(), told);
          *file.at(1) = 'x';
          return 0;
        }) == -SIGBUS);
}

TEST_CASE("an action that the program has set between two recordings counts") {
  CHECK(run([] {
          lost_file const file{1};
          counting_listener told;
          ::signal(SIGBUS, SIG_IGN);
          fault_guard::unguard(*fault_guard::guard(file.place(), file.size(), told));
          ::signal(SIGBUS, SIG_DFL);
          fault_guard::unguard(*fault_guard::guard(file.place(), file.size(), told));
          if (!is_default()) return 1;
          fault_guard::guard(file.place(), file.size(), told);
          ::raise(SIGBUS);
          return 2;
        }) == -SIGBUS);
}

TEST_CASE("the handler comes with the first range and goes with the last") {
  CHECK(run([] {
          lost_file const file{2};
          counting_listener told;
          fault_guard::range* const a = fault_guard::guard(file.place(0), 1, told);
          fault_guard::range* const b = fault_guard::guard(file.place(1), 1, told);
          if (is_default()) return 1;
          fault_guard::unguard(*a);
          if (is_default()) return 2;
          fault_guard::unguard(*b);
          return is_default() ? 0 : 3;
        }) == 0);
}

TEST_CASE("any number of ranges are guarded, and their places are used again") {
  CHECK(run([] {
          constexpr std::size_t count = 300;
          lost_file const file{count};
          counting_listener told;
          std::vector<fault_guard::range*> ranges;
          for (int round = 0; round < 3; ++round) {
            for (std::size_t i = 0; i < count; ++i)
              ranges.push_back(fault_guard::guard(file.place(i), 1, told));
            for (fault_guard::range* const each : ranges) fault_guard::unguard(*each);
            if (round == 2) break;
            ranges.clear();
          }
          std::vector<fault_guard::range*> const before = ranges;
          for (std::size_t i = 0; i < count; ++i) {
            if (fault_guard::guard(file.place(i), 1, told) != before[i]) return 1;
            *file.at(i) = 'x';
          }
          return told.losses == static_cast<int>(count) ? 0 : 2;
        }) == 0);
}

TEST_CASE("threads guard, fault and unguard at the same time") {
  CHECK(run([] {
          std::atomic<int> failures{0};
          std::vector<std::thread> threads;
          for (int i = 0; i < 4; ++i)
            threads.emplace_back([&failures] {
              counting_listener told;
              for (int round = 0; round < 50; ++round) {
                lost_file const file{3};
                auto* const range = fault_guard::guard(file.place(1), lost_file::page(), told);
                *file.at(1) = 'x';
                fault_guard::unguard(*range);
                ::munmap(file.place(), file.size());
              }
              failures += told.losses != 50;
            });
          for (std::thread& thread : threads) thread.join();
          return failures.load();
        }) == 0);
}

TEST_CASE("a thread that blocks the signal lets it through first") {
  CHECK(run([] {
          sigset_t one;
          sigemptyset(&one);
          sigaddset(&one, SIGBUS);
          ::pthread_sigmask(SIG_BLOCK, &one, nullptr);
          lost_file const file{1};
          counting_listener told;
          fault_guard::guard(file.place(), file.size(), told);
          fault_guard::unblock();
          *file.at(0) = 'x';
          return told.losses == 1 ? 0 : 1;
        }) == 0);
}

TEST_CASE("in the child of a fork the same memory is guarded") {
  CHECK(run([] {
          lost_file const file{1};
          counting_listener told;
          fault_guard::guard(file.place(), file.size(), told);
          return support::run_in_child([&] {
            *file.at(0) = 'x';
            return told.losses == 1 ? 0 : 1;
          });
        }) == 0);
}

}  // namespace fault_guard_test
