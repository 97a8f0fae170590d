// The memory of a model under construction: its limits, and what finds no room in its tables.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/cut_text.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "model/model.hpp"
#include "statistics/distribution.hpp"
#include "statistics/interval_distribution.hpp"

namespace trace2::program {

/// The most nodes of each kind in a model. Its sums count the whole trace. Nodes take up to 70 MB:
/// each process 350 bytes, region 140, child 160, thread and task 60 and a region more.
struct model_limits {
  std::size_t processes = 20'000;
  std::size_t threads = 50'000;
  std::size_t regions = 200'000;
  std::size_t children = 50'000;
  std::size_t tasks = 50'000;
  std::size_t text = 300;        ///< bytes of a command line, a value or a message
  std::size_t child_text = 100;  ///< bytes of a child's command, a region's message
  std::size_t memory = read::limits::model_memory;  ///< bytes of sums and texts
};

/// Hands out memory for the sums and texts of a model, in bytes: a trace may have a few sums of
/// many values, many of one value, or long texts. The label table, which must outlive it, reports
/// what finds no room.
class model_memory {
 public:
  model_memory(read::label_table& labels, std::size_t most) noexcept
      : labels_{labels}, budget_{most} {}

  [[nodiscard]] bool take(std::size_t bytes) noexcept { return budget_.take(bytes); }
  read::memory_budget& budget() noexcept { return budget_; }

  /// The sums of a label. The labels that find no room have theirs in common.
  template <class Statistics>
  Statistics& entry_of(std::unordered_map<read::label_id, Statistics>& sums, read::label_id label) {
    if (auto const known = sums.find(label); known != sums.end()) return known->second;
    if (budget_.take(sizeof(Statistics) + per_sum)) return sums[label];
    labels_.overflow();
    return sums[read::label_table::other];
  }

  /// Adds a value. Without room for it, quantiles are those of the values before; all else is
  /// exact.
  void add_value(distribution& to, read::nanoseconds length);

  /// Adds a value of that moment, of which at most so many bytes are kept.
  void add_value(data_statistics& to, read::moment at, std::string_view value, std::size_t most);
  static void add_value(data_statistics& to, read::moment at, std::int64_t value) noexcept;

  /// Adds a distribution. Without room for it, quantiles are those of the distributions before.
  void add_lengths(interval_distribution& to, interval_report const& told);

  /// The text, or nothing when there is no room for it.
  std::string kept(std::string text);

  /// Replaces a text by the beginning of another one, if there is room for it.
  void assign(std::string& to, std::string_view text, std::size_t most);

 private:
  /// A trace may come in several files, one after another.
  static bool is_latest(data_statistics& of, read::moment at) noexcept;
  static void count_value(data_statistics& to, std::int64_t number) noexcept;
  void count_text(data_statistics& to, std::string_view text);

  static constexpr std::size_t ellipsis = 3;
  /// The memory that the containers take for a sum, and the row of a summary for it.
  static constexpr std::size_t per_sum = 256;

  read::label_table& labels_;
  read::memory_budget budget_;
};

}  // namespace trace2::program
