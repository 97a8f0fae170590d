// The memory of a model under construction: its limits, and what finds no room in its tables.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/cut_text.hpp>
#include <trace2/read/distribution.hpp>
#include <trace2/read/interval_distribution.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>

namespace trace2 { inline namespace v0 { namespace read {

/// The most nodes of each kind in a model. Its sums count the whole trace.
struct model_limits {
  std::size_t processes = 20'000;
  std::size_t threads = 50'000;
  std::size_t regions = 200'000;
  std::size_t children = 50'000;
  std::size_t tasks = 50'000;
  std::size_t text = 300;                     ///< bytes of a command line, a value or a message
  std::size_t child_text = 100;               ///< bytes of a child's command, a region's message
  std::size_t memory = limits::model_memory;  ///< bytes for all of it
};

/// Hands out memory to the tables of a model. The label table, which must outlive it, reports what
/// finds no room.
class model_memory {
 public:
  model_memory(label_table& labels, std::size_t most) noexcept : labels_{labels}, budget_{most} {}

  [[nodiscard]] bool take(std::size_t bytes) noexcept { return budget_.take(bytes); }
  memory_budget& budget() noexcept { return budget_; }

  /// The sums of a label. The labels that find no room have theirs in common.
  template <class Statistics>
  Statistics& entry_of(std::unordered_map<label_id, Statistics>& sums, label_id label) {
    if (auto const known = sums.find(label); known != sums.end()) return known->second;
    if (budget_.take(sizeof(Statistics) + per_sum)) return sums[label];
    labels_.overflow();
    return sums[label_table::other];
  }

  /// Adds a value. Without room for it, quantiles are those of the values before; all else is
  /// exact.
  void add_value(distribution& to, std::int64_t value) {
    if (std::size_t const size = to.growth(); size == 0 || budget_.take(size)) [[likely]]
      return to.add(value);
    labels_.overflow();
    to.add_roughly(value);
  }

  /// Adds a value of that moment, of which at most so many bytes are kept.
  void add_value(data_statistics& to, std::int64_t at, std::string_view value, std::size_t most) {
    if (is_latest(to, at)) {
      assign(to.latest_text, value, most);
      to.latest_number.reset();
    }
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc{} || end != value.data() + value.size()) to.is_number = false;
    count_value(to, number);
  }
  static void add_value(data_statistics& to, std::int64_t at, std::int64_t value) noexcept {
    if (is_latest(to, at)) to.latest_number = value;
    count_value(to, value);
  }

  /// Adds a distribution. Without room for it, quantiles are those of the distributions before.
  void add_lengths(interval_distribution& to, interval_report const& told) {
    if (std::size_t const size = to.growth(); size == 0 || budget_.take(size)) return to.add(told);
    labels_.overflow();
  }

  /// The text, or nothing when there is no room for it.
  std::string kept(std::string text) {
    if (budget_.take(text.size())) return text;
    labels_.overflow();
    return {};
  }

  /// Replaces a text by the beginning of another one, if there is room for it.
  void assign(std::string& to, std::string_view text, std::size_t most) {
    if (text.size() > most) return assign(to, cut_text_visibly(text, most), most + ellipsis);
    if (text.size() > to.capacity() && !budget_.take(2 * text.size())) return labels_.overflow();
    to.assign(text);
  }

 private:
  /// A trace may come in several files, one after another.
  static bool is_latest(data_statistics& of, std::int64_t at) noexcept {
    if (at < of.latest_at) return false;
    of.latest_at = at;
    return true;
  }
  static void count_value(data_statistics& to, std::int64_t number) noexcept {
    ++to.count;
    if (!to.is_number) return;
    to.sum = saturating_add(to.sum, number);
    to.min = std::min(to.min, number);
    to.max = std::max(to.max, number);
  }

  static constexpr std::size_t ellipsis = 3;
  /// The memory that the containers take for a sum, and the row of a summary for it.
  static constexpr std::size_t per_sum = 256;

  label_table& labels_;
  memory_budget budget_;
};

}}}  // namespace trace2::v0::read
