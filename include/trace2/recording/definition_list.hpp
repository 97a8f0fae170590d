// The process's own copy of its definitions. The next recording of the process, or of a forked
// child, begins with them, and takes none from a file that others may have written to.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/object_switch.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/lazy_memory.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Keeps records. Constant-initialised; its memory stays as long as the process and never moves.
/// Thus the child of a fork finds all records that were complete at the fork, whatever another
/// thread was doing. Threads: one at a time.
class definition_list {
 public:
  /// Makes room for a record of that size; false when memory ran out.
  bool reserve(std::size_t size) noexcept {
    if (size <= room_) return true;
    if (size > most_in_block) return false;
    void* const room = map_zeros(sizeof(block));
    if (room == nullptr) return false;
    auto* const made = ::new (room) block;
    (newest_ == nullptr ? oldest_ : newest_->next).store_release(made);
    newest_ = made;
    room_ = most_in_block;
    return true;
  }

  /// Adds a record, for which `reserve` has made room.
  void add(std::string_view record) noexcept {
    std::memcpy(newest_->bytes + newest_->size.load_relaxed(), record.data(), record.size());
    newest_->size.store_release(newest_->size.load_relaxed() + record.size());
    room_ -= record.size();
  }

  /// Calls `use(records)` with all records, one behind the other, in the order of their addition. A
  /// call gets many, and none of them in part.
  void for_each_block(auto const& use) const noexcept {
    for (block const* each = oldest_.load_acquire(); each != nullptr;
         each = each->next.load_acquire())
      use(std::string_view{each->bytes, each->size.load_acquire()});
  }

 private:
  static constexpr std::size_t block_size = std::size_t{64} << 10;
  static constexpr std::size_t most_in_block = block_size - 4 * sizeof(std::size_t);

  struct block {
    atomic<block*> next{nullptr};
    atomic<std::size_t> size{0};
    char bytes[most_in_block];
  };

  atomic<block*> oldest_{nullptr};
  block* newest_ = nullptr;
  std::size_t room_ = 0;
};

// The numbers of definitions. A site keeps its number as long as the process lives, so that all
// recordings of a process count together, in whatever object their sessions begin.

/// Constant-initialised and never destroyed. Threads: one at a time.
struct numbering {
  atomic<std::uint32_t> last{0};  ///< the last number that was given
  definition_list known;          ///< the definitions that have numbers
};

inline constinit numbering own_numbering;

/// The numbering of the process: that of the object which recorded first. That object stays loaded.
[[gnu::cold]] inline numbering& numbering_of_process() noexcept {
  object_switch& own = object_switch_of<true>::value;
  numbering* found = own.numbers.load_acquire();
  // The child of a fork must not ask the loader, which another thread of the parent may have been
  // asking: its lock stays locked.
  if (found != nullptr) return *found;
  for_each_switch([&](char const*, object_switch const& each) {
    if (found == nullptr && each.fits(own)) found = each.numbers.load_acquire();
  });
  if (found == nullptr) found = &own_numbering;
  own.numbers.store_release(found);
  return *found;
}

}}}}  // namespace trace2::v0::detail::recording
