// Opens a file for each process and target in a directory to which many processes trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/sink/descriptor.hpp>
#include <trace2/sink/file.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The sentinel: the file that tells other processes that a directory is full.
inline constexpr std::string_view discard_name = "git-trace2-discard";

enum class directory_state {
  open,
  overloaded,  ///< it has just become full; the sentinel takes this process's lines (R-DST-16)
  discarding,  ///< the sentinel is there, so no file was opened
  strangers    ///< not opened, as another user's; see `shared_directory`
};

struct directory_file {
  owned_descriptor fd;
  directory_state state;
};

/// A path in a directory, with room to try several names.
class directory_path {
 public:
  explicit directory_path(std::string_view directory) noexcept {
    path_.append(directory);
    if (!paths::ends_with_separator(directory)) path_.append('/');
    prefix_ = path_.size();
  }

  /// The latest one; null when memory ran out.
  char const* c_str() noexcept { return path_.c_str(); }
  char const* with(std::string_view name) noexcept {
    path_.truncate(prefix_);
    path_.append(name);
    return c_str();
  }
  char const* with(std::string_view name, int suffix) noexcept {
    with(name);
    path_.append('.');
    path_.append_decimal(suffix);
    return c_str();
  }

 private:
  buffer path_;
  std::size_t prefix_ = 0;
};

template <class System>
int create_file(char const* path) noexcept {
  if (path == nullptr) return -ENOMEM;
  return System::open(path, append_mode | open_mode::only_create, append_permissions);
}

/// Creates `name` in the directory, or the first free one of nine suffixed names (R-DST-10..13).
/// Unless `max_files` is 0 the directory must have fewer entries, `.` and `..` aside
/// (R-DST-14..19). `path` is that of the file then.
template <class System = sink_system>
[[gnu::cold]] directory_file open_in_directory(directory_path& path, std::string_view name,
                                               int max_files) noexcept {
  constexpr int last_suffix = 9;
  if (name.empty() || name.find_first_of(paths::separators) != std::string_view::npos)
    return {{-EINVAL}, directory_state::open};

  if (max_files > 0) {
    file_status status;
    char const* const sentinel = path.with(discard_name);
    if (sentinel != nullptr && System::status(sentinel, status) == 0)
      return {{-EEXIST}, directory_state::discarding};
    char const* const listed = path.with("");
    if (listed != nullptr && System::count_entries(listed, max_files) == max_files)
      return {{move_away<System>(create_file<System>(path.with(discard_name)))},
              directory_state::overloaded};
  }
  int fd = create_file<System>(path.with(name));
  for (int suffix = 1; fd < 0 && fd != -EINTR && suffix <= last_suffix; ++suffix)
    fd = create_file<System>(path.with(name, suffix));
  return {{move_away<System>(fd)}, directory_state::open};
}
template <class System = sink_system>
[[gnu::cold]] directory_file open_in_directory(std::string_view directory, std::string_view name,
                                               int max_files) noexcept {
  directory_path path{directory};
  return open_in_directory<System>(path, name, max_files);
}

}}}  // namespace trace2::v0::detail
