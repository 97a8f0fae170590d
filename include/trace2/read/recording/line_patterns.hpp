// The patterns of the lines of plain events, of which a recording has millions alike.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/tick_scale.hpp>
#include <trace2/format/detail/line_pattern.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/recording/stored_event.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/duration.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// A pattern for each site and kind, thread and level, as long as there is room. Learning one takes
/// as long as two lines, so that it begins with the fourth event of a second. With a pattern a line
/// takes 43 ns, without 115 (EVENT) to 148 (PERF): "trace2 cat" of ten million events 0.4 s, or 1.3
/// s.
///
/// Memory: up to `limits::line_patterns` patterns of half a kilobyte, from the budget, which must
/// outlive this object, without touching its last `limits::line_patterns_reserve` bytes.
class line_patterns {
 public:
  /// Bytes of the longest line that becomes a pattern.
  static constexpr std::size_t most = 448;

  explicit line_patterns(memory_budget& memory) noexcept : memory_{memory} {}

  /// Forgets all patterns, because lines look different from now on.
  void clear() noexcept {
    for (known& each : known_) each.forget();
  }

  /// Appends the line of a plain event. False, and nothing is appended, when no pattern has it.
  /// `render(line, event)` appends an event's line to an empty buffer.
  template <class Render>
  bool append(trace2::buffer& out, stored_event const& of, Render const& render) {
    if (!known_.empty()) [[likely]] {
      known& kept = known_[place_of(key_of(of))];
      if (kept.is_learnt && kept.what == key_of(of)) [[likely]]
        if (auto const line = kept.pattern.line_of(of.wall(), values_of(of)); !line.empty())
            [[likely]]
          return out.append(line), true;
    }
    miss(of, render);
    return false;
  }

 private:
  using site_values = trace2::detail::site_values;

  struct key {
    site const* where = nullptr;
    text_key thread = no_key;
    int level = 0;
    layout::kind kind = layout::kind::none;
    friend bool operator==(key const&, key const&) = default;
  };
  struct known {
    key what{};
    unsigned seen = 0;  ///< events since the latest attempt to learn; 0: the room is free
    bool is_learnt = false;
    bool is_refused = false;  ///< can't be learnt
    trace2::detail::line_pattern<most> pattern{};

    void forget() noexcept {
      seen = 0;
      is_learnt = is_refused = false;
    }
  };

  static key key_of(stored_event const& event) noexcept {
    return {event.where, event.thread_key, event.open_regions, event.kind};
  }
  static site_values values_of(stored_event const& event) noexcept {
    return {duration::microseconds(event.t_abs()), duration::microseconds(event.t_rel()),
            static_cast<std::int64_t>(event.value)};  // plain numbers are not above the signed ones
  }
  /// The event as it would be at another moment and with other values.
  static stored_event other_event(stored_event const& event, std::int64_t wall,
                                  site_values const& values) noexcept {
    using trace2::detail::wrapping_sum;
    auto const nanoseconds = [](std::int64_t from, std::int64_t to) { return (to - from) * 1'000; };
    stored_event made = event;
    made.wall_nanoseconds = wrapping_sum(event.wall_nanoseconds, nanoseconds(event.wall(), wall));
    made.started =
        wrapping_sum(event.started, nanoseconds(values.t_abs.in_microseconds(), event.t_abs()));
    made.since = wrapping_sum(event.since.value_or(event.nanoseconds),
                              nanoseconds(values.t_rel.in_microseconds(), event.t_rel()));
    made.value = static_cast<std::uint64_t>(values.number);
    return made;
  }

  std::size_t place_of(key const& of) const noexcept {
    std::uint64_t const names = of.where->label_key * 4 + static_cast<unsigned>(of.kind);
    std::uint64_t const mixed = (names * 31 + of.thread) * 31 + static_cast<unsigned>(of.level);
    return (mixed * 0x9e3779b97f4a7c15u >> 32) & (known_.size() - 1);
  }

  template <class Render>
  [[gnu::noinline]] void miss(stored_event const& of, Render const& render) {
    key const what = key_of(of);
    if (known_.empty() && !grow(fewest)) return;
    known* kept = &known_[place_of(what)];
    if (kept->what != what) {
      if (kept->seen != 0 && grow(2 * known_.size())) kept = &known_[place_of(what)];
      kept->forget();
      kept->what = what;
    }
    // A time may be in another second.
    if (std::exchange(kept->is_learnt, false)) kept->seen = 0;
    if (++kept->seen != worth_learning || kept->is_refused) return;
    kept->is_learnt = learn(kept->pattern, of, render);
    kept->is_refused = !kept->is_learnt;
  }

  template <class Render>
  bool learn(trace2::detail::line_pattern<most>& pattern, stored_event const& of,
             Render const& render) {
    line_.clear();
    render(line_, of);
    if (line_.failed() || line_.empty() || line_.size() > most) return false;
    return pattern.learn(line_.view(), of.wall(), values_of(of),
                         [&](trace2::buffer& other, std::int64_t wall, site_values const& values) {
                           render(other, other_event(of, wall, values));
                         });
  }

  bool grow(std::size_t count) {
    if (count > limits::line_patterns ||
        !memory_.take(count * sizeof(known), limits::line_patterns_reserve))
      return false;
    std::vector<known> before(count);
    before.swap(known_);
    memory_.give_back(before.size() * sizeof(known));
    for (known const& each : before)
      if (each.seen != 0) known_[place_of(each.what)] = each;
    return true;
  }

  static constexpr std::size_t fewest = 16;
  static constexpr unsigned worth_learning = 4;

  memory_share memory_;
  std::vector<known> known_;  ///< a power of two of them
  trace2::buffer line_;
};

}}}}  // namespace trace2::v0::read::recording
