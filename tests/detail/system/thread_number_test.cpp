#include <trace2/detail/system/thread_number.hpp>

#include <cstdint>
#include <thread>

#include "support/catch.hpp"
#include <unistd.h>

namespace thread_number_test {

using trace2::detail::thread_number;

TEST_CASE("the main thread has the number of its process, and others have numbers of their own") {
#if TRACE2_DETAIL_HAS_LINUX
  CHECK(thread_number() == ::getpid());
  std::int64_t other = 0;
  std::thread{[&] { other = thread_number(); }}.join();
  CHECK(other > 0);
  CHECK(other != ::getpid());
#else
  CHECK(thread_number() == 0);
#endif
}

}  // namespace thread_number_test
