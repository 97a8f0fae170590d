// The implementation of a timer or counter where only the verbs of the session add and measure:
// while another object has the session and with it the sums, and where a timer needs room for the
// lengths of its intervals.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verb_table.hpp>
#include <trace2/call/verbs/value.hpp>
#include <trace2/process/counters/cell_table.hpp>
#include <trace2/process/counters/sum_registry.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/value/sum_scope.hpp>

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

}}}  // namespace trace2::v0::detail
