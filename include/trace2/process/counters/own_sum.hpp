// The implementation of a timer or counter that is compiled in: it finds the sum of the calling
// thread.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/counters/sum_elsewhere.hpp>
#include <trace2/process/counters/sum_registry.hpp>
#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/counters/summing_thread.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/value/sum_scope.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// One timer (`timer_sum`) or counter (`counter_sum`), seen from the thread that uses it.
template <bool Enabled, class Sum>
class own_sum : public sum_elsewhere<Enabled> {
 public:
  using sum_elsewhere<Enabled>::sum_elsewhere;
  own_sum(text category, text name, sum_scope per, bool keeps_lengths = false) noexcept
      : own_sum{sum_definitions<Sum>.define(category, name, per == sum_scope::per_thread,
                                            keeps_lengths)} {}

  /// The sum of the calling thread. Null when memory or numbers ran out, before the constructor has
  /// run, and while another object has the session and with it the sums: then `sum_elsewhere` does
  /// the work.
  Sum* find() const noexcept {
    auto* thread = summing_thread::known();
    if (thread == nullptr || is_guest()) [[unlikely]]
      thread = begin_thread();
    if (thread == nullptr) return nullptr;
    return thread->sums.of<Sum>().at(this->place());
  }

 private:
  [[gnu::noinline]] static summing_thread* begin_thread() noexcept {
    auto* const begin = is_guest() ? nullptr : this_process.begin_thread.load_acquire();
    return begin == nullptr ? nullptr : begin();
  }
};

}}}  // namespace trace2::v0::detail
