// The NORMAL target: one line per event in the words of the event (R-NRM-*).
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/detail/columns.hpp>
#include <trace2/detail/utc_time.hpp>
#include <trace2/event.hpp>
#include <trace2/format.hpp>
#include <trace2/record.hpp>
#include <trace2/text_line.hpp>

#include <cstddef>
#include <string_view>

namespace trace2::inline v0::format {

/// Events without a wording (`void normal(auto& line) const`) are ignored and leave no code.
struct normal {
  static constexpr std::string_view name = "normal";

  template <event_type Event>
  static constexpr bool wants = detail::has_normal<Event>;

  template <event_type Event>
  static void write(detail::buffer& out, format_settings const& settings,
                    record<Event> const& record) noexcept {
    if (!settings.brief) write_prefix(out, record.wall, record.at);
    text_line line{out};
    record.event.normal(line);
  }

 private:
  static constexpr std::size_t prefix_width = 50;

  /// Time of day and place; the words begin in one column unless the place is too long (R-NRM-02).
  static void write_prefix(detail::buffer& out, std::int64_t wall, call_site at) noexcept {
    std::size_t const begin = out.size();
    detail::append_local_time(out, wall);
    out.append(' ');
    if (at.file != nullptr && *at.file != '\0') {
      out.append(at.file);
      out.append(':');
      out.append_decimal(at.line);
      out.append(' ');
    }
    detail::pad_to(out, begin + prefix_width);
  }
};

}  // namespace trace2::inline v0::format
