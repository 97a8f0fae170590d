// The files in which a listener keeps what it receives: bounded by size and age.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "listen/keeping.hpp"
#include "listen/gzip_copy.hpp"
#include "listen/limits.hpp"
#include "listen/losses.hpp"
#include "system/owned_descriptor.hpp"
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2::program::listening {

/// Writes lines to files of a directory, see `kept_name`. Each day, each run and each 64 MiB, or an
/// eighth of the limit if that is less, begin a file; those before are compressed, and the oldest
/// ones go when they are too old, or before all together would exceed the limit: it holds at every
/// moment, and at least half of it has the latest lines.
///
/// What has been written survives a crash of this program, though not one of the system. A file
/// that is removed while it is written is followed by another one, in a new directory if that is
/// gone, too.
class kept_files {
 public:
  kept_files(keeping how, losses& lost) : how_{std::move(how)}, lost_{lost} {}
  kept_files(kept_files const&) = delete;
  kept_files& operator=(kept_files const&) = delete;

  /// Takes the directory, which is made if it is missing. Empty, or the reason why it can't be had.
  std::string open();

  /// Writes whole lines.
  void write(std::string_view lines);

  /// Begins another file.
  void reopen();

  /// True if there is work for `step`.
  bool has_work() const noexcept { return copy_ != nullptr || !unpacked_.empty(); }
  /// Does a part of the work that can wait.
  void step();

  /// Ends the last file, which is compressed by the next run. An empty one goes.
  void end();

 private:
  using clock = std::chrono::system_clock;

  std::uint64_t most_of_file() const noexcept;
  static std::size_t size_of_first(std::string_view lines) noexcept;
  /// Bytes of the lines that fit into the file, at least one line.
  std::size_t size_of_part(std::string_view lines) const noexcept;

  /// Empty, or the reason why the lines are not written.
  std::string write_part(std::string_view lines);

  std::string open_directory();

  /// True if a file or directory has no name any more.
  static bool is_removed(owned_descriptor const& which) noexcept;

  template <class Use>
  void for_each_name(Use const& use) const {
    int const fd = ::openat(directory_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ::DIR* const all = fd < 0 ? nullptr : ::fdopendir(fd);
    if (all == nullptr) return;
    while (::dirent const* const entry = ::readdir(all)) use(std::string_view{entry->d_name});
    ::closedir(all);
  }

  /// The files of this kind, the oldest first.
  std::vector<std::string> names() const;

  /// Removes the partial copies of killed runs, which nobody else counts.
  void remove_partial_copies() const;

  bool begin_file();

  bool put(std::string_view bytes);

  /// True if this number of further bytes keeps the limit, as far as it is known.
  bool has_room_for(std::uint64_t more) const noexcept;
  std::uint64_t in_progress() const noexcept;

  /// Removes the files that are too old, and the oldest ones as long as there would be too much
  /// with so many bytes more.
  void prune(std::uint64_t more);

  keeping how_;
  losses& lost_;
  owned_descriptor directory_;
  owned_descriptor file_;
  std::string name_;
  std::uint64_t size_ = 0;           ///< of the file that is written
  std::uint64_t sum_ = 0;            ///< of the others
  bool is_torn_ = false;             ///< the file ends in the middle of a line
  clock::time_point end_of_file_{};  ///< the end of its day, or the next attempt to make one
  std::deque<std::string> unpacked_;
  std::unique_ptr<gzip_copy> copy_;
};

}  // namespace trace2::program::listening
