// Finds the files of a trace in directories.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/posix.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/text_target.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

namespace trace2 { inline namespace v0 { namespace read {

/// One file of an input.
struct input_file {
  std::string path;              ///< "-" for standard input
  bool is_in_directory = false;  ///< found in a directory, so it may be no trace
  std::size_t size = 0;          ///< 0 if unknown
  bool is_pipe = false;          ///< a pipe or a terminal: can be read only once
  std::size_t surplus = 0;       ///< not 0: the directory has so many files beyond the limit
  /// A trace of a target that says less is passed over. In a directory it is the best one there is:
  /// several targets may have written of the same processes into it.
  text_target least = text_target::last;
};

enum class compression : unsigned char { none, gzip, zstd };

namespace input {

/// How a file is compressed, by its first bytes.
inline compression compression_of(std::string_view beginning) noexcept {
  if (beginning.starts_with("\x1f\x8b")) return compression::gzip;
  if (beginning.starts_with("\x28\xb5\x2f\xfd")) return compression::zstd;
  // A frame without content may come first. 16 numbers stand for one.
  bool const is_skippable = beginning.size() > 3 && (beginning[0] & 0xf0) == 0x50 &&
                            beginning.substr(1).starts_with("\x2a\x4d\x18");
  return is_skippable ? compression::zstd : compression::none;
}

inline bool is_recording(std::string_view beginning) noexcept {
  namespace layout = trace2::detail::recording;
  return beginning.starts_with({layout::file_magic, sizeof layout::file_magic});
}

inline constexpr std::size_t most_peeked = 4096;

/// The size of a file; 0 if unknown, as of pipes.
inline std::size_t size_of(std::filesystem::directory_entry const& entry) {
  std::error_code error;
  auto const size = entry.file_size(error);
  return error ? 0 : static_cast<std::size_t>(size);
}

/// The regular files of a directory, in any depth, in the order of their paths: in one directory
/// that is the order of time. A directory that can't be listed is returned itself, so that opening
/// it tells the reason. Links to directories are not followed, for they may lead back. Directories
/// beyond those that may wait at a time to be listed count as surplus files.
inline std::vector<input_file> files_of(std::filesystem::directory_entry const& directory,
                                        std::size_t most,
                                        std::size_t most_directories = limits::files) {
  std::vector<input_file> files;
  std::vector<input_file> unlisted;
  std::size_t surplus = 0;
  std::error_code ignored;
  std::vector<std::filesystem::path> left{directory.path()};
  while (!left.empty()) {
    std::filesystem::path const path = std::move(left.back());
    left.pop_back();
    std::error_code error;
    for (std::filesystem::directory_iterator at{path, error}, end; !error && at != end;
         at.increment(error)) {
      bool const is_directory = at->is_directory(ignored) && !at->is_symlink(ignored);
      if (!is_directory && !at->is_regular_file(ignored)) continue;
      if (is_directory && left.size() < most_directories)
        left.push_back(at->path());
      else if (!is_directory && files.size() < most)
        files.push_back({at->path().string(), true, size_of(*at)});
      else
        ++surplus;
    }
    if (error) unlisted.push_back({path.string(), false, 0});
  }
  std::sort(files.begin(), files.end(),
            [](auto const& a, auto const& b) { return a.path < b.path; });
  std::move(unlisted.begin(), unlisted.end(), std::back_inserter(files));
  if (surplus != 0) files.push_back({.path = directory.path().string(), .surplus = surplus});
  return files;
}

/// The target that says the most among those that have written the files; a recording, and what is
/// compressed, counts as EVENT.
inline text_target best_target(std::vector<input_file> const& files) {
  using posix = trace2::detail::posix;
  text_target best = text_target::last;
  std::string room(most_peeked, '\0');
  for (input_file const& file : files) {
    if (best == text_target::event) break;
    int const fd = posix::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) continue;
    std::ptrdiff_t const got = posix::read(fd, room.data(), room.size());
    posix::close(fd);
    std::string_view const beginning{room.data(), got < 0 ? 0 : static_cast<std::size_t>(got)};
    if (compression_of(beginning) != compression::none || is_recording(beginning))
      return text_target::event;
    best = std::min(best, target_of(beginning).value_or(text_target::last));
  }
  return best;
}

/// Keeps the first of several names of one file, whose events would count twice.
inline void drop_repeated(std::vector<input_file>& files) {
  std::set<std::pair<dev_t, ino_t>> known;
  std::erase_if(files, [&known](input_file const& file) {
    struct ::stat status;
    if (file.is_pipe || file.surplus != 0 || ::stat(file.path.c_str(), &status) != 0) return false;
    return S_ISREG(status.st_mode) && !known.emplace(status.st_dev, status.st_ino).second;
  });
}

}  // namespace input

/// Replaces directories among the paths by their files, in any depth, up to `limits::files`. A file
/// that is given twice is there once. A path that does not exist, and the number of files beyond
/// the limit, are reported when they are opened. A directory beyond the limit counts as a file.
inline std::vector<input_file> find_files(std::vector<std::string> const& paths) {
  std::vector<input_file> files;
  for (std::string const& path : paths) {
    std::error_code ignored;
    std::filesystem::directory_entry const entry{path, ignored};
    if (path == "-" || !entry.is_directory(ignored)) {
      bool const is_pipe =
          path == "-" || (entry.exists(ignored) && !entry.is_regular_file(ignored));
      files.push_back({path, false, is_pipe ? 0 : input::size_of(entry), is_pipe});
    } else {
      std::size_t const room = limits::files - std::min(files.size(), limits::files);
      auto inside = input::files_of(entry, room);
      text_target const best = input::best_target(inside);
      for (input_file& file : inside) file.least = best;
      std::move(inside.begin(), inside.end(), std::back_inserter(files));
    }
  }
  input::drop_repeated(files);
  return files;
}

}}}  // namespace trace2::v0::read
