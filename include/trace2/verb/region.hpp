// The bodies of the verbs that bracket parts of the program's work.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region_call.hpp>
#include <trace2/call/static_site.hpp>
#include <trace2/call/task_bodies.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/call/verbs/region.hpp>
#include <trace2/event/region.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/state/message_format.hpp>
#include <trace2/process/state/recorder_hooks.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/region_order.hpp>
#include <trace2/process/threads/region_stack.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>

namespace trace2 { inline namespace v0 { namespace verb {

template <class Targets>
class region final : public detail::region_bodies {
 public:
  // The long way is a function of its own, so that the short one has no stack to set up.
  static void enter(detail::static_site& site) noexcept {
    if constexpr (records)
      if (short_record::region_enter(site)) return;
    enter_slowly(site);
  }
  static void leave(detail::static_site& site) noexcept {
    if constexpr (records)
      if (short_record::region_leave(site)) return;
    leave_slowly(site);
  }
  static void enter_f(detail::message_site* site, ...) noexcept {
    std::va_list values;
    va_start(values, site);
    if (call_context const s; s)
      begin(s, call_of(*site, detail::format_message(s.memory().message, site->format, values)));
    va_end(values);
  }

  void region_enter(text category, text label, repo_id repo, call_site at) const noexcept override {
    if (call_context const s; s) begin(s, {category, label, {}, repo, at});
  }
  void vregion_enter(call_site at, text category, text label, repo_id repo, char const* format,
                     std::va_list values) const noexcept override {
    if (call_context const s; s)
      begin(s, {category, label, detail::format_message(s.memory().message, format, values), repo,
                at});
  }

  void region_leave(text category, text label, repo_id repo, call_site at) const noexcept override {
    if (call_context const s; s) end(s, {category, label, {}, repo, at});
  }
  void vregion_leave(call_site at, text category, text label, repo_id repo, char const* format,
                     std::va_list values) const noexcept override {
    if (call_context const s; s)
      end(s,
          {category, label, detail::format_message(s.memory().message, format, values), repo, at});
  }

  [[gnu::noinline]] void enter(detail::region_call const& of, char const* format,
             std::va_list* values) const noexcept override {
    call_context const s;
    if (!s) return;
    detail::region_call whole = of;
    if (format != nullptr) whole.msg = detail::format_message(s.memory().message, format, *values);
    begin(s, whole);
  }
  void leave(detail::region_call const& of) const noexcept override {
    if (call_context const s; s) end(s, of);
  }

  /// The innermost open region of the thread begins, or ends (R-REG-01). A verb ends it no matter
  /// who has entered it; an object ends the one that it has entered.
  [[gnu::noinline]] static void begin(detail::call_context const& s,
                                      detail::region_call const& of) noexcept {
    if (detail::task_bodies const* const tasks = tasks_of(s); tasks != nullptr) [[unlikely]]
      return tasks->region_enter(s, of);
    emitter::publish(event::region_enter{.nesting = s.thread->open_regions(),
                                         .category = of.category,
                                         .label = of.label,
                                         .msg = redacted_message(s, of.msg)},
                     s, of.at, of.repo);
    s.thread->enter_region(s.now, detail::open_region::owner_at(of.owner));
  }
  [[gnu::noinline]] static void end(detail::call_context const& s,
                                    detail::region_call const& of) noexcept {
    if (detail::task_bodies const* const tasks = tasks_of(s); tasks != nullptr) [[unlikely]]
      return tasks->region_leave(s, of);
    if (region_order::is_disturbed(s, of.owner)) [[unlikely]]
      return region_order::leave(s, of, show_end);
    show_end(s, of, s.since_region());
  }

 private:
  static constexpr bool records = dispatcher<Targets>::records;
  using short_record = detail::short_record_of<Targets>;
  using emitter = detail::emitter<Targets>;
  using call_context = detail::call_context;
  using region_call = detail::region_call;
  using region_order = detail::region_order;

  static void show_end(call_context const& s, region_call const& of, duration t_rel) noexcept {
    if (!leaves_region(s)) return;
    emitter::publish(event::region_leave{.t_rel = t_rel,
                                         .nesting = s.thread->open_regions(),
                                         .category = of.category,
                                         .label = of.label,
                                         .msg = redacted_message(s, of.msg)},
                     s, of.at, of.repo);
  }

  /// False if there is no end to show.
  static bool leaves_region(call_context const& s) noexcept {
    using left = detail::thread_context::left;
    left const result = s.thread->leave_region();
    if (result == left::nothing) detail::this_process.misuse.region_leave.fetch_add(1);
    return result == left::region;
  }

  /// Null while the thread runs no task.
  static detail::task_bodies const* tasks_of(detail::call_context const& s) noexcept {
    return s.thread->tasks.current() == nullptr ? nullptr
                                                : detail::this_process.tasks.load_acquire();
  }

  static region_call call_of(detail::static_site const& site, text msg = {}) noexcept {
    return {site.category(), site.label(), msg, {}, site.at(), false, &site};
  }

  [[gnu::noinline]] static void enter_slowly(detail::static_site& site) noexcept {
    if constexpr (records)
      if (short_record::region_enter_slowly(site)) return;
    call_context const s;
    if (!s) return;
    if (tasks_of(s) != nullptr) [[unlikely]]
      return begin(s, call_of(site));
    emitter::template publish_site_event<event::region_enter>(s, site);
    s.thread->enter_region(s.now, detail::open_region::owner_at(&site));
  }
  [[gnu::noinline]] static void leave_slowly(detail::static_site& site) noexcept {
    // The region may have outlived the session that it was entered in.
    if (!detail::is_on()) return;
    if constexpr (records)
      if (short_record::region_leave_slowly(site)) return;
    call_context const s;
    if (!s) return;
    if (tasks_of(s) != nullptr || region_order::is_disturbed(s, &site)) [[unlikely]]
      return end(s, call_of(site));
    duration const t_rel = s.since_region();
    if (leaves_region(s)) emitter::template publish_site_event<event::region_leave>(s, site, t_rel);
  }
};

}}}  // namespace trace2::v0::verb
