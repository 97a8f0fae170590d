// The target of a format: the format, its settings and its sink. `TRACE2_PERF=…` switches one on.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/plain_name.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/format.hpp>
#include <trace2/process/target_state.hpp>
#include <trace2/process/threads/line_patterns.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/buffer.hpp>

#include <concepts>
#include <string_view>

namespace trace2 { inline namespace v0 {

namespace detail {

/// The run-time half of a format's target, the same for all formats.
class line_target_state : public target_state<sink> {
 public:
  constexpr explicit line_target_state(format_traits const& traits) noexcept
      : is_text_{traits.is_text}, has_patterns_{traits.has_patterns} {}

  [[gnu::cold]] void open(sink& to, options const& chosen) noexcept {
    target_state::open(to, adapted(to, chosen));
  }
  [[gnu::cold]] setup& prepare(sink& to, options const& chosen) noexcept {
    return target_state::prepare(to, adapted(to, chosen));
  }
  /// Also delivers the lines that the sink holds back.
  [[gnu::cold]] void switch_off() noexcept {
    sink* const to = destination();
    target_state::switch_off();
    if (to != nullptr) to->write_now({});
  }
  /// Delivers the lines that the sink holds back.
  [[gnu::cold]] void deliver_held() noexcept {
    if (sink* const to = destination(); to != nullptr) to->write_now({});
  }
  /// Threads: not while another thread publishes an event.
  [[gnu::cold]] void close() noexcept {
    switch_off();
    if (sink* const to = detach(); to != nullptr && settings().is_own_file) to->close();
  }

  /// Writes an event, unless `write` is null or the event is filtered out, and delivers the line.
  [[gnu::always_inline]] void accept(untyped_record const& record, writer write,
                                     buffer& line) noexcept {
    if (setup* const on = current(); on != nullptr) accept(*on, record, write, line);
  }
  /// The same with a setup, also with one that other threads don't see yet.
  ///
  /// The sink is called from here, and this is inlined, because a system call makes the processor
  /// forget where functions return to: each one around it costs some ten nanoseconds.
  [[gnu::always_inline]] void accept(setup& on, untyped_record const& record, writer write,
                                     buffer& line) noexcept {
    if (write == nullptr || !on.wants(record.event)) return;
    line.clear();
    write(line, on.chosen.format, record);
    if (!finish(on, line)) return;
    if (record.event.schema().is_urgent)
      on.to->write_now(line.view());
    else
      on.to->write(line.view());
    look_after(on);
  }

  /// The same once for all callers that are in no hurry.
  [[gnu::noinline, gnu::cold]] void accept_slowly(setup& on, untyped_record const& record,
                                                  writer write, buffer& line) noexcept {
    accept(on, record, write, line);
  }
  /// The same with a site event, of which the line may be known.
  template <std::same_as<site_event> SiteEvent>
  [[gnu::always_inline]] void accept(SiteEvent const& call, writer write, buffer& line) noexcept {
    setup* const on = current();
    if (on == nullptr || write == nullptr) return;
    std::string_view known;
    if (on->chosen.copies_lines && !on->has_failed()) [[likely]]
      known = call.patterns.line_of(write, on->chosen.format, call, lane());
    if (known.empty()) [[unlikely]]
      return accept_anew(*on, call, write, line);
    on->to->write(known);
    look_after(*on);
  }

  /// Delivers in a signal handler, to a sink that allows that. Allocates nothing.
  [[gnu::noinline]] static void deliver_in_handler(sink& to, buffer& line) noexcept {
    if (!complete_line(line)) return;
    if (to.is_terminal()) make_harmless(line);
    to.write_now({});  // all lines, however long that takes: the process may be about to end
    to.write_now(line.view());
  }

 private:
  template <std::same_as<site_event> SiteEvent>
  [[gnu::noinline, gnu::cold]] void accept_anew(setup& on, SiteEvent const& call, writer write,
                                                buffer& line) noexcept {
    call.with_own_record(
        [&](untyped_record const& record) { accept_slowly(on, record, write, line); });
    if (on.chosen.copies_lines && !line.empty())
      call.patterns.learn(line.view(), write, on.chosen.format, call, lane());
  }

  unsigned lane() const noexcept { return is_text_ ? 1 : 0; }

  /// Completes the line; false if there is nothing to deliver. Lines that can't be delivered any
  /// more are counted.
  [[gnu::noinline]] bool finish(setup& on, buffer& line) noexcept {
    bool const is_complete = complete_line(line);
    if (is_complete && on.chosen.escape != nullptr) [[unlikely]]
      on.chosen.escape(line);
    bool const is_lost = line.failed() || on.has_failed();
    if (is_lost) [[unlikely]]
      count_loss();
    return is_complete && !is_lost;
  }

  /// Checks the state of the sink after the line.
  [[gnu::always_inline]] void look_after(setup& on) noexcept {
    // Closed meanwhile, by another thread: the sink may have kept the line back.
    if (current() != &on) [[unlikely]]
      on.to->write_now({});
    if (int const error = on.to->error(); error != 0) [[unlikely]]
      on.fail(error);
  }

  /// Replaces bytes that a terminal must not get, where there is no memory for escapes.
  static void make_harmless(buffer& line) noexcept {
    for (char& c : line)
      if (c != '\n' && (c < ' ' || c > '~')) c = '?';
  }

  /// A person's terminal obeys control bytes, and an attacker may have chosen them.
  static void escape(buffer& line) noexcept {
    buffer safe;
    append_terminal_safe(safe, line.view());
    if (safe.failed()) return make_harmless(line);
    line.clear();
    line.append(safe.view());
  }

  [[gnu::cold]] options adapted(sink const& to, options chosen) const noexcept {
    chosen.escape = is_text_ && to.is_terminal() ? &escape : nullptr;
    chosen.copies_lines = has_patterns_ && chosen.escape == nullptr && chosen.filter.is_empty();
    return chosen;
  }

  bool is_text_;  ///< on a terminal, control bytes in the lines are escaped
  bool has_patterns_;
};

}  // namespace detail

/// The target of a format. That of the flight recorder, in recording/flight_recorder.hpp, has the
/// same members.
template <class Format>
class target {
  static_assert(detail::is_plain_name(Format::name),
                "trace2: the name of a format is not empty, in UTF-8, and without quotes, "
                "backslashes and control characters");

 public:
  using kind = Format;
  static constexpr std::string_view name = Format::name;  ///< makes up the names of its settings
  static constinit inline detail::line_target_state state{detail::format_traits_of<Format>};

  /// The writer of a type of events; null when the target doesn't want it.
  template <event_type Event>
  static constexpr detail::writer writer_of = detail::writer_of<Format, Event>();
  /// The writer of an event whose type the session's unit doesn't know; null when the target
  /// doesn't want the event, or writes no event without its type.
  static detail::writer writer_without_type(
      [[maybe_unused]] detail::untyped_event const& event) noexcept {
    if constexpr (requires { Format::wants_untyped(event); })
      if (Format::wants_untyped(event)) return &detail::write_untyped<Format>;
    return nullptr;
  }

  /// Writes the event and delivers the line, if the target is on and wants the event. `line` is
  /// scratch.
  [[gnu::always_inline]] static void accept(detail::untyped_record const& record,
                                            detail::writer write, buffer& line) noexcept {
    state.accept(record, write, line);
  }
  [[gnu::always_inline]] static void accept(detail::site_event const& call, detail::writer write,
                                            buffer& line) noexcept {
    state.accept(call, write, line);
  }
  /// Writes the event by a setup that other threads may not see yet.
  static void accept_by(detail::line_target_state::setup& on, detail::untyped_record const& record,
                        detail::writer write, buffer& line) noexcept {
    state.accept_slowly(on, record, write, line);
  }

  /// Like `accept`, in a signal handler. `line` has memory of its own.
  static void accept_in_handler(detail::untyped_record const& record, detail::writer write,
                                buffer& line) noexcept {
    auto const* const on = state.current();
    if (on == nullptr || write == nullptr || !on->to->is_signal_safe()) return;
    line.clear();
    write(line, on->chosen.format, record);
    state.deliver_in_handler(*on->to, line);
  }
};

}}  // namespace trace2::v0
