// Memory for the contexts of threads, their sums and their regions. The program's allocator may
// trace, and a signal handler may have interrupted it: neither can give memory to the code that
// makes tracing possible.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/fork_lock.hpp>
#include <trace2/detail/system/lazy_memory.hpp>
#include <trace2/detail/system/yield_processor.hpp>

#include <bit>
#include <cstddef>
#include <new>
#include <utility>

#if defined(__ELF__)
/// Of LeakSanitizer, where a program has it: blocks of the heap may be reachable from here alone.
extern "C" [[gnu::weak]] void __lsan_register_root_region(void const* begin, std::size_t size);
extern "C" [[gnu::weak]] void __lsan_unregister_root_region(void const* begin, std::size_t size);
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// Blocks of memory straight from the system, which serve again. Never calls the program's
/// allocator. Threads: any, also in a signal handler. Cost: blocks of up to 16 KiB are rounded up
/// to a power of two and kept for later calls; larger ones take a system call each.
class reentrant_memory {
 public:
  /// A block of any content, aligned to a cache line; null when memory ran out.
  [[gnu::noinline, gnu::cold]] static void* take(std::size_t size) noexcept {
    if (size > largest) return map(size);
    block_list& list = lists_[list_of(size)];
    void* const spare = list.take();
    return spare != nullptr ? spare : cut(least << list_of(size));
  }
  /// Takes back a block of `take(size)`; null does nothing.
  [[gnu::noinline, gnu::cold]] static void give_back(void* block, std::size_t size) noexcept {
    if (block == nullptr) return;
    if (size > largest)
      unmap(block, size);
    else
      lists_[list_of(size)].give_back(::new (block) free_block);
  }

  /// The same for an object; null when memory ran out.
  template <class Object, class... Arguments>
  static Object* make(Arguments&&... arguments) noexcept {
    static_assert(alignof(Object) <= least);
    void* const block = take(sizeof(Object));
    return block == nullptr ? nullptr : ::new (block) Object{std::forward<Arguments>(arguments)...};
  }
  template <class Object>
  [[gnu::noinline, gnu::cold]] static void destroy(Object* object) noexcept {
    if (object == nullptr) return;
    object->~Object();
    give_back(object, sizeof(Object));
  }

 private:
  static constexpr std::size_t least = 64;
  static constexpr unsigned list_count = 9;
  static constexpr std::size_t largest = least << (list_count - 1);
  static constexpr std::size_t chunk_size = 8 * largest;

  static constexpr unsigned list_of(std::size_t size) noexcept {
    return size <= least ? 0 : static_cast<unsigned>(std::bit_width((size - 1) / least));
  }

  struct free_block {
    free_block* next = nullptr;
  };

  /// Free blocks of one size.
  class block_list {
   public:
    /// Null when there is none, and for a handler that has interrupted `take`.
    void* take() noexcept {
      for (int round = 0; round < most_rounds; ++round) {
        if (kept_.load_relaxed() == nullptr && given_back_.load_relaxed() == nullptr) break;
        if (lock_.try_lock()) return take_locked();
        yield_processor();
      }
      return nullptr;
    }
    // Blocks are taken out all at once, so that a block which comes back meanwhile can't be
    // mistaken for the first of the list.
    void give_back(free_block* block) noexcept {
      do {
        block->next = given_back_.load_relaxed();
      } while (!given_back_.compare_exchange(block->next, block));
    }

   private:
    static constexpr int most_rounds = 100;

    void* take_locked() noexcept {
      free_block* block = kept_.load_relaxed();
      if (block == nullptr) block = given_back_.exchange(nullptr);
      if (block != nullptr) kept_.store_relaxed(block->next);
      lock_.unlock();
      return block;
    }

    fork_lock lock_;
    atomic<free_block*> kept_;  ///< of the holder of the lock
    atomic<free_block*> given_back_;
  };

  struct alignas(least) chunk {
    atomic<std::size_t> used{least};
  };

  /// A new block, from the rest of the chunk, which the blocks of all sizes share.
  static void* cut(std::size_t size) noexcept {
    for (;;) {
      chunk* const from = chunk_.load_acquire();
      if (from != nullptr)
        if (std::size_t const begin = from->used.fetch_add(size); begin + size <= chunk_size)
          return reinterpret_cast<char*>(from) + begin;
      void* const room = map(chunk_size);
      if (room == nullptr) return nullptr;
      if (!chunk_.compare_exchange(from, ::new (room) chunk)) unmap(room, chunk_size);
    }
  }

  static void* map(std::size_t size) noexcept {
    errno_guard const guard;
    void* const room = map_zeros(size);
#if defined(__ELF__)
    if (room != nullptr && &__lsan_register_root_region != nullptr)
      __lsan_register_root_region(room, size);
#endif
    return room;
  }
  static void unmap(void* room, std::size_t size) noexcept {
#if defined(__ELF__)
    if (&__lsan_unregister_root_region != nullptr) __lsan_unregister_root_region(room, size);
#endif
    unmap_zeros(room, size);
  }

  static inline constinit block_list lists_[list_count]{};
  static inline constinit atomic<chunk*> chunk_{nullptr};
};

}}}  // namespace trace2::v0::detail
