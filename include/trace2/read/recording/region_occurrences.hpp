// Occurrences of regions, of which a recording has millions alike.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/region.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/recording/stored_event.hpp>
#include <trace2/value/duration.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <variant>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Keeps what the records of a site on a thread have in common, so that most of them only bring
/// their times. Memory: constant.
class region_occurrences {
 public:
  /// The occurrence of a plain region, valid until the next call and as long as the event.
  occurrence const& make(std::string_view sid, stored_event const& from) {
    bool const is_leave = from.kind == layout::kind::region_leave;
    known& kept = known_[(from.where->label_key * 2 + (is_leave ? 1 : 0)) % known_.size()];
    // A key of a thread is unique in the program, so that it stands for the session id as well.
    if (kept.where != from.where || kept.made.thread_key != from.thread_key ||
        kept.is_leave != is_leave) [[unlikely]]
      prepare(kept, sid, from);
    occurrence& made = kept.made;
    made.thread = from.thread;  // the same text, but maybe at another place
    made.nanoseconds = from.nanoseconds;
    made.wall = bounded_moment(from.at());
    made.nesting = from.open_regions;
    if (is_leave) {
      auto& event = *std::get_if<event::region_leave>(&made.event);
      event.t_rel = duration::microseconds(from.t_rel());
      event.nesting = from.open_regions;
      made.t_rel = fine_duration{from.length()};
    } else {
      std::get_if<event::region_enter>(&made.event)->nesting = from.open_regions;
    }
    return made;
  }

 private:
  struct known {
    site const* where = nullptr;
    bool is_leave = false;
    occurrence made{};
  };

  [[gnu::noinline]] static void prepare(known& kept, std::string_view sid,
                                        stored_event const& from) {
    site const& where = *from.where;
    kept.where = &where;
    kept.is_leave = from.kind == layout::kind::region_leave;
    occurrence& made = kept.made = {};
    made.sid = sid;
    made.thread_key = from.thread_key;
    made.label_key = where.label_key;
    made.file = from.file;
    made.line = from.line;
    made.repo = {from.repo};
    auto const fill = [&](auto& event) {
      made.event_name = event.event_name;
      event.category = where.view(where.category, where.has_category);
      event.label = where.view(where.label, where.has_label);
    };
    kept.is_leave ? fill(made.event.emplace<event::region_leave>())
                  : fill(made.event.emplace<event::region_enter>());
  }

  std::array<known, 32> known_{};
};

}}}}  // namespace trace2::v0::read::recording
