// A table of a thread's sums of timers or counters, by number. Its owner adds without a locked
// instruction while other threads may read.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/errno_guard.hpp>

#include <bit>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// Cells appear in blocks at their first use and stay in place until the table ends, so that a
/// reader needs no lock. Each block but the second is as large as all blocks before it: a program
/// with few timers pays for few.
template <class Cell>
class cell_table {
  static_assert(std::is_trivially_destructible_v<Cell>);

 public:
  static constexpr unsigned first_block = 8;
  static constexpr unsigned block_count = 8;
  static constexpr unsigned capacity = first_block << (block_count - 1);

  constexpr cell_table() noexcept = default;
  cell_table(cell_table const&) = delete;
  cell_table& operator=(cell_table const&) = delete;
  ~cell_table() {
    for (auto& block : blocks_) std::free(block.load_relaxed());
  }

  /// Threads: the owner. Null when the number is out of range or memory ran out.
  Cell* get(unsigned number) noexcept {
    if (number < first_block) [[likely]]
      if (Cell* const cells = blocks_[0].load_relaxed(); cells != nullptr) [[likely]]
        return cells + number;
    return get_elsewhere(number);
  }

  /// Threads: any. Null when nothing was added.
  Cell const* find(unsigned number) const noexcept {
    if (number >= capacity) return nullptr;
    unsigned const index = block_of(number);
    Cell const* const cells = blocks_[index].load_acquire();
    return cells == nullptr ? nullptr : cells + (number - begin_of(index));
  }

  /// Resets all cells in place. Threads: the owner, while nobody reads.
  void clear() noexcept {
    for_each([](Cell& cell) { ::new (&cell) Cell; });
  }

  /// Calls `use` with each cell of the blocks that are there. Threads: any, as far as the cells
  /// allow it.
  template <class Use>
  void for_each(Use&& use) noexcept {
    for (unsigned index = 0; index < block_count; ++index)
      if (Cell* const cells = blocks_[index].load_acquire(); cells != nullptr)
        for (unsigned i = 0; i < size_of(index); ++i) use(cells[i]);
  }

 private:
  static constexpr unsigned block_of(unsigned number) noexcept {
    return static_cast<unsigned>(std::bit_width(number / first_block));
  }
  static constexpr unsigned begin_of(unsigned index) noexcept {
    return index == 0 ? 0 : first_block << (index - 1);
  }
  static constexpr unsigned size_of(unsigned index) noexcept {
    return index == 0 ? first_block : begin_of(index);
  }

  [[gnu::noinline]] Cell* get_elsewhere(unsigned number) noexcept {
    if (number >= capacity) return nullptr;
    unsigned const index = block_of(number);
    Cell* cells = blocks_[index].load_relaxed();
    if (cells == nullptr) cells = make_block(index);
    return cells == nullptr ? nullptr : cells + (number - begin_of(index));
  }

  [[gnu::noinline, gnu::cold]] Cell* make_block(unsigned index) noexcept {
    errno_guard const kept;
    void* const memory = std::malloc(size_of(index) * sizeof(Cell));
    if (memory == nullptr) return nullptr;
    Cell* const cells = ::new (memory) Cell[size_of(index)];
    blocks_[index].store_release(cells);
    return cells;
  }

  atomic<Cell*> blocks_[block_count]{};
};

}}}  // namespace trace2::v0::detail
