// Distributes work to several threads.
#pragma once

#include <trace2/trace2.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace dupes {

/// Calls `work(i)` for every i below `count`, on `jobs` threads that the trace calls `name`. A free
/// thread takes the next number.
template <class Work>
void for_each_parallel(char const* name, unsigned jobs, std::size_t count, Work const& work) {
  std::atomic<std::size_t> next = 0;
  auto const take_work = [&] {
    TRACE2_THREAD(name);
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  // Not std::jthread, which some versions of libc++ lack.
  struct joined_threads : std::vector<std::thread> {
    ~joined_threads() {
      for (std::thread& each : *this) each.join();
    }
  } threads;
  for (std::size_t size = std::min<std::size_t>(jobs, count); threads.size() < size;)
    threads.emplace_back(take_work);
}

}  // namespace dupes
