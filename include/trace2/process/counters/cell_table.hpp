// A table of a thread's sums of timers or counters, by number. Its owner adds without a locked
// instruction while other threads may read.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/reentrant_memory.hpp>
#include <trace2/value/number.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// Where tables have the cell of a number from 1. Zero is nowhere, because a static object of the
/// program is zero until its constructor has run.
class cell_place {
 public:
  static constexpr unsigned first_block = 8;

  constexpr cell_place() noexcept = default;
  constexpr explicit cell_place(unsigned number) noexcept
      : bits_{number == 0 || number >= first_block ? number : number | in_first_block} {}

  constexpr bool is_in_first_block() const noexcept { return (bits_ & in_first_block) != 0; }
  /// 0 if it is nowhere.
  constexpr unsigned number() const noexcept {
    return static_cast<unsigned>(bits_ & ~in_first_block);
  }
  /// Precondition: the place is in the first block, which these cells are.
  template <class Cell>
  Cell* among(Cell* cells) const noexcept {
    // The bit of the block is not masked: the multiplication shifts it out.
    static_assert(sizeof(Cell) % 2 == 0);
    auto const at = reinterpret_cast<std::uintptr_t>(cells) + bits_ * sizeof(Cell);
    if (at == 0) __builtin_unreachable();  // compilers would ask
    return reinterpret_cast<Cell*>(at);
  }

 private:
  // The highest bit of an address, which a test finds as a sign.
  static constexpr std::uintptr_t in_first_block = ~(UINTPTR_MAX >> 1);

  std::uintptr_t bits_ = 0;
};

/// Cells appear in blocks at their first use and stay in place until the table ends, so that a
/// reader needs no lock. Each block but the second is as large as all blocks before it: a program
/// with few timers pays for few.
template <class Cell>
class cell_table {
  static_assert(std::is_trivially_destructible_v<Cell>);

 public:
  static constexpr unsigned first_block = cell_place::first_block;
  static constexpr unsigned block_count = 8;
  static constexpr unsigned capacity = first_block << (block_count - 1);

  constexpr cell_table() noexcept = default;
  cell_table(cell_table const&) = delete;
  cell_table& operator=(cell_table const&) = delete;
  ~cell_table() {
    for (unsigned index = 0; index < block_count; ++index)
      reentrant_memory::give_back(blocks_[index].load_relaxed(), bytes_of(index));
  }

  /// Threads: the owner. Null when the place is nowhere or out of range, or memory ran out.
  Cell* at(cell_place place) noexcept {
    if (place.is_in_first_block()) [[likely]]
      if (Cell* const cells = blocks_[0].load_relaxed(); cells != nullptr) [[likely]]
        return place.among(cells);
    return get(place.number());
  }
  /// The same of a number.
  [[gnu::noinline]] Cell* get(unsigned number) noexcept {
    if (number == 0 || number >= capacity) return nullptr;
    unsigned const index = block_of(number);
    Cell* cells = blocks_[index].load_relaxed();
    if (cells == nullptr) cells = make_block(index);
    return cells == nullptr ? nullptr : cells + (number - begin_of(index));
  }

  /// Threads: any. Null when nothing was added.
  [[gnu::noinline]] Cell const* find(unsigned number) const noexcept {
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
    return narrow_cast<unsigned>(std::bit_width(number / first_block));
  }
  static constexpr unsigned begin_of(unsigned index) noexcept {
    return index == 0 ? 0 : first_block << (index - 1);
  }
  static constexpr unsigned size_of(unsigned index) noexcept {
    return index == 0 ? first_block : begin_of(index);
  }
  static constexpr std::size_t bytes_of(unsigned index) noexcept {
    return size_of(index) * sizeof(Cell);
  }

  [[gnu::noinline, gnu::cold]] Cell* make_block(unsigned index) noexcept {
    void* const memory = reentrant_memory::take(bytes_of(index));
    if (memory == nullptr) return nullptr;
    Cell* const cells = ::new (memory) Cell[size_of(index)];
    if (blocks_[index].compare_exchange(nullptr, cells)) return cells;
    // A signal handler has come in between.
    reentrant_memory::give_back(memory, bytes_of(index));
    return blocks_[index].load_relaxed();
  }

  atomic<Cell*> blocks_[block_count]{};
};

}}}  // namespace trace2::v0::detail
