// From a filled event to the targets: the record around it, one fold over the target list, and what
// to say when a target has ended. Only called while tracing is on.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/state/own_place.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/line_patterns.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

template <class List>
class emitter {
 public:
  using targets = dispatcher<List>;

  /// Offers an event to all targets.
  template <event_type Event>
  static void publish(Event const& event, call_context const& s, call_site at,
                      repo_id repo = {}) noexcept {
    static_assert(member_count<Event> <= most_members);
    publish(targets::template kind_of<Event>, &event, s, at, repo);
  }

  /// Offers an event of a site: it says what the site says, the number of open regions, times,
  /// and perhaps a number.
  template <event_type Event>
  static void publish_site_event(call_context const& s, static_site const& site,
                                 duration t_rel = {}, std::int64_t number = 0) noexcept {
    publish_site_event({.from = s,
                        .patterns = s.thread->patterns,
                        .site = site,
                        .open_regions = s.thread->open_regions(),
                        .is_end = std::same_as<Event, event::region_leave>,
                        .wall = s.wall(),
                        .values = {s.t_abs(), t_rel, number},
                        .with_record = &with_record<Event>},
                       targets::template writers_of<Event>);
  }

  /// Offers an event of the program's own to the targets that its list names too.
  [[gnu::noinline]] static void publish(offered_event const& offered, call_context const& s,
                                        call_site at, repo_id repo) noexcept {
    if (publication const turn{s}; turn)
      targets::offer(untyped_record{circumstances_of(s, at, repo), offered.event}, offered,
                     s.thread->line);
  }

  /// Offers an event to one target by a setup that other threads may not see yet.
  template <class Target, event_type Event>
  static void publish_by(auto& setup, Event const& event, call_context const& s,
                         call_site at) noexcept {
    publish_by(setup, &Target::accept_by, targets::template kind_of<Event>, &event,
               Target::template writer_of<Event>, s, at);
  }

  /// Tells targets that took the place of the sentinel of a full directory (R-DST-16).
  static void publish_too_many_files(call_context const& s, call_site at) noexcept {
    event::too_many_files const sentinel;
    targets::for_each([&]<class Target>(Target each) {
      auto* const setup = each.state.current();
      if (setup != nullptr && setup->chosen.is_overloaded)
        publish_by<Target>(*setup, sentinel, s, at);
    });
  }

  /// Delivers all lines that sinks hold back, before the process may end.
  [[gnu::cold]] static void deliver_held(call_context const& s) noexcept {
    if (!s.thread->begin_publishing()) return;
    targets::for_each([](auto each) { each.state.deliver_held(); });
    s.thread->end_publishing();
  }

  /// Says of targets that have just ended why, on standard error and in the targets that go on
  /// (R-WR-04).
  [[gnu::cold]] static void report_failures(call_context const& s) noexcept {
    targets::for_each([&](auto each) {
      target_options const& options = each.state.settings();
      if (int const code = each.state.take_failure(); code != 0 && options.diagnoses)
        report_failure(s, options.variable, code);
    });
  }

 private:
  static constexpr std::size_t most_members = 8;

  [[gnu::cold]] static void report_failure(call_context const& s, std::string_view variable,
                                           int code) noexcept {
    buffer message;
    append_parts(message, {"unable to write trace for '", variable, "': ", error_text(code)});
    warn({message.view()});
    publish(event::error{.msg = message.view(), .fmt = "unable to write trace for '%s': %s"}, s,
            own_place("trace2/process/emitter.hpp"));
  }

  using kind = typename targets::kind;

  /// An event of the library without its type, and room for its values.
  class erased : public untyped_event {
   public:
    [[gnu::always_inline]] erased(kind const& of, void const* event) noexcept
        : untyped_event{of.schema, of.name, event, room_} {}

   private:
    member_value room_[most_members];
  };

  // One body for all types of events: call sites stay small.
  [[gnu::noinline]] static void publish(kind const& of, void const* event, call_context const& s,
                                        call_site at, repo_id repo) noexcept {
    if (publication const turn{s}; turn) {
      erased const untyped{of, event};
      targets::offer(untyped_record{circumstances_of(s, at, repo), untyped}, of.with,
                     s.thread->line);
    }
  }
  template <class Setup>
  [[gnu::noinline, gnu::cold]] static void publish_by(
      Setup& setup,
      void (*accept)(Setup&, untyped_record const&, writer, buffer& scratch) noexcept,
      kind const& of, void const* event, writer write, call_context const& s,
      call_site at) noexcept {
    erased const untyped{of, event};
    bool const is_outermost = s.thread->begin_publishing();
    accept(setup, {circumstances_of(s, at), untyped}, write, s.thread->line);
    if (is_outermost) s.thread->end_publishing();
  }
  [[gnu::noinline]] static void publish_site_event(site_event&& call,
                                                   typename targets::writers const& with) noexcept {
    publication const turn{call.from};
    if (!turn) return;
    // Not earlier: a session that ends waits for events that have begun, and for no others.
    call.sid = this_process.identity.load_acquire()->sid().data();
    targets::offer(call, with, call.from.thread->line);
  }

  /// The time in which a thread publishes an event; false while it publishes another one. At the
  /// end, targets that have failed are reported.
  class publication {
   public:
    [[gnu::always_inline]] explicit publication(call_context const& s) noexcept
        : of_{s.thread->begin_publishing() ? &s : nullptr} {
      if (of_ == nullptr) this_process.misuse.recursion.fetch_add(1);
    }
    publication(publication const&) = delete;
    publication& operator=(publication const&) = delete;
    [[gnu::always_inline]] ~publication() {
      if (of_ == nullptr) return;
      of_->thread->end_publishing();
      if (unreported_failures.load_relaxed() != 0) [[unlikely]]
        if (auto* const report = this_process.report_failures.load_acquire(); report != nullptr)
          report(*of_);
    }

    explicit operator bool() const noexcept { return of_ != nullptr; }

   private:
    call_context const* const of_;
  };

  template <event_type Event>
  static void with_record(site_event const& call, std::int64_t wall, site_values const& values,
                          site_event::use_record use) noexcept {
    Event event{.nesting = call.open_regions, .category = call.site.category()};
    if constexpr (requires { event.label; }) event.label = call.site.label();
    if constexpr (requires { event.t_rel; }) event.t_rel = values.t_rel;
    if constexpr (requires { event.value; }) {
      event.t_abs = values.t_abs;
      event.category = text{event.category}.or_empty();
      event.key = text{call.site.label()}.or_empty();
      event.value = values.number;
    }
    use_site_event(targets::template kind_of<Event>, &event, call, wall, values, use);
  }
  [[gnu::noinline, gnu::cold]] static void use_site_event(kind const& of, void const* event,
                                                          site_event const& call,
                                                          std::int64_t wall,
                                                          site_values const& values,
                                                          site_event::use_record use) noexcept {
    erased const untyped{of, event};
    circumstances now = circumstances_of(call.from, call.site.at());
    now.wall = wall;
    now.t_abs = values.t_abs;
    use({now, untyped});
  }

  static circumstances circumstances_of(call_context const& s, call_site at,
                                        repo_id repo = {}) noexcept {
    return detail::circumstances_of(
        {.at = at, .ticks = s.now, .wall = s.wall(), .t_abs = s.t_abs(), .repo = repo},
        *this_process.identity.load_acquire(), s.thread);
  }
};

}}}  // namespace trace2::v0::detail
