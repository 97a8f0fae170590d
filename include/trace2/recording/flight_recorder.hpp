// The target of the flight recorder, which `TRACE2_BINARY=…` switches on: events become records of
// a recording. The recording is complete however the process ends.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/format.hpp>
#include <trace2/process/state/recorder_hooks.hpp>
#include <trace2/process/target_list.hpp>
#include <trace2/process/target_state.hpp>
#include <trace2/recording/cursor.hpp>
#include <trace2/recording/event_record.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/recording/recording_watch.hpp>
#include <trace2/value/buffer.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 {

struct flight_recorder {};

namespace detail {

/// The run-time half of the recorder's target.
class record_target_state : public target_state<recording_file> {
 public:
  [[gnu::cold]] void open(recording_file& to, options const& chosen) noexcept {
    watch();
    target_state::open(to, chosen);
  }
  [[gnu::cold]] setup& prepare(recording_file& to, options const& chosen) noexcept {
    watch();
    return target_state::prepare(to, chosen);
  }
  void close() noexcept {
    recording_file* const to = detach();
    if (to != nullptr && settings().is_own_file) to->close();
  }

  /// A recording holds nothing back.
  static void deliver_held() noexcept {}

  /// Hands a record to the recording; counts the event when it can't be recorded.
  [[gnu::noinline]] void deliver(setup& on, buffer const& record) noexcept {
    recording_file& to = *on.to;
    if (record.failed() || on.has_failed()) [[unlikely]]
      return count_loss();
    if (record.empty()) [[unlikely]]
      to.drop();
    else
      to.store(record.view());
    if (int const error = to.error(); error != 0) [[unlikely]]
      on.fail(error);
  }
  /// Delivers a record in a signal handler.
  static void deliver_in_handler(recording_file& to, buffer const& record) noexcept {
    if (record.failed() || record.empty())
      to.drop();
    else
      to.store_in_handler(record.view());
  }

 private:
  [[gnu::cold]] static void watch() noexcept {
    using recording::recorder;
    using recording::this_cursor;
    hooks_of_recorder.leave_thread.store_release([]() noexcept {
      recorder::leave(this_cursor);
      this_cursor.hide_context();
    });
    hooks_of_recorder.share_events.store_release([]() noexcept { recorder::set_alone(false); });
  }
};

}  // namespace detail

/// Takes every event, whatever its nesting, as an `untyped_event`: one function for all types of
/// events.
template <>
class target<flight_recorder> {
 public:
  using kind = flight_recorder;
  static constexpr std::string_view name = detail::recorder_outline::name;
  static constinit inline detail::record_target_state state{};

  template <event_type Event>
  static constexpr detail::writer writer_of = nullptr;  // all are written by event_record
  static detail::writer writer_without_type(detail::untyped_event const&) noexcept {
    return nullptr;
  }

  static void accept(detail::untyped_record const& record, detail::writer,
                     buffer& scratch) noexcept {
    if (auto* const on = state.current(); on != nullptr && on->wants(record.event))
      store(*on, record, scratch);
  }
  static void accept(detail::site_event const& call, detail::writer, buffer& scratch) noexcept {
    if (state.current() == nullptr) return;
    call.with_own_record(
        [&](detail::untyped_record const& record) { accept(record, nullptr, scratch); });
  }
  /// Records the event by a setup that other threads may not see yet.
  static void accept_by(detail::record_target_state::setup& on,
                        detail::untyped_record const& record, detail::writer,
                        buffer& scratch) noexcept {
    if (on.wants(record.event)) store(on, record, scratch);
  }

  /// Makes room for events that signal handlers will record, and defines an event that they will.
  /// A handler could do neither: it may have interrupted a thread that does so.
  [[gnu::cold]] static void expect_in_handler(detail::untyped_event const& event) noexcept {
    if (state.destination() == nullptr) return;
    detail::recording::define(event);
    detail::recording::recorder::expect_signals();
  }
  /// Needs no memory but `scratch`, so that it may run in a signal handler.
  static void accept_in_handler(detail::untyped_record const& record, detail::writer,
                                buffer& scratch) noexcept {
    auto const* const on = state.current();
    if (on == nullptr || !on->wants(record.event)) return;
    detail::recording::event_record::write(scratch, record);
    state.deliver_in_handler(*on->to, scratch);
  }

  /// Tells the recorder whether it is the only target. Then, and without a filter, events may be
  /// stored as short records.
  static void listen_alone(bool is_alone) noexcept {
    detail::recording::recorder::set_alone(is_alone && state.destination() != nullptr &&
                                           state.settings().filter.is_empty());
  }

 private:
  // Not inlined: an event would save registers for it, although nothing is recorded.
  [[gnu::noinline]] static void store(detail::record_target_state::setup& on,
                                      detail::untyped_record const& record,
                                      buffer& scratch) noexcept {
    detail::recording::event_record::write(scratch, record);
    state.deliver(on, scratch);
    if (auto const* const watch = detail::recording::recording_watch::current(); watch != nullptr)
        [[unlikely]]
      watch->stored(record, scratch.view());
  }
};

}}  // namespace trace2::v0
