// Finds the regular files below directories.
#pragma once

#include <trace2/trace2.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "problems.hpp"
#include <sys/stat.h>

namespace dupes {

struct file {
  std::uint64_t size;
  ::dev_t device;
  ::ino_t inode;
  std::string path;
  /// The digest of the bytes read so far; none before the first read, and none after an error.
  std::optional<std::uint64_t> digest{};
};

/// Collects files; does not follow symbolic links below the roots.
class file_finder {
 public:
  file_finder(std::uint64_t min_size, problem_log& problems)
      : min_size_{min_size}, problems_{problems} {}

  /// Adds one file, or all files below a directory.
  void search(std::string const& root) {
    TRACE2_REGION_F("walk", "tree", "%s", root.c_str());
    std::error_code error;
    auto const status = std::filesystem::status(root, error);
    if (!std::filesystem::exists(status)) return problems_.add("examine", root, error);
    if (!std::filesystem::is_directory(status)) return add_file(root);

    std::vector<std::string> waiting{root};
    while (!waiting.empty()) {
      std::string const directory = std::move(waiting.back());
      waiting.pop_back();
      read_directory(directory, waiting);
    }
  }

  std::uint64_t directories() const { return directories_; }

  /// All files, in no particular order. A file with several names appears once.
  std::vector<file> take_files() {
    std::sort(files_.begin(), files_.end(), [](file const& a, file const& b) {
      return std::tie(a.device, a.inode, a.path) < std::tie(b.device, b.inode, b.path);
    });
    auto const links = std::unique(files_.begin(), files_.end(), [](file const& a, file const& b) {
      return a.device == b.device && a.inode == b.inode;
    });
    TRACE2_DATA("walk", "hard_links", files_.end() - links);
    files_.erase(links, files_.end());
    return std::move(files_);
  }

 private:
  void read_directory(std::string const& directory, std::vector<std::string>& waiting) {
    TRACE2_REGION_F("walk", "directory", "%s", directory.c_str());
    ++directories_;
    std::error_code error;
    std::filesystem::directory_iterator entry{directory, error};
    while (!error && entry != std::filesystem::directory_iterator{}) {
      std::error_code unknown;
      auto const status = entry->symlink_status(unknown);
      if (unknown)
        problems_.add("examine", entry->path().native(), unknown);
      else if (std::filesystem::is_directory(status))
        waiting.push_back(entry->path().native());
      else if (std::filesystem::is_regular_file(status))
        add_file(entry->path().native());
      entry.increment(error);
    }
    if (error) problems_.add("read directory", directory, error);
  }

  void add_file(std::string const& path) {
    struct ::stat status;
    if (::lstat(path.c_str(), &status) != 0) return problems_.add("examine", path, errno);
    auto const size = static_cast<std::uint64_t>(status.st_size);
    if (S_ISREG(status.st_mode) && size >= min_size_)
      files_.push_back({size, status.st_dev, status.st_ino, path});
  }

  std::uint64_t min_size_;
  problem_log& problems_;
  std::vector<file> files_;
  std::uint64_t directories_ = 0;
};

}  // namespace dupes
