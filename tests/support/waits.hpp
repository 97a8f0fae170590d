// Counts how often the calling thread waits.
#pragma once

#include <sys/resource.h>

namespace support {

/// How often the thread has given up the processor because it had to wait. Unlike the time of an
/// operation, this doesn't depend on the other work of the machine.
inline long waits() {
  rusage used{};
  ::getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

}  // namespace support
