// Events of the program's own in units that only instrument. event.hpp says how to declare one.
//
//     #include <trace2/emit.hpp>
//
//     struct cache_lookup {
//       static constexpr std::string_view event_name = "cache_lookup";
//       std::string_view key;
//       bool hit{};
//     };
//     BOOST_DESCRIBE_STRUCT(cache_lookup, (), (key, hit))
//
//     void note(std::string_view key, bool hit) {
//       TRACE2_EMIT(cache_lookup{.key = key, .hit = hit});
//     }
//
// The library's formats stay in the unit with the session. A format of the program's own writes the
// event in this unit, which includes it before; so does EVENT an event that is `frequent`, for
// which the unit includes format/json.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>
#include <trace2/event.hpp>
#include <trace2/instrument.hpp>

#if TRACE2_ENABLED
#  include <trace2/verb/program_events.hpp>
#endif
