// The PERF target: fixed columns for the eye and for simple scripts, indented by open regions
// (R-PRF-*).
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/detail/columns.hpp>
#include <trace2/detail/json_value.hpp>
#include <trace2/detail/utc_time.hpp>
#include <trace2/event.hpp>
#include <trace2/format.hpp>
#include <trace2/record.hpp>
#include <trace2/reflect.hpp>
#include <trace2/text_line.hpp>

#include <cstddef>
#include <string_view>

namespace trace2::inline v0::format {

/// Events without a wording (`void perf(auto& line) const`) show their members as `key:value`.
struct perf {
  static constexpr std::string_view name = "perf";

  template <event_type Event>
  static constexpr bool wants = !detail::is_machine_only<Event>;

  template <event_type Event>
  static void write(detail::buffer& out, format_settings const& settings,
                    record<Event> const& record) noexcept {
    if (!settings.brief) write_moment(out, record.wall, record.at);
    write_origin(out, record.process.depth, record.thread.name, record.event.event_name);
    write_repo(out, record.repo);
    write_time(out, detail::is_timed<Event>, record.t_abs);
    if constexpr (detail::has_t_rel<Event>)
      write_time(out, true, record.event.t_rel);
    else
      write_time(out, false, {});
    write_category(out, record.event);
    // The thread itself counts as the outermost region, and is not indented (R-PRF-09).
    if (record.thread.open_regions > 1)
      out.fill(2 * (static_cast<std::size_t>(record.thread.open_regions) - 1), '.');
    if constexpr (detail::has_perf<Event>) {
      text_line line{out};
      record.event.perf(line);
    } else {
      write_members(out, record.event);
    }
  }

 private:
  static constexpr std::size_t location_width = 28;
  static constexpr std::size_t thread_width = 24;
  static constexpr std::size_t event_width = 12;
  static constexpr std::size_t repo_width = 3;
  static constexpr std::size_t time_width = 9;
  static constexpr std::size_t category_width = 12;
  static constexpr std::string_view rule = " | ";

  static void write_moment(detail::buffer& out, std::int64_t wall, call_site at) noexcept {
    detail::append_local_time(out, wall);
    out.append(' ');
    std::size_t const begin = out.size();
    if (at.file != nullptr && *at.file != '\0') {
      out.append(at.file);
      out.append(':');
      out.append_decimal(at.line);
      detail::elide_left(out, begin, location_width);
    }
    detail::pad_to(out, begin + location_width);
    out.append(rule);
  }

  static void write_origin(detail::buffer& out, int depth, std::string_view thread,
                           std::string_view event) noexcept {
    out.append('d');
    out.append_decimal(depth);
    out.append(rule);
    write_padded(out, thread, thread_width);
    write_padded(out, event, event_width);
  }

  static void write_padded(detail::buffer& out, std::string_view text, std::size_t width) noexcept {
    std::size_t const begin = out.size();
    out.append(text);
    detail::pad_to(out, begin + width);
    out.append(rule);
  }

  static void write_repo(detail::buffer& out, repo_id repo) noexcept {
    std::size_t const begin = out.size();
    if (repo.has_value()) {
      out.append('r');
      out.append_decimal(repo.value);
      out.append(' ');  // also behind a number that fills the column (R-PRF-04)
    }
    detail::pad_to(out, begin + repo_width);
    out.append(rule);
  }

  static void write_time(detail::buffer& out, bool shown, seconds time) noexcept {
    std::size_t const begin = out.size();
    if (shown) detail::append_seconds(out, time);
    detail::align_right(out, begin, time_width);
    out.append(rule);
  }

  template <class Event>
  static void write_category(detail::buffer& out, Event const& event) noexcept {
    std::size_t const begin = out.size();
    if constexpr (detail::has_perf_category<Event>) {
      text_line line{out};
      event.perf_category(line);
    } else if constexpr (detail::has_category<Event>) {
      out.append(std::string_view{event.category});
    }
    out.truncate(begin + category_width);
    detail::pad_to(out, begin + category_width);
    out.append(rule);
  }

  /// What has a column of its own is not repeated.
  static constexpr bool has_column(std::string_view member) noexcept {
    return member == "t_abs" || member == "t_rel" || member == "nesting" || member == "category";
  }

  template <class Event>
  static void write_members(detail::buffer& out, Event const& event) noexcept {
    bool first = true;
    for_each_member<Event>([&](auto member) {
      if constexpr (!has_column(decltype(member)::name)) {
        auto const& value = event.*member.pointer;
        if (detail::is_absent(value)) return;
        if (!first) out.append(' ');
        first = false;
        out.append(member.name);
        out.append(':');
        write_value(out, value);
      }
    });
  }

  /// Text as it is, like in all wordings; what has no wording is shown as JSON.
  template <class T>
  static void write_value(detail::buffer& out, T const& value) noexcept {
    if constexpr (requires(text_line line) { line << value; })
      text_line{out} << value;
    else
      detail::append_json(out, value);
  }
};

}  // namespace trace2::inline v0::format
