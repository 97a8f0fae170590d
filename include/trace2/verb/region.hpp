// What the verbs that bracket parts of the program's work do while tracing is on.
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/event/region.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/statement.hpp>
#include <trace2/recording/short_record.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/repo_id.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>
#include <string_view>

namespace trace2 { inline namespace v0 {

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
  duration const t_rel = s.since_region();
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

template <class Targets>
class region {
 public:
  // The long way is a function of its own, so that the short one has no stack to set up.
  static void enter(detail::static_site& site) noexcept {
    if (!records || !short_record::region_enter(site)) enter_slowly(site);
  }
  static void leave(detail::static_site& site) noexcept {
    if (!records || !short_record::region_leave(site)) leave_slowly(site);
  }
  static void enter_f(detail::message_site* site, ...) noexcept {
    std::va_list values;
    va_start(values, site);
    vregion_enter(site->at(), site->category(), site->label(), {}, site->format, values);
    va_end(values);
  }

  static void region_enter(text category, text label, repo_id repo, call_site at) noexcept {
    if (statement const s; s) detail::enter_region<Targets>(s, category, label, {}, repo, at);
  }
  [[gnu::format(__printf__, 5, 0)]] static void vregion_enter(call_site at, text category,
                                                              text label, repo_id repo,
                                                              char const* format,
                                                              std::va_list values) noexcept {
    if (statement const s; s)
      detail::enter_region<Targets>(s, category, label,
                                    format_message(s.thread->message, format, values), repo, at);
  }

  static void region_leave(text category, text label, repo_id repo, call_site at) noexcept {
    if (statement const s; s) detail::leave_region<Targets>(s, category, label, {}, repo, at);
  }
  [[gnu::format(__printf__, 5, 0)]] static void vregion_leave(call_site at, text category,
                                                              text label, repo_id repo,
                                                              char const* format,
                                                              std::va_list values) noexcept {
    if (statement const s; s)
      detail::leave_region<Targets>(s, category, label,
                                    format_message(s.thread->message, format, values), repo, at);
  }

 private:
  using statement = detail::statement;

  using short_record = detail::recording::short_record;
  static constexpr bool records = dispatcher<Targets>::records;

  [[gnu::noinline]] static void enter_slowly(detail::static_site& site) noexcept {
    if (records && short_record::region_enter_slowly(site)) return;
    region_enter(site.category(), site.label(), {}, site.at());
  }
  [[gnu::noinline]] static void leave_slowly(detail::static_site& site) noexcept {
    // The region may have outlived the session that it was entered in.
    if (!detail::is_on()) return;
    if (records && short_record::region_leave_slowly(site)) return;
    region_leave(site.category(), site.label(), {}, site.at());
  }
};

}  // namespace verb
}}  // namespace trace2::v0
