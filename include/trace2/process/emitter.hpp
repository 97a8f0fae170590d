// From a filled event to the targets: the record around it, one fold over the target list, and what
// to say when a target has ended. Only called while tracing is on.
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/record.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/statement.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/repo_id.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

template <class List>
class emitter {
 public:
  using targets = dispatcher<List>;

  /// Offers an event to all targets.
  template <event_type Event>
  static void publish(Event const& event, statement const& s, call_site at,
                      repo_id repo = {}) noexcept {
    if constexpr (targets::template takes_typeless<Event>) {
      typename targets::template typeless<Event> const typeless{event};
      publish_as<any_record>(typeless.event(), s, at, repo);
    } else {
      publish_as<record<Event>>(event, s, at, repo);
    }
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

  /// One body per type of event that has code of its own, and one for all others: call sites stay
  /// small.
  template <class Record, class Event>
  [[gnu::noinline]] static void publish_as(Event const& event, statement const& s, call_site at,
                                           repo_id repo) noexcept {
    if (s.thread->is_publishing.load_relaxed()) {
      this_process.misuse.recursion.fetch_add(1);
      return;
    }
    s.thread->is_publishing.store_relaxed(true);
    targets::offer(Record{circumstances_of(s, at, repo), event}, s.thread->line);
    s.thread->is_publishing.store_relaxed(false);
    if (unreported_failures.load_relaxed() != 0) [[unlikely]]
      if (auto* const report = this_process.report_failures.load_acquire(); report != nullptr)
        report(s);
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
