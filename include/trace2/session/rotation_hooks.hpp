// How sessions open files that rotate, without holding code for it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/sink.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The settings that say when the file of a target is put aside, and how many such files stay.
struct rotation_setting {
  static constexpr setting size(std::string_view target) noexcept {
    return setting::of(target, "rotate_size");
  }
  static constexpr setting age(std::string_view target) noexcept {
    return setting::of(target, "rotate_age");
  }
  static constexpr setting keep(std::string_view target) noexcept {
    return setting::of(target, "rotate_keep");
  }
};

/// Set by programs that include <trace2/rotation.hpp>.
struct rotation_hooks {
  /// A sink for the file `value` of a target; null if that isn't to rotate.
  sink* (*open)(settings const& from, std::string_view target, std::string_view value,
                destination_context const& context) noexcept;
  /// Gives the memory of such a sink back; false, and nothing done, for another sink.
  bool (*give_back)(sink& ended) noexcept;
};

inline constinit atomic<rotation_hooks const*> hooks_of_rotation{nullptr};

}}}  // namespace trace2::v0::detail
