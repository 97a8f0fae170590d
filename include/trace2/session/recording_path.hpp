// The path of the recording of a process, and others beside it; and how sessions tell code that
// watches recordings of a new one, without holding that code.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

struct path_buffer {
  char bytes[longest_path + 32];
};

/// A path with an ending, in memory of the caller's: a signal handler may make one, whose stack has
/// a few thousand bytes.
class path_text {
 public:
  explicit path_text(path_buffer& memory, std::string_view path,
                     std::string_view ending = {}) noexcept
      : text_{memory.bytes, sizeof memory.bytes} {
    text_.append(path);
    text_.append(ending);
  }
  path_text(path_buffer& memory, std::string_view path, std::string_view ending,
            std::uint64_t number) noexcept
      : path_text{memory, path, ending} {
    text_.append_decimal(number);
  }
  /// Null if it is too long.
  char const* get() noexcept { return text_.size() < longest_path - 1 ? text_.c_str() : nullptr; }

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

  /// True if the recording has its name.
  bool leads_to(recording::recorder const& own) const noexcept {
    file_status named;
    return system_calls::link_status(text_, named) == 0 && named.number() == own.status().number();
  }
  /// True if the recording has its name, or nothing has: what others put there stays.
  bool is_free_for(recording::recorder const& own) const noexcept {
    file_status named;
    return system_calls::link_status(text_, named) != 0 || named.number() == own.status().number();
  }

  /// True if this very process has made the recording at a path. Threads: any, also in a signal
  /// handler.
  [[gnu::cold, gnu::noinline]] static bool is_of_process(char const* path) noexcept {
    constexpr open_mode mode = open_mode::read | open_mode::no_link | open_mode::without_waiting;
    int const fd = system_calls::open(path, mode);
    if (fd < 0) return false;
    file_status status;
    recording::file_header head{};
    bool const is_read =
        system_calls::status(fd, status) == 0 && status.is_regular() &&
        status.owner() == system_calls::geteuid() &&
        system_calls::read(fd, reinterpret_cast<char*>(&head), sizeof head) == sizeof head;
    system_calls::close(fd);
    return is_read && std::memcmp(head.magic, recording::file_magic, sizeof head.magic) == 0 &&
           head.endian == recording::endian_mark &&
           head.pid == static_cast<std::uint64_t>(system_calls::getpid());
  }

  char const* c_str() const noexcept { return text_; }

 private:
  char text_[longest_path]{};
};

/// Code that watches recordings: <trace2/rotation.hpp> and <trace2/trigger.hpp> set it.
struct recording_hooks {
  /// A recording was opened at the path.
  void (*opened)(recording_file& to, recording_options const& options, recording_path const& path,
                 settings const& from) noexcept;
  /// True if the other settings ask for the same watch over it.
  bool (*has_same)(settings const& one, settings const& other) noexcept;
};

inline constinit atomic<recording_hooks const*> hooks_of_recordings{nullptr};

}}}  // namespace trace2::v0::detail
