// The definitions of a recording, to which its events refer: process, schemas, sites, and the
// pieces of the clock's scale, by which ticks become time.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/tick_scale.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/record_walk.hpp>
#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/read/recording/schema.hpp>
#include <trace2/recording/layout.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Grows with each definition, as far as the budget allows, which must outlive it. Lifetime:
/// schemas and sites stay in place as long as the dictionary.
class dictionary {
 public:
  explicit dictionary(memory_budget& memory) noexcept : memory_{memory} {}

  /// Adds a definition. False for a damaged record, and for one too many.
  bool add(record_walk const& record) {
    field_reader fields{record.fields()};
    switch (record.kind()) {
      case layout::kind::process:
        ++revision_;
        started_ = fields.get<std::int64_t>();
        sid_ = fields.get_text();
        program_ = fields.get_text();
        return !fields.failed();
      case layout::kind::schema:
        return add_schema(layout::upper_of(record.head()), fields);
      case layout::kind::site:
        return add_site(layout::upper_of(record.head()), fields);
      case layout::kind::clock:
        return add_piece(layout::upper_of(record.head()), fields);
      default:
        return true;
    }
  }

  std::string_view sid() const noexcept { return sid_; }
  std::string_view program() const noexcept { return program_; }

  schema const* find_schema(std::uint32_t number) const {
    auto const found = schemas_.find(number);
    return found == schemas_.end() ? nullptr : &found->second;
  }
  site const* find_site(std::uint32_t number) const {
    auto const found = sites_.find(number);
    return found == sites_.end() ? nullptr : &found->second;
  }

  /// A period in which one scale applies.
  struct period {
    trace2::detail::tick_segment scale{};
    std::int64_t begin = 1;  ///< ticks; the default period is empty
    std::int64_t last = 0;
    bool has_gap = false;  ///< it stands in for pieces that the reader doesn't know, too
    std::int64_t next_wall_difference = 0;  ///< behind a gap

    bool covers(std::int64_t ticks) const noexcept { return begin <= ticks && ticks <= last; }
    std::int64_t nanoseconds(std::int64_t ticks) const noexcept { return scale.at(ticks); }
    std::int64_t wall_nanoseconds(std::int64_t ticks) const noexcept {
      return trace2::detail::wrapping_sum(scale.at(ticks), scale.wall_difference);
    }
  };
  /// False until a scale is known: ticks then count as nanoseconds.
  bool knows_clock() const noexcept { return !pieces_.empty(); }
  period period_of(std::int64_t ticks) const {
    auto const next = next_piece(ticks);
    period found{scale_in_front_of(next),
                 next == pieces_.begin() ? INT64_MIN : std::prev(next)->scale.from,
                 next == pieces_.end() ? INT64_MAX : next->scale.from - 1, is_behind_gap(next)};
    if (found.has_gap) found.next_wall_difference = next->scale.wall_difference;
    return found;
  }

  /// Calls `use` with each period, the earliest first.
  template <class Use>
  void for_each_period(Use const& use) const {
    use(period_of(INT64_MIN));
    for (piece const& each : pieces_)
      if (each.scale.from != INT64_MIN) use(period_of(each.scale.from));
  }

  /// Changes with each definition that may change the conversion of ticks.
  std::uint64_t revision() const noexcept { return revision_; }

  /// Nanoseconds of the monotonic clock of the recorded machine, as the writer computes them.
  std::int64_t nanoseconds(std::int64_t ticks) const { return period_of(ticks).nanoseconds(ticks); }
  /// The start of the process.
  std::int64_t started_nanoseconds() const { return nanoseconds(started_); }

 private:
  // The memory that a container takes besides the text of an entry, and besides the events of a
  // schema.
  static constexpr std::size_t per_entry = 64;
  static constexpr std::size_t per_member = 256;
  static constexpr std::uint32_t most_members = 10'000;

  bool add_schema(std::uint32_t number, field_reader& fields) {
    schema added;
    added.flags = fields.get<std::uint32_t>();
    added.name = safe_name(fields.get_text());
    std::size_t size = sizeof(schema) + added.name.size();
    auto const count = fields.get<std::uint32_t>();
    for (std::uint32_t i = 0; i < count && !fields.failed(); ++i) {
      if (i == most_members) return false;
      auto const type = static_cast<detail::member_type>(fields.get<std::uint32_t>());
      added.members.push_back({type, safe_name(fields.get_text())});
      size += per_member + added.members.back().name.size();
    }
    if (fields.failed() || !memory_.take(size)) return false;
    recognise(added);
    schemas_.try_emplace(number, std::move(added));
    return true;
  }

  bool add_site(std::uint32_t number, field_reader& fields) {
    site added;
    added.line = fields.get<std::uint32_t>();
    auto const take = [&fields](std::string& text, bool& is_there) {
      std::string_view const found = fields.get_text();
      is_there = found.data() != nullptr;
      text = found;
    };
    take(added.file, added.has_file);
    take(added.category, added.has_category);
    take(added.label, added.has_label);
    std::size_t const texts = added.file.size() + added.category.size() + added.label.size();
    if (fields.failed() || !memory_.take(sizeof(site) + texts + per_entry)) return false;
    added.label_key = new_key();
    sites_.try_emplace(number, std::move(added));
    return true;
  }

  struct piece {
    std::uint32_t number;
    trace2::detail::tick_segment scale;

    friend bool operator<(piece const& a, piece const& b) noexcept {
      return std::pair{a.scale.from, a.number} < std::pair{b.scale.from, b.number};
    }
  };

  bool add_piece(std::uint32_t number, field_reader& fields) {
    piece added{number, {}};
    added.scale.from = fields.get<std::int64_t>();
    added.scale.nanoseconds = fields.get<std::int64_t>();
    added.scale.rate = fields.get<std::int64_t>();
    added.scale.wall_difference = fields.get<std::int64_t>();
    if (fields.failed()) return false;
    // Several threads may have stored the same piece.
    if (pieces_.contains(added)) return true;
    if (!memory_.take(sizeof(piece) + per_entry)) return false;
    pieces_.insert(added);
    ++revision_;
    return true;
  }

  /// The first piece that begins behind a time.
  std::set<piece>::const_iterator next_piece(std::int64_t ticks) const {
    piece behind{UINT32_MAX, {}};
    behind.scale.from = ticks;
    return pieces_.upper_bound(behind);
  }

  trace2::detail::tick_segment scale_in_front_of(std::set<piece>::const_iterator next) const {
    if (next == pieces_.begin())
      return pieces_.empty() ? trace2::detail::tick_segment{} : next->scale;
    auto const found = std::prev(next);
    return is_behind_gap(next) ? bridge(found->scale, next->scale) : found->scale;
  }
  bool is_behind_gap(std::set<piece>::const_iterator next) const {
    return next != pieces_.begin() && next != pieces_.end() &&
           next->number != std::prev(next)->number + 1;
  }

  /// Interpolates over pieces that a ring has overwritten.
  static trace2::detail::tick_segment bridge(trace2::detail::tick_segment from,
                                             trace2::detail::tick_segment const& to) noexcept {
    if (to.nanoseconds <= from.nanoseconds) return from;
    // Differences of signed numbers may have all 64 bits.
    auto const distance = [](std::int64_t a, std::int64_t b) {
      return static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
    };
    std::uint64_t const ticks = distance(from.from, to.from);
    std::int64_t const rate = trace2::detail::fixed_point::rate_of_sizes(
        distance(from.nanoseconds, to.nanoseconds), ticks == 0 ? 1 : ticks);
    if (rate != 0) from.rate = rate;
    return from;
  }

  std::string sid_;
  std::string program_;
  std::int64_t started_ = 0;
  std::map<std::uint32_t, schema> schemas_;
  std::map<std::uint32_t, site> sites_;
  std::set<piece> pieces_;
  memory_share memory_;
  std::uint64_t revision_ = 0;
};

}}}}  // namespace trace2::v0::read::recording
