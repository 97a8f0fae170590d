// The last events of a session: the sums, the mistakes and losses of tracing itself, and `atexit`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/task_bodies.hpp>
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/state/object_switches.hpp>
#include <trace2/process/state/own_place.hpp>
#include <trace2/process/state/recorder_hooks.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/sums.hpp>
#include <trace2/process/target_state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/detail/put.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

template <class List>
class ending {
 public:
  /// Emits the events of the exit handler, in order (R-LIFE-07). The time of `atexit` is that of
  /// the beginning of the handler (R-LIFE-09). Other threads finish their current events; later
  /// events go nowhere.
  [[gnu::cold]] static void end_session() noexcept {
    if (call_context const s; s) {
      all_object_switches.close();
      all_threads.wait_for_others();
      all_threads.leave_tasks();
      s.thread->forget_regions();
      sums<List>::publish_of_thread(s);
      sums<List>::publish_of_process(s);
      report_misuse(s);
      report_losses(s);
      publish_last(s);
    }
    all_object_switches.close();
    // A thread that has found no memory for its context has lost all of its events, too.
    warn_of_losses();
    if (auto const* const tasks = this_process.tasks.load_acquire()) tasks->end_session();
  }

  /// Says in the targets how many events each of them has lost so far. Lines that are held back are
  /// delivered for that.
  [[gnu::cold]] static void report_losses(call_context const& s) noexcept {
    emitter<List>::deliver_held(s);
    emitter<List>::targets::for_each([&](auto each) {
      // A change of the targets in another thread closes no destination that a publishing thread
      // may use.
      bool const is_outermost = s.thread->begin_publishing();
      std::uint64_t const lost = each.state.lost();
      if (is_outermost) s.thread->end_publishing();
      report_losses(s, each.name, lost);
    });
  }

  /// The same to a person who asks. Comes after the last events, which may be lost as well.
  [[gnu::cold]] static void warn_of_losses() noexcept {
    emitter<List>::targets::for_each([](auto each) {
      if (each.state.settings().diagnoses)
        warn_of_losses(each.state.settings(), each.state.lost(), each.state.loss_reason());
    });
  }

 private:
  static constexpr char const* header = "trace2/session/ending.hpp";

  /// Switches each target off and writes `atexit` to it. A thread may have been interrupted between
  /// its look at the switch and the mark that others wait for: its event finds the target off,
  /// instead of following `atexit` (R-LIFE-19).
  [[gnu::cold]] static void publish_last(call_context const& s) noexcept {
    if (s.thread->is_publishing()) {
      this_process.misuse.recursion.fetch_add(1);
      return;
    }
    event::atexit const last{.t_abs = s.t_abs(), .code = this_process.exit_code.load_relaxed()};
    emitter<List>::targets::for_each([&]<class Target>(Target each) {
      auto* const setup = each.state.current();
      if (setup == nullptr) return;
      each.state.switch_off();
      all_threads.wait_for_others();
      emitter<List>::template publish_by<Target>(*setup, last, s, own_place(header));
      each.state.add_losses(*setup->to);
    });
    emitter<List>::report_failures(s);
  }

  [[gnu::noinline, gnu::cold]] static void report_losses(call_context const& s,
                                                         std::string_view target,
                                                         std::uint64_t lost) noexcept {
    char room[64];
    buffer key{room, sizeof room};  // memory may have run out
    append_parts(key, {"lost_lines/", target});
    report(s, key.view(), lost);
  }

  [[gnu::cold]] static void report_misuse(call_context const& s) noexcept {
    report(s, "surplus_region_leave", this_process.misuse.region_leave.load_relaxed());
    report_regions(s);
    report(s, "surplus_timer_stop", this_process.misuse.timer_stop.load_relaxed());
    report(s, "uncounted_sums", this_process.misuse.sum.load_relaxed());
    report(s, "missing_feature/detailed_sums", this_process.misuse.detailed_sums.load_relaxed());
    report(s, "event_within_sink", this_process.misuse.recursion.load_relaxed());
    if (auto const* const tasks = this_process.tasks.load_acquire())
      tasks->for_each_misuse(
          [&](std::string_view key, std::uint64_t count) { report(s, key, count); });
    report(s, "tasks_without_session", this_process.misuse.task_elsewhere.load_relaxed());
  }

  /// The place of an object is that of the event, and a part of the key for brief lines. Readers of
  /// PERF end a key at its first colon.
  [[gnu::cold]] static void report_regions(call_context const& s) noexcept {
    auto const& misplaced = this_process.misuse.regions;
    misplaced.for_each([&](call_site at, std::uint64_t count) {
      buffer key;
      append_parts(key, {"misplaced_region/", at.file, "("});
      key.append_decimal(at.line);
      key.append(')');
      report(s, key.view(), count, at);
    });
    report(s, "misplaced_region/elsewhere", misplaced.elsewhere());
  }

  [[gnu::cold]] static void warn_of_losses(target_options const& of, std::uint64_t lost,
                                           int reason) noexcept {
    if (lost == 0) return;
    // Without memory, which may have run out.
    char digits[max_decimal_size];
    buffer count{digits, sizeof digits};
    count.append_decimal(lost);
    char room[256];
    buffer why{room, sizeof room};
    if (reason == recording::size_reached)
      append_parts(why, {": the file has reached ", of.variable, "_SIZE"});
    else if (reason != 0)
      append_parts(why, {": ", error_text(reason)});
    warn({"trace of '", of.variable, "' lost ", count.view(), " lines", why.view()});
  }

  [[gnu::cold]] static void report(call_context const& s, std::string_view key, std::uint64_t count,
                                   call_site at = own_place(header)) noexcept {
    if (count == 0) return;
    emitter<List>::publish(event::data{.t_abs = s.t_abs(),
                                       .t_rel = s.since_region(),
                                       .nesting = s.thread->open_regions(),
                                       .category = "trace2",
                                       .key = key,
                                       .value = count},
                           s, at);
  }
};

}}}  // namespace trace2::v0::detail
