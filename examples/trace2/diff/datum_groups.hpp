// The values of a datum in the commands of a trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diff/comparison.hpp"

namespace trace2::program {

/// The visitor that counts the commands by the latest value that each has of a datum. Memory: that
/// of `most_values` texts of at most `longest` bytes; what is more is counted as lost.
class datum_groups : public read::tracker_visitor {
 public:
  static constexpr std::size_t most_values = 10'000;
  static constexpr std::size_t longest = 1'000;

  explicit datum_groups(std::string datum) : datum_{std::move(datum)} {}
  datum_groups(datum_groups const&) = delete;

  void event(read::traced_event const& now) override;
  void process_ended(read::traced_process& process) override;

  /// The groups to compare: those of the two most frequent values, in the order of their numbers or
  /// of the alphabet. Less than two values, or some that are lost, leave `problem`.
  compared_groups made(std::string& problem) const;

 private:
  static constexpr std::uint64_t no_tag = 0;  ///< tags of values count from 1 on
  static constexpr std::uint64_t lost = UINT64_MAX;

  struct hash {
    std::size_t operator()(std::string const& text) const { return read::table_hash{}(text); }
  };

  std::string datum_;
  std::unordered_map<std::string, std::uint64_t, hash> tags_{};
  std::vector<compared_group> groups_{};  ///< by tag
  std::uint64_t lost_ = 0;                ///< commands whose value found no room
  buffer room_;
};

}  // namespace trace2::program
