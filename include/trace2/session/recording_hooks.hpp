// How sessions tell code that watches recordings of a new one, without holding that code.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/session/recording_path.hpp>
#include <trace2/settings/settings.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Set by programs that include <trace2/rotation.hpp> or <trace2/trigger.hpp>.
struct recording_hooks {
  /// A recording was opened at the path.
  void (*opened)(recording_file& to, recording_options const& options, recording_path const& path,
                 settings const& from) noexcept;
  /// True if the other settings ask for the same watch over it.
  bool (*has_same)(settings const& one, settings const& other) noexcept;
};

inline constinit atomic<recording_hooks const*> hooks_of_recordings{nullptr};

}}}  // namespace trace2::v0::detail
