// From a filled event to the targets: the record around it, one fold over the target list, and what
// to say when a target has ended. Only called while tracing is on.
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event.hpp>
#include <trace2/event/any_event.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/record.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/statement.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/repo_id.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

template <class Event>
struct record_type {
  using type = record<Event>;
};
template <>
struct record_type<any_event> {
  using type = any_record;
};
/// What formats take of an event: with its type, or without.
template <class Event>
using record_of = typename record_type<Event>::type;

template <class List>
class emitter {
 public:
  using targets = dispatcher<List>;

  /// Offers an event to all targets: those that all of them take without their types by one body,
  /// each of the others by one of its own. Call sites stay small.
  template <event_type Event>
  requires(targets::template takes_typeless<Event>)
  static void publish(Event const& event, statement const& s, call_site at,
                      repo_id repo = {}) noexcept {
    typename targets::template typeless<Event> const typeless{event};
    publish(typeless.event(), s, at, repo);
  }
  template <class Event>
  [[gnu::noinline]] static void publish(Event const& event, statement const& s, call_site at,
                                        repo_id repo = {}) noexcept {
    if (s.thread->is_publishing.load_relaxed()) {
      this_process.misuse.recursion.fetch_add(1);
      return;
    }
    s.thread->is_publishing.store_relaxed(true);
    targets::offer(record_of<Event>{circumstances_of(s, at, repo), event}, s.thread->line);
    s.thread->is_publishing.store_relaxed(false);
    if (unreported_failures.load_relaxed() != 0) [[unlikely]]
      if (auto* const report = this_process.report_failures.load_acquire(); report != nullptr)
        report(s);
  }

  /// Tells targets that took the place of the sentinel of a full directory (R-DST-16).
  static void publish_overload(statement const& s, call_site at) noexcept {
    event::too_many_files const event;
    record<event::too_many_files> const record{circumstances_of(s, at, {}), event};
    targets::for_each([&](auto each) {
      if (each.state.settings().is_overloaded) each.accept(record, s.thread->line);
    });
  }

  /// Says of targets that have just ended why, on standard error and in the targets that go on
  /// (R-WR-04).
  [[gnu::cold]] static void report_failures(statement const& s) noexcept {
    targets::for_each([&](auto each) {
      target_options const& options = each.state.settings();
      if (int const code = each.state.take_failure(); code != 0 && options.diagnoses)
        report_failure(s, options.variable, code);
    });
  }

 private:
  [[gnu::cold]] static void report_failure(statement const& s, std::string_view variable,
                                           int code) noexcept {
    buffer message;
    append_parts(message, {"unable to write trace for '", variable, "': ", error_text(code)});
    warn({message.view()});
    publish(event::error{.msg = message.view(), .fmt = "unable to write trace for '%s': %s"}, s,
            {"trace2/process/emitter.hpp", __LINE__});
  }

  [[gnu::always_inline]] static inline circumstances circumstances_of(statement const& s,
                                                                      call_site at,
                                                                      repo_id repo) noexcept {
    process_identity const& identity = *this_process.identity.load_acquire();
    return {.at = at,
            .process = {identity.sid(), identity.sid_json(), identity.depth()},
            .thread = {s.thread->name(), s.thread->name_json(), s.thread->open_regions(),
                       s.thread->serial()},
            .ticks = s.now,
            .wall = s.wall(),
            .t_abs = s.t_abs(),
            .repo = repo};
  }
};

}}}  // namespace trace2::v0::detail
