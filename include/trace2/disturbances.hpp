// Tells slow work from disturbed work: what the system did to the thread meanwhile. Not part of
// trace2.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/call/region.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

#if TRACE2_ENABLED
#  include <trace2/detail/system/thread_usage.hpp>
#  include <trace2/detail/text/json_value.hpp>
#endif

namespace trace2 { inline namespace v0 {

/// What the system did to a thread between two moments. macOS counts for whole processes only:
/// there the counts are the process's.
struct disturbance_counts {
  int first_processor = -1;        ///< -1 if the system does not tell
  int last_processor = -1;         ///< another one: caches and frequency may have changed
  std::uint64_t waits = 0;         ///< the thread gave its processor away, to wait
  std::uint64_t preemptions = 0;   ///< the system took the processor away
  std::uint64_t minor_faults = 0;  ///< pages touched for the first time
  std::uint64_t major_faults = 0;  ///< pages read from a disk
};
TRACE2_DETAIL_DESCRIBE(disturbance_counts, first_processor, last_processor, waits, preemptions,
                       minor_faults, major_faults)

namespace detail {

/// Complete in detail/system/thread_usage.hpp.
template <bool Enabled>
struct thread_usage;

}  // namespace detail

/// Shows at the end of the scope what the system did to the thread in it, as a `data_json` event
/// with the members of `disturbance_counts`. Around a loop that is measured, it tells a slow run
/// from a disturbed one:
///
///     trace2::disturbances const of_loop{"words", "loop"};
///
/// Lifetime: as of the names of a `region`. Threads: the end belongs to the thread of the
/// beginning. Errors: an object that begins while tracing is off shows nothing. Cost while tracing
/// is on: a system call at the beginning, a system call and an event at the end; too much for an
/// iteration.
template <class Tracer>
class basic_disturbances {
  using usage = detail::thread_usage<Tracer::is_compiled_in>;

 public:
  /// Counts from now on, on the calling thread.
  [[nodiscard]] basic_disturbances(lasting_text category, lasting_text key,
                                   call_site at = call_site::here()) noexcept
      : is_counting_{Tracer::enabled()} {
    if (!is_counting_) return;
    names_.keep(category, key, {}, at);
    before_ = usage::now();
  }
  basic_disturbances(basic_disturbances const&) = delete;
  basic_disturbances& operator=(basic_disturbances const&) = delete;
  ~basic_disturbances() {
    if (is_counting_) show(usage::now());
  }

 private:
  [[gnu::cold]] void show(usage const& now) noexcept {
    disturbance_counts const counts{.first_processor = before_.processor,
                                    .last_processor = now.processor,
                                    .waits = now.waits - before_.waits,
                                    .preemptions = now.preemptions - before_.preemptions,
                                    .minor_faults = now.minor_faults - before_.minor_faults,
                                    .major_faults = now.major_faults - before_.major_faults};
    Tracer::data_json(names_.category(), names_.label(), counts, {}, names_.at());
    names_.drop();
  }

  bool is_counting_;
  detail::region_names names_;
  usage before_;
};

/// Compiled out: nothing.
template <class Tracer>
requires(!Tracer::is_compiled_in)
class basic_disturbances<Tracer> {
 public:
  [[nodiscard]] constexpr basic_disturbances(lasting_text, lasting_text, call_site = {}) noexcept {}
  basic_disturbances(basic_disturbances const&) = delete;
  basic_disturbances& operator=(basic_disturbances const&) = delete;
  // Not trivial, so that no compiler calls the variable unused.
  ~basic_disturbances() {}
};

/// In a header that units with different settings include, name `basic_disturbances<…>` instead: an
/// alias that follows the unit would make your class differ between them.
using disturbances = basic_disturbances<tracer>;

}}  // namespace trace2::v0
