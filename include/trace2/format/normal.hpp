// The NORMAL target: one line per event in the words of the event (R-NRM-*).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/columns.hpp>
#include <trace2/detail/time/utc_time.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/record.hpp>
#include <trace2/format.hpp>
#include <trace2/format/detail/outline.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/detail/put.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace format {

/// The target NORMAL: a line of words for each event. Events without a wording
/// (`void normal(auto& line) const`) are ignored and leave no code.
struct normal : detail::normal_outline {
  static bool wants_untyped(detail::untyped_event const& event) noexcept {
    return event.schema().normal != nullptr;
  }

  static void write(buffer& out, format_settings const& settings,
                    detail::untyped_record const& record) noexcept {
    if (!settings.brief) write_prefix(out, record.wall, record.at);
    record.event.append_words(out, record.event.schema().normal);
  }

 private:
  static constexpr std::size_t place_width = 34;  // of 50 with the time of day

  /// Time of day and place; the words begin in one column unless the place is too long (R-NRM-02).
  static void write_prefix(buffer& out, std::int64_t wall, call_site at) noexcept {
    std::string_view const file = at.file == nullptr ? std::string_view{} : at.file;
    constexpr std::size_t numbers = detail::max_time_size + detail::max_decimal_size;
    if (!out.reserve(numbers + place_width + file.size())) return;
    char* const place = detail::put(out.end(), detail::local_time{wall}, ' ');
    detail::put_blanks<place_width>(place);
    char* to = place;
    if (!file.empty()) to = detail::put(detail::put_place(to, file, at.line), ' ');
    out.commit_until(detail::end_of_column<place_width>(place, to));
  }
};

}}}  // namespace trace2::v0::format
