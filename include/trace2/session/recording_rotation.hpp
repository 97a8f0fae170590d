// Puts the recording of the process aside when it is large or old, as the settings say, and begins
// another one.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/clock.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/session/recording_path.hpp>
#include <trace2/session/recording_succession.hpp>
#include <trace2/session/rotation.hpp>
#include <trace2/session/rotation_hooks.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/sink/rotating.hpp>

#include <cstdint>
#include <string_view>

#include <stdio.h>
#include <time.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Threads: see `recording_succession`.
class recording_rotation {
 public:
  static bool has_same(settings const& one, settings const& other) noexcept {
    return is_same(rotation_setting::size(target), one, other) &&
           is_same(rotation_setting::age(target), one, other) &&
           is_same(rotation_setting::keep(target), one, other);
  }

  [[gnu::cold]] static void opened(settings const& from) noexcept {
    limits_ = limits_of(from, target);
    start(clock::nanoseconds(clock::now()));
  }

  static std::int64_t tend(std::int64_t now) noexcept {
    auto const* const recorder = succession::recorder();
    if (recorder == nullptr) return succession::never;
    if (now < next_ && recorder->size() < most_bytes()) return next_;
    // A ring that is kept is put aside first.
    if (!recorder->is_ring_kept() && succession::begin_next(&put_aside)) return start(now);
    succession::be_due_at_size(succession::no_size);
    next_ = now;
    return now + succession::second;
  }

 private:
  using succession = recording_succession;
  static constexpr std::string_view target = "binary";

  static bool is_same(setting const& what, settings const& one, settings const& other) noexcept {
    return one.text(what) == other.text(what);
  }

  /// A recording begins with a few chunks, however small the limit is.
  static std::uint64_t most_bytes() noexcept {
    constexpr std::uint64_t least = std::uint64_t{256} << 10;
    return limits_.size == 0 ? succession::no_size : limits_.size < least ? least : limits_.size;
  }

  /// Counts from the beginning of a file.
  static std::int64_t start(std::int64_t now) noexcept {
    succession::be_due_at_size(most_bytes());
    next_ = succession::never;
    if (limits_.seconds != 0) {
      auto const seconds = static_cast<std::uint64_t>(::time(nullptr));
      std::uint64_t const seconds_left = limits_.seconds - seconds % limits_.seconds;
      next_ = now + static_cast<std::int64_t>(seconds_left) * succession::second;
    }
    succession::be_due(next_);
    return next_;
  }

  static void put_aside() noexcept {
    std::string_view const path = succession::path();
    for (unsigned number = limits_.kept; number > 1; --number) {
      path_text from{succession::path_memory(false), path, ".", number - 1};
      path_text to{succession::path_memory(true), path, ".", number};
      rename(from, to);
    }
    path_text now{succession::path_memory(false), path};
    path_text first{succession::path_memory(true), path, ".", 1};
    if (limits_.kept != 0) rename(now, first);
  }
  static void rename(path_text& from, path_text& to) noexcept {
    if (from.get() != nullptr && to.get() != nullptr) ::rename(from.get(), to.get());
  }

  static inline constinit rotation_limits limits_{};
  static inline constinit std::int64_t next_ = succession::never;  ///< when the age is due
};

inline constinit recording_watcher rotation_of_recordings{.opened = &recording_rotation::opened,
                                                          .has_same = &recording_rotation::has_same,
                                                          .tend = &recording_rotation::tend};
/// Before main.
inline bool const rotates_recordings = recording_succession::add(rotation_of_recordings);

}}}  // namespace trace2::v0::detail
