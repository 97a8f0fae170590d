// The parts that the flight recorder adds to a session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/recording/flight_recorder.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/recording/short_record.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/opening.hpp>
#include <trace2/session/recording_destination.hpp>
#include <trace2/session/recording_path.hpp>
#include <trace2/settings/settings.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Opens the target of the flight recorder.
class record_opening : public target_opening_to<record_opening, recording_file> {
 public:
  using target_opening_to::target_opening_to;

  /// Opens a recording, which is that of the process from now on.
  template <class System = recording_system>
  [[gnu::cold]] opened_recording open_sink(settings const& from,
                                           destination_context const& context) noexcept {
    opened_recording const opened = open_recording<System>(value(from), context, from, path_);
    if (opened.to != nullptr) target_opening::opened(from);
    return opened;
  }

  /// A recording holds nothing back.
  static bool settle(recording_file const&) noexcept { return true; }
  /// Closes a recording, and gives its memory to later ones.
  [[gnu::cold]] static void dispose(recording_file& ended) noexcept {
    ended.give_back();
    leaked<recording_file>::give_back(ended);
  }

  /// True if the open recording still has its name, so that reopening would create a second file.
  [[gnu::cold]] static bool has_its_name(recording_file const& now) noexcept {
    auto const* const recorder = now.recorder();
    return recorder != nullptr && path_.leads_to(*recorder);
  }
  /// True if the settings want the recording that was opened last.
  [[gnu::cold]] bool has_same_sink(settings const& next) const noexcept {
    auto const* const hooks = hooks_of_recordings.load_acquire();
    return says_same(setting::target(target()), next) && says_same(setting::mode(target()), next) &&
           says_same(setting::size(target()), next) &&
           (hooks == nullptr || hooks->has_same(*opened_by(), next));
  }

 private:
  static inline constinit recording_path path_;  ///< that of the recording that was opened last
};

template <>
struct opening_for<flight_recorder> {
  using type = record_opening;
};

}}}  // namespace trace2::v0::detail
