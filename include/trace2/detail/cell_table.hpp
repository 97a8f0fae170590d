// One thread's sums of timers and counters, by number: the owner adds without a locked instruction
// while other threads may read.
#pragma once

#include <trace2/detail/atomic.hpp>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace trace2::inline v0::detail {

/// Cells appear in blocks when they are first used and stay where they are until the table ends, so
/// that a reader needs no lock.
template <class Cell>
class cell_table {
  static_assert(std::is_trivially_destructible_v<Cell>);

 public:
  static constexpr unsigned block_size = 16;
  static constexpr unsigned block_count = 64;
  static constexpr unsigned capacity = block_size * block_count;

  constexpr cell_table() noexcept = default;
  cell_table(cell_table const&) = delete;
  cell_table& operator=(cell_table const&) = delete;
  ~cell_table() {
    for (auto& block : blocks_) std::free(block.load_relaxed());
  }

  /// For the owner. Null when the number is out of range or memory ran out.
  Cell* get(unsigned number) noexcept {
    if (number >= capacity) return nullptr;
    Cell* block = blocks_[number / block_size].load_relaxed();
    if (block == nullptr) [[unlikely]] {
      block = make_block(number / block_size);
      if (block == nullptr) return nullptr;
    }
    return block + number % block_size;
  }

  /// For any thread. Null when nothing was added.
  Cell const* find(unsigned number) const noexcept {
    if (number >= capacity) return nullptr;
    Cell const* const block = blocks_[number / block_size].load_acquire();
    return block == nullptr ? nullptr : block + number % block_size;
  }

  /// Puts all cells back to their beginning, in place. For the owner, while nobody reads.
  void clear() noexcept {
    for (auto& block : blocks_)
      if (Cell* const cells = block.load_relaxed(); cells != nullptr)
        for (unsigned i = 0; i < block_size; ++i) ::new (cells + i) Cell;
  }

 private:
  [[gnu::noinline, gnu::cold]] Cell* make_block(unsigned index) noexcept {
    void* const memory = std::malloc(block_size * sizeof(Cell));
    if (memory == nullptr) return nullptr;
    Cell* const block = ::new (memory) Cell[block_size];
    blocks_[index].store_release(block);
    return block;
  }

  atomic<Cell*> blocks_[block_count]{};
};

}  // namespace trace2::inline v0::detail
