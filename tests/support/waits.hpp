// How often the calling thread waits.
#pragma once

#include <sys/resource.h>

namespace support {

/// How often the thread has given up the processor because it had to wait for something. Unlike the
/// time that something takes, this doesn't depend on what else the machine does.
inline long waits() {
  rusage used{};
  ::getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

}  // namespace support
