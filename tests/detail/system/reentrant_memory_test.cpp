#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/reentrant_memory.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/sanitizers.hpp"
#include "support/scarce_memory.hpp"

namespace reentrant_memory_test {

using trace2::detail::reentrant_memory;

TEST_CASE("blocks are apart, aligned to cache lines, and all their bytes are there") {
  trace2::detail::watch_forks();
  std::vector<std::size_t> const sizes{1, 64, 65, 1000, 16384, 16385, 300'000};
  std::vector<char*> blocks;
  for (std::size_t const size : sizes) {
    auto* const block = static_cast<char*>(reentrant_memory::take(size));
    REQUIRE(block != nullptr);
    CHECK(reinterpret_cast<std::uintptr_t>(block) % 64 == 0);
    std::memset(block, static_cast<int>(blocks.size()), size);
    blocks.push_back(block);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    CHECK(blocks[i][0] == static_cast<char>(i));
    CHECK(blocks[i][sizes[i] - 1] == static_cast<char>(i));
    reentrant_memory::give_back(blocks[i], sizes[i]);
  }
  reentrant_memory::give_back(nullptr, 100);
}

TEST_CASE("a block that comes back serves the next call for its size") {
  trace2::detail::watch_forks();
  void* const first = reentrant_memory::take(200);
  reentrant_memory::give_back(first, 200);
  CHECK(reentrant_memory::take(256) == first);
  void* const other = reentrant_memory::take(200);
  CHECK(other != first);
  reentrant_memory::give_back(first, 256);
  reentrant_memory::give_back(other, 200);
}

TEST_CASE("many threads take and give back, and hardly a call in a hundred needs new memory") {
  trace2::detail::watch_forks();
  constexpr int threads = 4;
  constexpr int rounds = 20'000;
  std::atomic<bool> is_shared{false};
  std::vector<std::set<void*>> seen(threads);
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i)
    running.emplace_back([&, i] {
      for (int round = 0; round < rounds; ++round) {
        auto* const block = static_cast<std::atomic<int>*>(reentrant_memory::take(3000));
        block[1] = i;
        if (round % 100 == 0) std::this_thread::yield();
        if (block[1] != i) is_shared = true;
        seen[static_cast<std::size_t>(i)].insert(block);
        reentrant_memory::give_back(block, 3000);
      }
    });
  for (auto& each : running) each.join();
  CHECK_FALSE(is_shared);
  std::set<void*> all;
  for (auto const& each : seen) all.insert(each.begin(), each.end());
  CHECK(all.size() <= threads * rounds / 100);
}

TEST_CASE("no memory is a null pointer") {
  SUPPORT_NEEDS_MEMORY_TO_RUN_OUT;
  CHECK(support::run_in_child([] {
          support::use_up_memory();
          return reentrant_memory::take(1) == nullptr && reentrant_memory::take(100'000) == nullptr
                     ? 0
                     : 1;
        }) == 0);
}

TEST_CASE("a handler may ask for memory wherever it interrupts the thread") {
  for (int i = 0; i < 10; ++i)
    CHECK(support::run_in_child([i] {
            trace2::detail::watch_forks();
            support::interrupt_after(1'000 + 371 * i, [](int) {
              void* const block = reentrant_memory::take(64);
              if (block == nullptr) ::_exit(1);
              reentrant_memory::give_back(block, 64);
              ::_exit(0);
            });
            for (;;) reentrant_memory::give_back(reentrant_memory::take(64), 64);
            return 2;
          }) == 0);
}

}  // namespace reentrant_memory_test
