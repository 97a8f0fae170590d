// Keeps processes apart whose session ids differ only in bytes that no table takes.
#pragma once

#include <trace2/read/keyed_hash.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "tables/readable_text.hpp"

namespace trace2::program::tables {

/// The session ids that tables have repaired. Memory: at most 12 MB, because each takes up to three
/// times the longest id of a tracker.
class distinct_sids {
 public:
  static constexpr std::size_t most = 1'000;

  /// True if the tables don't have the id yet, as they show it.
  bool add(std::string_view sid);

  /// Number of ids that the tables have already, or that find no room.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  readable_text readable_;
  std::unordered_set<std::string, read::table_hash> repaired_;
  std::uint64_t left_out_ = 0;
};

}  // namespace trace2::program::tables
