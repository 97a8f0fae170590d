#include <trace2/detail/time/clock_start.hpp>

#include <atomic>
#include <cstdint>
#include <thread>

#include "support/catch.hpp"
#include "support/child.hpp"

namespace clock_start_test {

using trace2::detail::clock;
using trace2::detail::start_clock;

TEST_CASE("the clock reads the processor's counter if the system trusts that") {
  CHECK(support::run_in_child([] {
          start_clock();
          bool const is_usable = trace2::detail::counter_check::is_usable();
          return clock::has_started() && clock::has_counter() == is_usable ? 0 : 1;
        }) == 0);
}

TEST_CASE("a clock that runs does not start anew", "[R-TIME-06]") {
  CHECK(support::run_in_child([] {
          start_clock();
          std::int64_t const looked = clock::last_look();
          start_clock();
          return clock::last_look() == looked ? 0 : 1;
        }) == 0);
}

TEST_CASE("threads that start the clock at once find it running") {
  CHECK(support::run_in_child([] {
          std::atomic<bool> is_right = true;
          auto const start = [&] {
            start_clock();
            std::int64_t const now = clock::now();
            clock::keep(now);
            is_right = is_right && clock::has_started() && clock::nanoseconds(now) > 0;
          };
          std::thread others[3];
          for (std::thread& other : others) other = std::thread{start};
          start();
          for (std::thread& other : others) other.join();
          return is_right ? 0 : 1;
        }) == 0);
}

TEST_CASE("from the start of the clock on, forks are counted") {
  CHECK(support::run_in_child([] {
          start_clock();
          unsigned const own = trace2::detail::fork_count::current();
          return support::result_of(support::start_child(
              [&] { return trace2::detail::fork_count::current() == own + 1 ? 0 : 1; }));
        }) == 0);
}

}  // namespace clock_start_test
