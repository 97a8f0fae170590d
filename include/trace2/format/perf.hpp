// The PERF target: fixed columns for the eye and for simple scripts, indented by open regions
// (R-PRF-*).
#pragma once

#include <trace2/detail/buffer.hpp>
#include <trace2/detail/columns.hpp>
#include <trace2/detail/digits.hpp>
#include <trace2/detail/json_value.hpp>
#include <trace2/detail/put.hpp>
#include <trace2/detail/utc_time.hpp>
#include <trace2/event.hpp>
#include <trace2/format.hpp>
#include <trace2/record.hpp>
#include <trace2/reflect.hpp>
#include <trace2/text_line.hpp>

#include <cstddef>
#include <cstdint>
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
    write_columns(out, settings, record);
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
  /// Of all columns, besides texts that may be wider than theirs.
  static constexpr std::size_t columns_room = 256;

  template <event_type Event>
  static void write_columns(detail::buffer& out, format_settings const& settings,
                            record<Event> const& record) noexcept {
    std::string_view const file = record.at.file == nullptr ? std::string_view{} : record.at.file;
    std::string_view const event = record.event.event_name;
    if (!out.reserve(columns_room + file.size() + record.thread.name.size() + event.size())) return;
    char* to = out.end();
    if (!settings.brief) to = put_moment(to, record.wall, file, record.at.line);
    to = detail::put_decimal(detail::put(to, 'd'), record.process.depth);
    to = put_rule(to);
    to = put_rule(detail::put_column<thread_width>(to, record.thread.name));
    to = put_rule(detail::put_column<event_width>(to, event));
    to = put_repo(to, record.repo);
    to = put_time<detail::is_timed<Event>>(to, record.t_abs);
    if constexpr (detail::has_t_rel<Event>)
      to = put_time<true>(to, record.event.t_rel);
    else
      to = put_time<false>(to, {});
    if constexpr (!detail::has_perf_category<Event>)
      to = put_rule(detail::put_column<category_width>(to, category_of(record.event)));
    out.commit_until(to);
    if constexpr (detail::has_perf_category<Event>) write_category(out, record.event);
  }

  static char* put_rule(char* to) noexcept { return detail::put(to, " | "); }

  static char* put_moment(char* to, std::int64_t wall, std::string_view file, int line) noexcept {
    char* const column = detail::put(to, detail::local_time{wall}, ' ');
    detail::put_blanks<location_width>(column);
    if (!file.empty())
      detail::elide_left<location_width>(column, detail::put_place(column, file, line));
    return put_rule(column + location_width);
  }

  static char* put_repo(char* column, repo_id repo) noexcept {
    detail::put_blanks<repo_width>(column);
    if (!repo.has_value()) return put_rule(column + repo_width);
    char* const number = detail::put_decimal(detail::put(column, 'r'), repo.value);
    // A blank also behind a number that fills the column (R-PRF-04).
    return put_rule(detail::end_of_column<repo_width>(column, detail::put(number, ' ')));
  }

  template <bool Shown>
  static char* put_time(char* to, seconds time) noexcept {
    if constexpr (Shown)
      return put_rule(detail::put_column<time_width>(to, time));
    else
      return put_rule(detail::put_column<time_width>(to, std::string_view{}));
  }

  template <class Event>
  static std::string_view category_of(Event const& event) noexcept {
    if constexpr (detail::has_category<Event>)
      return std::string_view{event.category}.substr(0, category_width);
    else
      return {};
  }

  template <class Event>
  static void write_category(detail::buffer& out, Event const& event) noexcept {
    std::size_t const end = out.size() + category_width;
    text_line line{out};
    event.perf_category(line);
    out.truncate(end);
    if (out.size() < end) out.fill(end - out.size(), ' ');
    out.append(" | ");
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
