// A target: one format, its settings and its sink. What `TRACE2_PERF=…` switches on.
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/event.hpp>
#include <trace2/event/any_event.hpp>
#include <trace2/event/record.hpp>
#include <trace2/format.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/settings/filter.hpp>
#include <trace2/sink.hpp>

#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

namespace detail {

/// Number of targets that have ended and not been told of: not 0 makes the next event look for
/// them.
inline constinit atomic<unsigned> unreported_failures{0};

/// The run-time half of a target, the same for all formats. Constant-initialised, never destroyed.
///
/// Threads: `open` happens before the process's tracing is switched on and publishes what it sets;
/// everything else may be called from any thread.
class target_state {
 public:
  struct options {
    format_settings format{};
    event_filter filter{};
    std::string_view variable{};  ///< names the target in diagnostics; lives as long as the process
    bool diagnoses = false;       ///< say on standard error why the target ended
    bool is_overloaded = false;   ///< the sink is the sentinel of a full directory
    bool is_own_file = false;     ///< no other process writes there: a forked child needs another
  };

  void open(sink& to, options const& chosen) noexcept {
    options_ = chosen;
    escape_ = to.is_terminal() ? &escape : nullptr;
    lost_.store_relaxed(0);
    has_failed_.store_relaxed(false);
    was_reported_.store_relaxed(false);
    // Whoever listens wants whole events.
    recording::recorder::set_alone(false);
    sink_.store_release(&to);
  }
  void close() noexcept {
    sink* const to = sink_.exchange(nullptr);
    if (to == nullptr) return;
    to->write_now({});
    if (options_.is_own_file) to->close();
  }

  /// What the sink has dropped so far was reported by an earlier session.
  void leave_losses_to_past() noexcept { lost_.store_relaxed(0 - destination()->dropped()); }
  /// What the parent of a forked child has lost is the parent's to report.
  void forget_losses() noexcept { lost_.store_relaxed(0); }

  sink* destination() const noexcept { return sink_.load_acquire(); }
  options const& settings() const noexcept { return options_; }

  /// Completes the line and hands it to the sink. Lines that can't be delivered any more are
  /// counted.
  void deliver(sink& to, buffer& line, bool is_text, bool is_urgent) noexcept {
    if (line.failed() || has_failed_.load_relaxed()) [[unlikely]] {
      lost_.fetch_add(1);
      return;
    }
    if (line.empty()) return;
    if (line.back() != '\n') line.append('\n');
    if (escape_ != nullptr && is_text) [[unlikely]]
      escape_(line);
    if (is_urgent)
      to.write_now(line.view());
    else
      to.write(line.view());
    // Closed meanwhile, by another thread: the sink may have kept the line back.
    if (sink_.load_acquire() != &to) [[unlikely]]
      to.write_now({});
    if (to.error() != 0 && !has_failed_.exchange(true)) [[unlikely]]
      unreported_failures.fetch_add(1);
  }

  /// The `errno` value that has ended the target, once; then 0, as for a target that works.
  int take_failure() noexcept {
    if (!has_failed_.load_relaxed() || was_reported_.exchange(true)) return 0;
    unreported_failures.fetch_add(static_cast<unsigned>(-1));
    sink const* const to = destination();
    return to == nullptr ? 0 : to->error();
  }

  /// Number of lines that were not delivered.
  std::uint64_t lost() const noexcept {
    sink const* const to = destination();
    return lost_.load_relaxed() + (to == nullptr ? 0 : to->dropped());
  }
  /// The `errno` value for the latest of them; 0 when it's unknown.
  int loss_reason() const noexcept {
    sink const* const to = destination();
    return to == nullptr ? 0 : to->drop_reason();
  }

 private:
  /// A person's terminal obeys control bytes, and an attacker may have chosen them.
  static void escape(buffer& line) noexcept {
    buffer safe;
    append_terminal_safe(safe, line.view());
    line.clear();
    line.append(safe.view());
  }

  atomic<sink*> sink_{nullptr};
  atomic<std::uint64_t> lost_{0};
  atomic<bool> has_failed_{false};
  atomic<bool> was_reported_{false};
  // A pointer, so that units which only trace don't hold the escaping.
  void (*escape_)(buffer&) noexcept = nullptr;  ///< null when control bytes stay as they are
  options options_{};
};

template <class Format>
inline constexpr bool is_text = true;
template <class Format>
requires requires { Format::is_text; }
inline constexpr bool is_text<Format> = Format::is_text;

}  // namespace detail

/// The target of a format. There is one per process and format, whatever target lists name it.
template <class Format>
class target {
  static_assert(format_policy<Format>);

 public:
  static constinit inline detail::target_state state{};

  /// Formats the record into `line`, which is scratch, and delivers it. Does nothing, and leaves no
  /// code, when the format ignores the event.
  template <event_type Event>
  static void write(record<Event> const& record, detail::buffer& line) noexcept {
    if constexpr (Format::template wants<Event>) {
      sink* const to = state.destination();
      if (to == nullptr) return;
      if constexpr (detail::has_category<Event>)
        if (!state.settings().filter.wants(record.event.category, detail::label_of(record.event)))
          return;
      deliver(record, detail::is_urgent<Event>, *to, line);
    }
  }

  /// The same, of an event without its type, for formats that take one.
  static void write(detail::any_record const& record, detail::buffer& line) noexcept {
    detail::any_event const& event = record.event;
    sink* const to = state.destination();
    if (to == nullptr || !Format::wants_any(event)) return;
    if (event.has_category() && !state.settings().filter.wants(event.category(), event.label()))
      return;
    deliver(record, event.schema().is_urgent, *to, line);
  }

 private:
  static void deliver(auto const& record, bool is_urgent, sink& to, detail::buffer& line) noexcept {
    line.clear();
    Format::write(line, state.settings().format, record);
    state.deliver(to, line, detail::is_text<Format>, is_urgent);
  }
};

}}  // namespace trace2::v0
