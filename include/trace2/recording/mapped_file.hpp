// The file of a recording, which hands out chunks. It reserves them on the disk before use, so that
// a full disk is an error and no signal. It maps them into memory, so that stores survive the
// process.
#pragma once

#include <trace2/detail/system/file_identity.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/shield.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/recording/layout.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// The system calls about mapped files, with posix.hpp's convention for results.
struct mapped_system : sink_system {
  /// Maps a file; null when there is no room in the address space.
  static char* map(int fd, std::size_t size) noexcept {
    void* const place = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return place == MAP_FAILED ? nullptr : static_cast<char*>(place);
  }
  /// Maps private memory, filled with zeros; null when there is none.
  static void* map_memory(std::size_t size) noexcept {
    void* const place =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return place == MAP_FAILED ? nullptr : place;
  }
  /// Unmaps the whole pages of a range. A page of the system may be larger than a granule.
  static void unmap(char* place, std::size_t size) noexcept {
    auto const page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    std::size_t const begin = (reinterpret_cast<std::uintptr_t>(place) + page - 1) / page * page;
    std::size_t const end = (reinterpret_cast<std::uintptr_t>(place) + size) / page * page;
    if (begin < end)
      ::munmap(place + (begin - reinterpret_cast<std::uintptr_t>(place)), end - begin);
  }

  /// Faults the pages in at once, so that stores into them don't enter the kernel page by page.
  static void populate(char* place, std::size_t size) noexcept {
    constexpr int populate_write = 23;  // MADV_POPULATE_WRITE, since Linux 5.14
    ::madvise(place, size, populate_write);
  }

  /// Reserves a part of a file, which grows to contain it; 0 or the negated errno value.
  ///
  /// Writes zeros instead of calling fallocate: pages that were written are present, and cost a
  /// third of pages that are faulted in one by one.
  static int reserve(int fd, std::size_t offset, std::size_t size) noexcept {
    static constexpr char zeros[granule]{};
    constexpr std::size_t parts = 16;
    iovec pages[parts];
    for (iovec& page : pages) page = {const_cast<char*>(zeros), granule};
    cancellation_shield const uncancelled;
    signal_shield too_large{SIGXFSZ};
    while (size != 0) {
      std::size_t const count = size / granule < parts ? size / granule : parts;
      ssize_t const written =
          ::pwritev(fd, pages, static_cast<int>(count), static_cast<off_t>(offset));
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return static_cast<int>(too_large.watch(written < 0 ? -errno : -ENOSPC));
      // A write to a disk that is nearly full may end within a page.
      std::size_t const whole = static_cast<std::size_t>(written) / granule * granule;
      if (whole == 0) return -ENOSPC;
      offset += whole;
      size -= whole;
    }
    return 0;
  }
  /// The path of the running program; empty when the system can't tell.
  static std::string_view program(char* room, std::size_t size) noexcept {
    ssize_t const length = ::readlink("/proc/self/exe", room, size);
    return view_of(room, length < 0 ? 0 : static_cast<std::size_t>(length));
  }

  /// Gives a part of a file back to the disk.
  static void punch(int fd, std::size_t offset, std::size_t size) noexcept {
#ifdef FALLOC_FL_PUNCH_HOLE
    cancellation_shield const uncancelled;
    ::fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                static_cast<off_t>(size));
#else
    static_cast<void>(fd), static_cast<void>(offset), static_cast<void>(size);
#endif
  }
};

/// Hands out the chunks of one file. Lifetime: a chunk stays mapped until `let_go`, also after
/// `close`, so that its holder may still store there. Threads: one at a time.
class mapped_file {
 public:
  mapped_file() noexcept = default;
  mapped_file(mapped_file const&) = delete;
  mapped_file& operator=(mapped_file const&) = delete;

  /// Takes over a descriptor of an empty file, which grows to `most` bytes at most. 0 or the
  /// negated errno value.
  int open(int fd, std::size_t most, std::uint32_t flags) noexcept {
    struct ::stat status;
    if (int const result = mapped_system::fstat(fd, status); result < 0) return result;
    if (!S_ISREG(status.st_mode) || status.st_size != 0) return -EINVAL;
    if (int const result = mapped_system::reserve(fd, 0, header_size); result < 0) return result;
    // A program that limits its address space gets a smaller recording.
    for (most_ = most; (place_ = mapped_system::map(fd, most_)) == nullptr; most_ /= 2)
      if (most_ < smallest) return -ENOMEM;
    fd_ = fd;
    fork_count::watch();
    forks_ = fork_count::current();
    process_ = mapped_system::getpid();
    opened_.remember(fd);
    end_ = header_size;
    file_header& head = header();
    head = {{}, endian_mark, version, header_size, flags, static_cast<std::uint64_t>(process_), 0,
            0};
    // A reader that finds the magic finds the rest of the header as well.
    std::uint64_t magic = 0;
    static_assert(sizeof magic == sizeof file_magic);
    std::memcpy(&magic, file_magic, sizeof magic);
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(head.magic), magic, __ATOMIC_RELEASE);
    return 0;
  }

  bool is_open() const noexcept { return fd_ >= 0 && !is_parents(); }
  /// Whether the file belongs to the parent, because this process is the child of a fork.
  bool is_parents() const noexcept { return forks_ != fork_count::current(); }
  /// Like `is_parents`, but notices also a child that was made without fork handlers, as by _Fork
  /// or clone; `is_parents` tells so from then on. Cost: a system call.
  bool notices_fork() noexcept {
    constexpr unsigned no_count = 0;
    if (mapped_system::getpid() != process_) forks_ = no_count;
    return is_parents();
  }

  /// Valid while the file is open.
  file_header& header() noexcept { return *reinterpret_cast<file_header*>(place_); }

  /// Takes a chunk of zeros; null when the file, the disk or the process may not grow further.
  chunk_header* take(std::size_t size) noexcept {
    if (!is_open() || size > most_ - end_ || !is_ours()) return nullptr;
    if (mapped_system::reserve(fd_, end_, size) < 0) return nullptr;
    char* const begin = place_ + end_;
    end_ += size;
    mapped_system::populate(begin, size);
    auto* const chunk = reinterpret_cast<chunk_header*>(begin);
    chunk->size = size;
    return chunk;
  }

  /// Gives the whole pages behind `used` back to the disk.
  void trim(chunk_header& chunk, std::uint64_t const* used) noexcept {
    auto* const begin = reinterpret_cast<char*>(&chunk);
    auto const filled =
        static_cast<std::size_t>(reinterpret_cast<char const*>(used) - begin) + granule - 1;
    std::size_t const kept = filled / granule * granule;
    if (kept < chunk.size && is_ours())
      mapped_system::punch(fd_, static_cast<std::size_t>(begin - place_) + kept, chunk.size - kept);
  }

  /// Unmaps a chunk, whose contents stay in the file. Nobody stores there afterwards.
  static void let_go(chunk_header& chunk) noexcept {
    mapped_system::unmap(reinterpret_cast<char*>(&chunk), chunk.size);
  }

  /// Ends the taking of chunks. Chunks that have not been let go of stay mapped.
  void close() noexcept {
    if (fd_ < 0) return;
    mapped_system::unmap(place_, header_size);
    mapped_system::unmap(place_ + end_, most_ - end_);
    cancellation_shield const uncancelled;
    if (is_ours()) mapped_system::close(fd_);
    fd_ = -1;
  }

 private:
  static constexpr std::size_t smallest = std::size_t{64} << 10;

  bool is_ours() const noexcept { return opened_.find_change(fd_) == 0; }

  char* place_ = nullptr;
  std::size_t most_ = 0;
  std::size_t end_ = 0;
  int fd_ = -1;
  unsigned forks_ = 0;
  int process_ = 0;
  file_identity<> opened_;
};

}}}}  // namespace trace2::v0::detail::recording
