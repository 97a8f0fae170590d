// For tests of programs that trace: a session in memory, with a clock and an id that never change
// by themselves. Not part of trace2.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/call/targets.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/features.hpp>
#include <trace2/process/counters/distribution_text.hpp>
#include <trace2/process/counters/length_counts.hpp>
#include <trace2/process/counters/sum_registry.hpp>
#include <trace2/process/counters/timer_sum.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/joining.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/sums.hpp>
#include <trace2/process/target.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/session/config_files.hpp>
#include <trace2/session/detailed_sums.hpp>
#include <trace2/session/ending.hpp>
#include <trace2/session/feature.hpp>
#include <trace2/session/flight_recorder.hpp>
#include <trace2/session/git_config.hpp>
#include <trace2/session/implementation.hpp>
#include <trace2/session/redaction.hpp>
#include <trace2/session/signals.hpp>
#include <trace2/session/trace_context.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/value/format_settings.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace testing {

/// A clock that moves only when a test advances it. It starts at 2000-01-01T00:00:00Z.
class fake_clock final : public detail::clock_source {
 public:
  /// Nanoseconds since the epoch.
  static constexpr std::int64_t wall_at_start = 946'684'800'000'000'000;
  static constexpr std::int64_t monotonic_at_start = 1'000'000'000'000;  ///< nanoseconds

  /// Lets time pass. Threads: one.
  void advance_nanoseconds(std::int64_t passed) noexcept { passed_.add_by_owner(passed); }
  /// Lets time pass: what text targets show to the digit. Threads: one.
  void advance_microseconds(std::int64_t passed) noexcept { advance_nanoseconds(passed * 1000); }

  /// The time from which durations are computed.
  std::int64_t monotonic_nanoseconds() noexcept override {
    return monotonic_at_start + passed_.load_relaxed();
  }
  /// Nanoseconds since the epoch.
  std::int64_t wall_nanoseconds() noexcept override {
    return wall_at_start + passed_.load_relaxed();
  }

 private:
  detail::atomic<std::int64_t> passed_{0};
};

/// The options of a `memory_session`; all members have sensible defaults.
struct memory_session_options {
  std::string_view parent_sid{};  ///< session id of a parent; empty: there is none
  std::string_view sid = "20000101T000000.000000Z-H00000000-P00000001";  ///< without the parent's
  format_settings format{};                                              ///< of all formats
  settings_source settings{.prefix = "TRACE2_TESTING"};  ///< variables that it obeys
  bool redacts = true;                                   ///< hide secrets as a session does
};

/// Switches tracing on into memory for the life of the object: every format of the tracer keeps its
/// lines until `take` returns them. Only the calls of the test are traced; `version`, `start` and
/// the events of the exit handler come only on demand. The environment stays as it is. Threads: one
/// session at a time, on the thread that becomes "main".
template <class Tracer = basic_tracer<true, default_targets>>
class memory_session {
  using targets = dispatcher<typename Tracer::targets>;

 public:
  /// Begins the session. The options are copied.
  explicit memory_session(memory_session_options const& options = {}) noexcept
      : settings_{options.settings, parts_.config_of(options.settings)},
        identity_{options.parent_sid, options.sid} {
    detail::clock::replace(&clock);
    auto& process = detail::this_process;
    process.reset();
    detail::all_threads.reset();
    process.fix_origin();
    process.configuration.store_release(&settings_);
    process.identity.store_release(&identity_);
    process.parts.store_relaxed(&parts_);
    process.redact_with.store_relaxed(options.redacts ? &redact : nullptr);
    process.exports.store_relaxed(false);
    std::size_t next = 0;
    targets::for_each([&]<class Target>(Target each) {
      if constexpr (detail::writes_lines<typename Target::kind>)
        each.state.open(sinks_[next++], {.format = options.format, .variable = each.name});
    });
    detail::all_threads.start(0, "main", process.origin.load_relaxed());
    process.has_session.store_relaxed(true);
    process.begin_thread.store_release(
        []() noexcept -> detail::summing_thread* { return detail::all_threads.current(); });
    process.report_failures.store_release(
        &detail::emitter<typename Tracer::targets>::report_failures);
    detail::open_object_switches(detail::verb_table_of<typename Tracer::targets>,
                         [](char const*) noexcept {});
  }
  memory_session(memory_session const&) = delete;
  memory_session& operator=(memory_session const&) = delete;
  ~memory_session() {
    targets::for_each([](auto each) { each.state.close(); });
    detail::all_threads.reset();
    detail::this_process.reset();
    detail::clock::replace(nullptr);
  }

  /// The lines that the target of a format has written since the last call. Lifetime: until the
  /// next call for any format.
  template <class Format>
  std::string_view take() noexcept {
    memory_sink& sink = sinks_[index_of<Format>()];
    taken_.clear();
    taken_.append(sink.text());
    sink.clear();
    return taken_.view();
  }
  /// The lines of NORMAL since the last call; as `take`.
  std::string_view normal() noexcept { return take<format::normal>(); }
  /// The lines of PERF since the last call; as `take`.
  std::string_view perf() noexcept { return take<format::perf>(); }
  /// The lines of EVENT since the last call; as `take`.
  std::string_view event() noexcept { return take<format::json>(); }

  /// The quantiles of the distribution_timer with these names so far, those of all
  /// threads. With the session's own clock, lengths below 64 ns are exact.
  interval_quantiles intervals(std::string_view category, std::string_view name) const noexcept {
    using sum = detail::timer_sum;
    sum all;
    detail::sum_definitions<sum>.for_each([&](detail::sum_definition const& definition) {
      if (definition.distribution != 0 && definition.category == category &&
          definition.name == name)
        detail::with_total_of<sum>(definition, [&all](sum const& found) { all.fold(found); });
    });
    interval_quantiles const quantiles = detail::quantiles_of(detail::distribution_of{all});
    all.release();
    return quantiles;
  }

  /// Emits the events of the exit handler now.
  void end() noexcept { detail::ending<typename Tracer::targets>::end_session(); }

  fake_clock clock;  ///< of this session: advance it to let time pass

 private:
  template <class Format>
  static std::size_t index_of() noexcept {
    static_assert(detail::is_listed<Format, typename Tracer::targets>,
                  "trace2: the tracer's list of targets does not name this format");
    std::size_t index = 0;
    std::size_t next = 0;
    targets::for_each([&]<class Target>(Target) {
      if (std::is_same_v<Target, target<Format>>) index = next;
      next += detail::writes_lines<typename Target::kind>;
    });
    return index;
  }

  static constexpr detail::session_parts const& parts_ =
      detail::parts_of<all_features, typename Tracer::targets>::value;
  settings settings_;
  detail::process_identity identity_;
  memory_sink sinks_[targets::size];
  buffer taken_;
};

}}}  // namespace trace2::v0::testing
