// Threads that are to be cancelled.
#pragma once

#include <thread>

#include <pthread.h>

namespace support {

/// Runs `action` in a thread that is to be cancelled; true if it comes to its end.
inline bool outlives_cancellation(auto const& action) {
  bool is_done = false;
  std::thread thread{[&] {
    ::pthread_cancel(::pthread_self());
    action();
    int before = 0;
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    is_done = true;
  }};
  thread.join();
  return is_done;
}

}  // namespace support
