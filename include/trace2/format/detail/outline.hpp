// The library's formats without their code: all that a unit has to know of them to hand events of
// its own to a session in another unit.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/format.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

struct normal_outline {
  static constexpr std::string_view name = "normal";
  static constexpr format_traits traits{.words_normal = true};

  template <event_type Event>
  static constexpr bool wants = has_normal<Event>;
  /// True if it has code for that type of events alone.
  template <event_type Event>
  static constexpr bool has_own_code = false;
};

struct perf_outline {
  static constexpr std::string_view name = "perf";
  static constexpr format_traits traits{.words_perf = true, .has_patterns = true};

  template <event_type Event>
  static constexpr bool wants = !traits_of<Event>.machine_only;
  template <event_type Event>
  static constexpr bool has_own_code = false;
};

struct json_outline {
  static constexpr std::string_view name = "event";
  static constexpr format_traits traits{.is_text = false,  // escapes control bytes itself
                                        .has_patterns = true};

  template <event_type Event>
  static constexpr bool wants = true;
  template <event_type Event>
  static constexpr bool has_own_code = traits_of<Event>.frequent;
};

}}}  // namespace trace2::v0::detail
