// Verbs that bracket parts of the program's work.
#pragma once

#include <trace2/call_site.hpp>
#include <trace2/detail/recording/short_record.hpp>
#include <trace2/detail/static_site.hpp>
#include <trace2/dispatcher.hpp>
#include <trace2/emitter.hpp>
#include <trace2/event/region.hpp>
#include <trace2/process.hpp>
#include <trace2/statement.hpp>
#include <trace2/value.hpp>

#include <cstdarg>
#include <string_view>

namespace trace2::inline v0 {

namespace detail {

/// The innermost open region of the thread begins, or ends (R-REG-01).
template <class Targets>
void enter_region(statement const& s, std::string_view category, std::string_view label,
                  std::string_view msg, repo_id repo, call_site at) noexcept {
  emitter<Targets>::publish(
      event::region_enter{
          .nesting = s.thread->open_regions(), .category = category, .label = label, .msg = msg},
      s, at, repo);
  s.thread->enter_region(s.now);
}

template <class Targets>
void leave_region(statement const& s, std::string_view category, std::string_view label,
                  std::string_view msg, repo_id repo, call_site at) noexcept {
  seconds const t_rel = s.since_region();
  auto const left = s.thread->leave_region();
  if (left == thread_context::left::nothing) this_process.misuse.region_leave.fetch_add(1);
  if (left != thread_context::left::region) return;
  emitter<Targets>::publish(event::region_leave{.t_rel = t_rel,
                                                .nesting = s.thread->open_regions(),
                                                .category = category,
                                                .label = label,
                                                .msg = msg},
                            s, at, repo);
}

}  // namespace detail

namespace verb {

/// Category and label may be absent. What ends in `_f` adds a message, formatted like printf while
/// somebody listens; a null or empty format means that there is none (R-REG-05).
template <bool Enabled, class Targets>
class region {
 public:
  /// A part of the program's work begins, nested in the open regions of the thread. See
  /// `trace2::region`.
  static void region_enter(text category, text label, repo_id repo = {},
                           call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) enter(category, label, repo, at);
  }
  [[gnu::format(printf, 5, 6)]] static void region_enter_f(call_site at, text category, text label,
                                                           repo_id repo, char const* format,
                                                           ...) noexcept {
    if constexpr (Enabled) {
      if (!detail::is_on()) return;
      std::va_list values;
      va_start(values, format);
      enter_formatted(at, category, label, repo, format, values);
      va_end(values);
    }
  }
  [[gnu::format(printf, 5, 0)]] static void vregion_enter(call_site at, text category, text label,
                                                          repo_id repo, char const* format,
                                                          std::va_list values) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) enter_formatted(at, category, label, repo, format, values);
  }

  /// The same for names that are literals, see TRACE2_REGION, which has asked whether tracing is
  /// on: what to leave then, or null.
  static detail::static_site* region_enter(detail::static_site& site) noexcept {
    if constexpr (Enabled)
      return enter(site);
    else
      return nullptr;
  }
  static void region_leave(detail::static_site& site) noexcept {
    if constexpr (Enabled) leave(site);
  }

  /// The innermost open region of the thread ends. A surplus leave is counted, not punished
  /// (R-REG-07).
  static void region_leave(text category, text label, repo_id repo = {},
                           call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) leave(category, label, repo, at);
  }
  [[gnu::format(printf, 5, 6)]] static void region_leave_f(call_site at, text category, text label,
                                                           repo_id repo, char const* format,
                                                           ...) noexcept {
    if constexpr (Enabled) {
      if (!detail::is_on()) return;
      std::va_list values;
      va_start(values, format);
      leave_formatted(at, category, label, repo, format, values);
      va_end(values);
    }
  }
  [[gnu::format(printf, 5, 0)]] static void vregion_leave(call_site at, text category, text label,
                                                          repo_id repo, char const* format,
                                                          std::va_list values) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) leave_formatted(at, category, label, repo, format, values);
  }

 private:
  using statement = detail::statement;

  using short_record = detail::recording::short_record;
  static constexpr bool records = dispatcher<Targets>::records;

  // The long way is a function of its own, so that the short one has no stack to set up.
  [[gnu::noinline]] static detail::static_site* enter(detail::static_site& site) noexcept {
    if (!records || !short_record::region_enter(site)) enter_slowly(site);
    return &site;
  }
  [[gnu::noinline]] static void leave(detail::static_site& site) noexcept {
    if (!detail::is_on()) return;
    if (!records || !short_record::region_leave(site)) leave_slowly(site);
  }
  [[gnu::noinline]] static void enter_slowly(detail::static_site& site) noexcept {
    if (records && short_record::region_enter_slowly(site)) return;
    enter(site.category(), site.label(), {}, site.at());
  }
  [[gnu::noinline]] static void leave_slowly(detail::static_site& site) noexcept {
    if (records && short_record::region_leave_slowly(site)) return;
    leave(site.category(), site.label(), {}, site.at());
  }

  [[gnu::noinline]] static void enter(text category, text label, repo_id repo,
                                      call_site at) noexcept {
    if (statement const s; s) detail::enter_region<Targets>(s, category, label, {}, repo, at);
  }
  [[gnu::noinline]] static void leave(text category, text label, repo_id repo,
                                      call_site at) noexcept {
    if (statement const s; s) detail::leave_region<Targets>(s, category, label, {}, repo, at);
  }

  [[gnu::noinline, gnu::format(printf, 5, 0)]] static void enter_formatted(
      call_site at, text category, text label, repo_id repo, char const* format,
      std::va_list values) noexcept {
    if (statement const s; s)
      detail::enter_region<Targets>(s, category, label,
                                    format_message(s.thread->message, format, values), repo, at);
  }
  [[gnu::noinline, gnu::format(printf, 5, 0)]] static void leave_formatted(
      call_site at, text category, text label, repo_id repo, char const* format,
      std::va_list values) noexcept {
    if (statement const s; s)
      detail::leave_region<Targets>(s, category, label,
                                    format_message(s.thread->message, format, values), repo, at);
  }
};

}  // namespace verb
}  // namespace trace2::inline v0
