// The implementation of a timer or counter that is compiled in: it finds the sum of the calling
// thread. While another object has the session and with it the sums, and where a timer needs room
// for the lengths of its intervals, the verbs of the session add and measure.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verb_table.hpp>
#include <trace2/call/verbs/value.hpp>
#include <trace2/process/counters/cell_table.hpp>
#include <trace2/process/counters/sum_registry.hpp>
#include <trace2/process/counters/sum_store.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/value/sum_scope.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// One timer or counter in the sums of the session, whichever object has that. Where memory ran
/// out, the use is counted as a mistake.
template <bool Enabled>
class sum_elsewhere {
 public:
  /// By its definition; null when memory ran out for that.
  explicit sum_elsewhere(sum_definition const* definition) noexcept
      : place_{definition == nullptr ? 0 : definition->number}, definition_{definition} {}

  [[gnu::noinline]] void add_elsewhere(std::uint64_t amount) const noexcept {
    if (auto const* const sums = session(); sums != nullptr)
      sums->add_to_counter(*definition_, amount);
    else
      misuse().sum.fetch_add(1);
  }
  [[gnu::noinline]] bool start_elsewhere() const noexcept {
    auto const* const sums = session();
    if (sums != nullptr) return sums->start_timer(*definition_);
    misuse().sum.fetch_add(1);
    return false;
  }
  [[gnu::noinline]] void stop_elsewhere() const noexcept {
    if (auto const* const sums = session(); sums != nullptr) sums->stop_timer(*definition_);
  }

  /// The counts of uses that make no sense or find no room: those of the session, which shows them.
  static misuse_counts& misuse() noexcept { return session_process().misuse; }

 protected:
  cell_place place() const noexcept { return place_; }

 private:
  /// The verbs of the session; null without one, and without memory for the names.
  value_bodies const* session() const noexcept {
    auto const* const on = verbs<Enabled>();
    return on == nullptr || definition_ == nullptr ? nullptr : on->value;
  }

  cell_place place_;                  ///< nowhere without a definition
  sum_definition const* definition_;  ///< null without memory for the names
};

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
