// The file of a recording, which hands out chunks. Chunks are reserved on the disk before use, so
// that a full disk is an error and seldom a signal, and mapped into memory, so that stores survive
// the process.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/fault_guard.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/fork_watch.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/process/state/recorder_hooks.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_chunk.hpp>
#include <trace2/recording/mapped_system.hpp>
#include <trace2/recording/recorder_in_use.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Hands out the chunks of one file. Others may write to the file and truncate it: a file whose
/// contents are not the process's any more is lost, and its recorder is retired.
///
/// Lifetime: a chunk stays mapped until `let_go`, also after `close`, so that its holder may still
/// store there; the object must live until then. Threads: one at a time; `is_lost`, `refusal`,
/// `faults` and `size` any.
class mapped_file final : fault_listener {
 public:
  explicit mapped_file(recorder* owner = nullptr) noexcept : owner_{owner} {}
  mapped_file(mapped_file const&) = delete;
  mapped_file& operator=(mapped_file const&) = delete;

  /// Takes over a descriptor of an empty file, which grows to `most` bytes at most and which nobody
  /// else may open for writing from now on. 0 or the negated errno value.
  [[gnu::cold]] int open(int fd, std::size_t most, std::uint32_t flags) noexcept {
    is_lost_.store_relaxed(false);
    refusal_.store_relaxed(0);
    faults_.store_relaxed(0);
    if (int const result = mapped_system::status(fd, opened_); result < 0) return result;
    if (!opened_.is_regular() || opened_.size() != 0) return -EINVAL;
    if (int const result = mapped_system::reserve(fd, 0, header_size); result < 0) return result;
    // A program that limits its address space needs most of it, and gets a smaller recording.
    std::uint64_t const share = mapped_system::address_limit() / 8 / granule * granule;
    most_ = most < share ? most : static_cast<std::size_t>(share);
    for (; (place_ = mapped_system::map(fd, most_)) == nullptr; most_ /= 2)
      if (most_ < smallest) return -ENOMEM;
    // The size of a ring is that of each thread: its file has no other limit than addresses.
    at_most_ = most_ == most && (flags & ring_flag) == 0 ? size_reached : ENOMEM;
    guard_ = fault_guard::guard(place_, header_size, *this);
    if (guard_ == nullptr) return mapped_system::unmap(place_, most_), -ENOMEM;
    fd_ = fd;
    is_in_memory_ = mapped_system::is_in_memory(fd);
    watch_forks();
    process_.store_relaxed(mapped_system::getpid());
    forks_.store_relaxed(fork_count::current());
    end_.store_relaxed(header_size);
    write_header(flags);
    mapped_system::set_permissions(fd, opened_.permissions() & read_only);
    return 0;
  }

  /// False when the file is closed, lost or the parent's.
  bool may_take_chunks() const noexcept { return fd_ >= 0 && !is_lost() && !is_parents(); }
  bool is_closed() const noexcept { return fd_ < 0; }
  /// True if the file belongs to the parent, because this process is the child of a fork.
  bool is_parents() const noexcept { return forks_.load_relaxed() != fork_count::current(); }
  /// Like `is_parents`, but notices also a child that was made without fork handlers, as by _Fork
  /// or clone; `is_parents` tells so from then on. Cost: a system call.
  bool notices_fork() noexcept {
    constexpr unsigned no_count = 0;
    if (mapped_system::getpid() != process_.load_relaxed()) forks_.store_relaxed(no_count);
    return is_parents();
  }

  /// Bytes that chunks have taken so far. Threads: any.
  std::size_t size() const noexcept { return end_.load_relaxed(); }
  /// The status of the file when it was opened.
  file_status const& status() const noexcept { return opened_; }

  /// Where a chunk lies in the file; valid while the file is open.
  std::size_t offset_of(mapped_chunk const& chunk) const noexcept {
    return chunk.position.offset(place_, chunk.place);
  }

  /// Valid while the file is open.
  file_header& header() noexcept { return *reinterpret_cast<file_header*>(place_); }

  /// Tells readers that events are missing between others, once. One thread at a time.
  void tell_jump() noexcept { header().flags |= jump_flag; }

  bool is_lost() const noexcept { return is_lost_.load_acquire(); }
  /// Why the latest of the chunks was refused that were: an errno value, or `size_reached`; else 0.
  int refusal() const noexcept { return refusal_.load_relaxed(); }
  /// Gives the file up: its contents are not the process's any more.
  void give_up() noexcept {
    is_lost_.store_release(true);
    recorder_in_use::retire(owner_);
  }
  /// Number of stores that found the file lost. Each was to be a record.
  std::uint64_t faults() const noexcept { return faults_.load_relaxed(); }
  /// True if the descriptor still names the file, and all of it is there; if not, no chunk is to be
  /// had. Gives a file up that was truncated. Cost: an fstat(2).
  bool check() noexcept {
    if (!may_take_chunks()) return false;
    file_status now;
    if (int const change = find_change(now); change != 0) {
      refusal_.store_relaxed(change);
      return false;
    }
    if (now.size() >= end_.load_relaxed()) return true;
    give_up();
    return false;
  }

  /// Takes a chunk of zeros; none when the file, the disk or the process may not grow further.
  [[gnu::cold]] mapped_chunk take(std::size_t size) noexcept {
    std::size_t const end = end_.load_relaxed();
    if (size > most_ - end) return refuse(at_most_);
    if (!check()) return {};
    int const reserved = reserve(end, size);
    char* const begin = reserved < 0 ? nullptr : mapped_system::map_part(fd_, place_, end, size);
    fault_guard::range* const guard =
        begin == nullptr ? nullptr : fault_guard::guard(begin, size, *this);
    if (guard == nullptr) {
      // Others need what is left of the disk.
      if (file_status now; find_change(now) == 0) mapped_system::punch(fd_, end, size);
      return refuse(reserved < 0 ? -reserved : ENOMEM);
    }
    end_.store_relaxed(end + size);
    mapped_system::populate(begin, size, is_in_memory_);
    mapped_chunk taken{.place = reinterpret_cast<chunk_header*>(begin),
                       .guard = guard,
                       .position = mapped_system::position{end}};
    taken.place->size = taken.head.size = size;
    return taken;
  }

  /// Gives the whole pages behind `used` back to the disk. Only for a file that `check` has found.
  void trim(mapped_chunk const& chunk, std::uint64_t const* used) noexcept {
    auto* const begin = reinterpret_cast<char const*>(chunk.place);
    auto const filled =
        static_cast<std::size_t>(reinterpret_cast<char const*>(used) - begin) + granule - 1;
    std::size_t const kept = filled / granule * granule;
    if (kept < chunk.size())
      mapped_system::punch(fd_, offset_of(chunk) + kept, chunk.size() - kept);
  }

  /// Unmaps a chunk, whose contents stay in the file. Nobody stores there afterwards.
  [[gnu::noinline, gnu::cold]] static void let_go(mapped_chunk& chunk) noexcept {
    if (!chunk) return;
    if (chunk.guard != nullptr) fault_guard::unguard(*chunk.guard);
    mapped_system::unmap(reinterpret_cast<char*>(chunk.place), chunk.size());
    chunk = {};
  }

  /// Ends the taking of chunks. Chunks that have not been let go of stay mapped.
  void close() noexcept {
    if (is_closed()) return;
    fault_guard::unguard(*guard_);
    mapped_system::unmap(place_, header_size);
    std::size_t const end = end_.load_relaxed();
    mapped_system::unmap_rest(place_, end, most_ - end);
    cancellation_guard const uncancelled;
    file_status now;
    if (find_change(now) == 0) mapped_system::close(fd_);
    fd_ = -1;
  }

 private:
  static constexpr std::size_t smallest = std::size_t{64} << 10;
  static constexpr unsigned read_only = 0444;

  void write_header(std::uint32_t flags) noexcept {
    file_header& head = header();
    auto const process = static_cast<std::uint64_t>(process_.load_relaxed());
    head = {{}, endian_mark, version, header_size, flags, process, 0, 0, {}, 0};
    // A reader that finds the magic finds the rest of the header as well.
    std::uint64_t magic = 0;
    static_assert(sizeof magic == sizeof file_magic);
    std::memcpy(&magic, file_magic, sizeof magic);
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(head.magic), magic, __ATOMIC_RELEASE);
  }

  /// A fault in a chunk or in the header.
  void lose() noexcept override {
    faults_.fetch_add(1);
    give_up();
  }

  mapped_chunk refuse(int reason) noexcept {
    refusal_.store_relaxed(reason);
    return {};
  }

  /// Looks before each write: another thread may give the number to a file of the program
  /// meanwhile.
  int reserve(std::size_t offset, std::size_t size) noexcept {
    while (size != 0) {
      file_status now;
      if (int const change = find_change(now); change != 0) return -change;
      std::size_t const part =
          size < mapped_system::largest_write ? size : mapped_system::largest_write;
      if (int const result = mapped_system::reserve(fd_, offset, part); result < 0) return result;
      offset += part;
      size -= part;
    }
    return 0;
  }

  /// The errno value that says why the descriptor doesn't name the file any more; 0 if it does: a
  /// program may close numbers that it doesn't know, and open files of its own in their place.
  [[gnu::noinline]] int find_change(file_status& now) const noexcept {
    int const result = mapped_system::status(fd_, now);
    return result < 0 ? -result : now.number() == opened_.number() ? 0 : mapped_system::other_file;
  }

  char* place_ = nullptr;
  std::size_t most_ = 0;
  int at_most_ = 0;             ///< the refusal at that size
  atomic<std::size_t> end_{0};  ///< changed by one thread at a time
  int fd_ = -1;
  bool is_in_memory_ = false;
  // A thread that comes late reads these without a lock while the object opens another file.
  atomic<unsigned> forks_{0};
  atomic<int> process_{0};
  file_status opened_{};
  fault_guard::range* guard_ = nullptr;
  recorder* owner_;
  atomic<bool> is_lost_{false};
  atomic<int> refusal_{0};
  atomic<std::uint64_t> faults_{0};
};

}}}}  // namespace trace2::v0::detail::recording
