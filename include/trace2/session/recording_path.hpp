// The path of the recording of a process, and others beside it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/posix.hpp>
#include <trace2/detail/system/same_file.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/recording/recorder.hpp>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <sys/stat.h>

namespace trace2 { inline namespace v0 { namespace detail {

struct path_room {
  char memory[PATH_MAX + 32];
};

/// A path with an ending, in memory of the caller's: a signal handler may make one, whose stack has
/// a few thousand bytes.
class path_text {
 public:
  explicit path_text(path_room& room, std::string_view path, std::string_view ending = {}) noexcept
      : text_{room.memory, sizeof room.memory} {
    text_.append(path);
    text_.append(ending);
  }
  path_text(path_room& room, std::string_view path, std::string_view ending,
            std::uint64_t number) noexcept
      : path_text{room, path, ending} {
    text_.append_decimal(number);
  }
  /// Null if it is too long.
  char const* get() noexcept { return text_.size() < PATH_MAX - 1 ? text_.c_str() : nullptr; }

 private:
  buffer text_;
};

/// The path of a recording.
class recording_path {
 public:
  /// No file has a path that is too long: it becomes empty.
  [[gnu::cold]] void set(std::string_view path) noexcept {
    std::size_t const size = path.size() < sizeof text_ ? path.size() : 0;
    path.copy(text_, size);
    text_[size] = '\0';
  }

  /// Whether the recording has its name.
  bool leads_to(recording::recorder const& own) const noexcept {
    struct ::stat named;
    return posix::lstat(text_, named) == 0 && is_same_file(named, own.file_status());
  }
  /// Whether the recording has its name, or nothing has: what others put there stays.
  bool is_free_for(recording::recorder const& own) const noexcept {
    struct ::stat named;
    return posix::lstat(text_, named) != 0 || is_same_file(named, own.file_status());
  }

  char const* c_str() const noexcept { return text_; }

 private:
  char text_[PATH_MAX]{};
};

}}}  // namespace trace2::v0::detail
