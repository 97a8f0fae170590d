// The PERF target: fixed columns for the eye and for simple scripts, indented by open regions
// (R-PRF-*).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/columns.hpp>
#include <trace2/detail/time/utc_time.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/record.hpp>
#include <trace2/event/text_line.hpp>
#include <trace2/format.hpp>
#include <trace2/format/detail/outline.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/detail/put.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace format {

/// The target PERF: a line of columns for each event. Events without a wording
/// (`void perf(auto& line) const`) show their members as `key:value`.
///
/// The lines of one call, of a region or a number, differ in times and numbers only, which have
/// their usual spelling: read/recording/renderer.hpp makes millions of lines out of one.
struct perf : detail::perf_outline {
  static bool wants_untyped(detail::untyped_event const& event) noexcept {
    return !event.has(detail::machine_flag);
  }

  static void write(buffer& out, format_settings const& settings,
                    std::same_as<detail::untyped_record> auto const& record) noexcept {
    detail::untyped_event const& event = record.event;
    detail::event_schema const& schema = event.schema();
    duration const t_rel = event.t_rel();
    write_columns(out, record,
                  {.event = event.name(),
                   .category = event.category().substr(0, category_width),
                   .t_rel = event.has_t_rel() ? &t_rel : nullptr,
                   .is_placed = !settings.brief,
                   .is_timed = event.has(detail::timed_flag)});
    if (schema.perf_category != nullptr) write_category(out, event);
    write_indentation(out, record.thread.open_regions);
    if (schema.perf != nullptr)
      event.append_words(out, schema.perf);
    else
      write_members(out, event);
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

  /// The columns in which events differ.
  struct columns {
    std::string_view event;
    std::string_view category;
    duration const* t_rel;  ///< null when there is none
    bool is_placed;
    bool is_timed;
  };

  /// All columns, the same function for all events.
  [[gnu::noinline]] static void write_columns(buffer& out, circumstances const& now,
                                              columns const& values) noexcept {
    if (!out.reserve(columns_room + now.thread.name.size() + values.event.size())) return;
    char* to = out.end();
    if (values.is_placed)
      to = put_place(detail::put(to, detail::local_time{now.wall}, ' '), now.at);
    to = put_identity(to, now);
    to = put_rule(detail::put_column<event_width>(to, values.event));
    to = put_repo(to, now.repo);
    to = put_time(to, values.is_timed ? &now.t_abs : nullptr);
    to = put_time(to, values.t_rel);
    to = put_rule(detail::put_column<category_width>(to, values.category));
    out.commit_until(to);
  }

  static char* put_rule(char* to) noexcept { return detail::put(to, " | "); }

  static char* put_place(char* column, call_site at) noexcept {
    std::string_view file = at.file == nullptr ? std::string_view{} : at.file;
    if (file.size() > location_width) file.remove_prefix(file.size() - location_width);
    detail::put_blanks<location_width>(column);
    if (!file.empty())
      detail::elide_left<location_width>(column, detail::put_place(column, file, at.line));
    return put_rule(column + location_width);
  }

  static char* put_identity(char* to, circumstances const& now) noexcept {
    to = put_rule(detail::put_decimal(detail::put(to, 'd'), now.process.depth));
    return put_rule(detail::put_column<thread_width>(to, now.thread.name));
  }

  static char* put_repo(char* column, repo_id repo) noexcept {
    detail::put_blanks<repo_width>(column);
    if (!repo.has_value()) return put_rule(column + repo_width);
    char* const number = detail::put_decimal(detail::put(column, 'r'), repo.value);
    // A blank also behind a number that fills the column (R-PRF-04).
    return put_rule(detail::end_of_column<repo_width>(column, detail::put(number, ' ')));
  }

  /// An empty column for null.
  static char* put_time(char* to, duration const* time) noexcept {
    return put_rule(time == nullptr ? detail::put_column<time_width>(to, std::string_view{})
                                    : detail::put_column<time_width>(to, *time));
  }

  /// Replaces the column of categories, the last one so far, by the event's wording for it.
  static void write_category(buffer& out, detail::untyped_event const& event) noexcept {
    constexpr std::size_t rule_width = 3;
    if (out.failed()) return;
    std::size_t const end = out.size() - rule_width;
    out.truncate(end - category_width);
    event.append_words(out, event.schema().perf_category);
    out.truncate(end);
    if (out.size() < end) out.fill(end - out.size(), ' ');
    out.append(" | ");
  }

  /// The thread itself counts as the outermost region, and is not indented (R-PRF-09).
  static void write_indentation(buffer& out, int open_regions) noexcept {
    if (open_regions > 1) out.fill(2 * (static_cast<std::size_t>(open_regions) - 1), '.');
  }

  /// A member with a column of its own is not repeated.
  static constexpr bool has_column(std::string_view member) noexcept {
    return member == "t_abs" || member == "t_rel" || member == "nesting" || member == "category";
  }

  static void write_members(buffer& out,
                            std::same_as<detail::untyped_event> auto const& event) noexcept {
    bool first = true;
    event.for_each_member(
        [&](std::string_view name, detail::member_type type, detail::member_value const& member) {
          if (has_column(name) || member.is_absent(type)) return;
          if (!first) out.append(' ');
          first = false;
          out.append(name);
          out.append(':');
          member.visit(type, [&out](auto const& value) { text_line{out} << value; });
        });
  }
};

}}}  // namespace trace2::v0::format
