// The bodies of the verbs that bracket parts of the program's work.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/call/task_bodies.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/call/verbs/region.hpp>
#include <trace2/event/region.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/message_format.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/statement.hpp>
#include <trace2/recording/short_record.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/repo_id.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace verb {

template <class Targets>
class region final : public detail::region_bodies {
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
    if (statement const s; s)
      begin(s, site->category(), site->label(),
            format_message(s.thread->message, site->format, values), {}, site->at());
    va_end(values);
  }

  void region_enter(text category, text label, repo_id repo, call_site at) const noexcept override {
    if (statement const s; s) begin(s, category, label, {}, repo, at);
  }
  void vregion_enter(call_site at, text category, text label, repo_id repo, char const* format,
                     std::va_list values) const noexcept override {
    if (statement const s; s)
      begin(s, category, label, format_message(s.thread->message, format, values), repo, at);
  }

  void region_leave(text category, text label, repo_id repo, call_site at) const noexcept override {
    if (statement const s; s) end(s, category, label, {}, repo, at);
  }
  void vregion_leave(call_site at, text category, text label, repo_id repo, char const* format,
                     std::va_list values) const noexcept override {
    if (statement const s; s)
      end(s, category, label, format_message(s.thread->message, format, values), repo, at);
  }

  /// The innermost open region of the thread begins, or ends (R-REG-01).
  static void begin(detail::statement const& s, std::string_view category, std::string_view label,
                    std::string_view msg, repo_id repo, call_site at) noexcept {
    if (detail::task_bodies const* const tasks = tasks_of(s); tasks != nullptr) [[unlikely]]
      return tasks->region_enter(s, {category, label, msg, at, false});
    emitter::publish(event::region_enter{.nesting = s.thread->open_regions(),
                                         .category = category,
                                         .label = label,
                                         .msg = redacted_message(s, msg)},
                     s, at, repo);
    s.thread->enter_region(s.now);
  }
  static void end(detail::statement const& s, std::string_view category, std::string_view label,
                  std::string_view msg, repo_id repo, call_site at) noexcept {
    if (detail::task_bodies const* const tasks = tasks_of(s); tasks != nullptr) [[unlikely]]
      return tasks->region_leave(s, {category, label, msg, at, false});
    using left = detail::thread_context::left;
    duration const t_rel = s.since_region();
    left const result = s.thread->leave_region();
    if (result == left::nothing) detail::this_process.misuse.region_leave.fetch_add(1);
    if (result != left::region) return;
    emitter::publish(event::region_leave{.t_rel = t_rel,
                                         .nesting = s.thread->open_regions(),
                                         .category = category,
                                         .label = label,
                                         .msg = redacted_message(s, msg)},
                     s, at, repo);
  }

 private:
  /// Null while the thread runs no task.
  static detail::task_bodies const* tasks_of(detail::statement const& s) noexcept {
    return s.thread->tasks.current() == nullptr ? nullptr
                                                : detail::this_process.tasks.load_acquire();
  }

  static std::string_view redacted_message(detail::statement const& s,
                                           std::string_view msg) noexcept {
    return redacted(s.thread->redacted, msg, detail::redactor_of_all());
  }

  using statement = detail::statement;
  using emitter = detail::emitter<Targets>;
  using short_record = detail::recording::short_record;
  static constexpr bool records = dispatcher<Targets>::records;

  [[gnu::noinline]] static void enter_slowly(detail::static_site& site) noexcept {
    if (records && short_record::region_enter_slowly(site)) return;
    if (statement const s; s) begin(s, site.category(), site.label(), {}, {}, site.at());
  }
  [[gnu::noinline]] static void leave_slowly(detail::static_site& site) noexcept {
    // The region may have outlived the session that it was entered in.
    if (!detail::is_on()) return;
    if (records && short_record::region_leave_slowly(site)) return;
    if (statement const s; s) end(s, site.category(), site.label(), {}, {}, site.at());
  }
};

}}}  // namespace trace2::v0::verb
