#include <trace2/detail/system/bounded_wait.hpp>
#include <trace2/detail/system/sink_system.hpp>

#include <cstdint>
#include <pthread.h>

#include "support/catch.hpp"

namespace bounded_wait_test {

using trace2::detail::bounded_wait;

TEST_CASE("a bounded wait pauses a millisecond at a time, and has an end") {
  std::int64_t const begin = trace2::detail::sink_system::monotonic_nanoseconds();
  bounded_wait wait{5};
  int pauses = 0;
  while (wait.pause()) ++pauses;
  CHECK(pauses == 5);
  CHECK_FALSE(wait.pause());
  CHECK(trace2::detail::sink_system::monotonic_nanoseconds() - begin >= 5'000'000);
}

TEST_CASE("a thread is cancelled after a bounded wait, not in it") {
  static bool has_waited = false;
  pthread_t thread;
  auto* const run = +[](void*) -> void* {
    ::pthread_cancel(::pthread_self());
    {
      bounded_wait wait{1};
      has_waited = wait.pause();
    }
    ::pthread_testcancel();
    return nullptr;
  };
  REQUIRE(::pthread_create(&thread, nullptr, run, nullptr) == 0);
  void* result = nullptr;
  REQUIRE(::pthread_join(thread, &result) == 0);
  CHECK(has_waited);
  CHECK(result == PTHREAD_CANCELED);
}

}  // namespace bounded_wait_test
