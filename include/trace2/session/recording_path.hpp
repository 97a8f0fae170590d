// The path of the recording of a process, and others beside it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/posix.hpp>
#include <trace2/detail/system/same_file.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/recording/recorder.hpp>

#include <climits>
#include <cstdint>
#include <string_view>

#include <stdio.h>
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

/// The path of a recording, which only its opener knows.
class recording_path {
 public:
  /// Finds the path among those that an opener chooses from: for the destination `value`, and for a
  /// process whose component of the session id is `name`. False if it is none of them.
  [[gnu::cold]] bool find(recording::recorder const& of, std::string_view value,
                          std::string_view name) noexcept {
    constexpr std::uint64_t last_suffix = 9;
    path_room room;
    path_text own{room, value};
    if (take(own, of)) return true;
    for (char const* const between : {".", "/", ""}) {
      buffer joined;
      append_parts(joined, {value, between, name});
      path_text alone{room, joined.view()};
      if (take(alone, of)) return true;
      for (std::uint64_t suffix = 1; suffix <= last_suffix; ++suffix)
        if (path_text numbered{room, joined.view(), ".", suffix}; take(numbered, of)) return true;
    }
    return false;
  }

  /// Whether the recording has its name, or nothing has: what others put there stays.
  bool is_free_for(recording::recorder const& own) const noexcept {
    struct ::stat named;
    return posix::lstat(text_, named) != 0 || is_same_file(named, own.file_status());
  }

  char const* c_str() const noexcept { return text_; }

 private:
  bool take(path_text& candidate, recording::recorder const& of) noexcept {
    struct ::stat status;
    char const* const path = candidate.get();
    if (path == nullptr || posix::lstat(path, status) != 0 ||
        !is_same_file(status, of.file_status()))
      return false;
    ::snprintf(text_, sizeof text_, "%s", path);
    return true;
  }

  char text_[PATH_MAX]{};
};

}}}  // namespace trace2::v0::detail
