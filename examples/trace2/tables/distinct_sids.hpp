// Keeps processes apart whose session ids differ only in bytes that no table takes.
#pragma once

#include <trace2/read/keyed_hash.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "tables/kept_texts.hpp"
#include "tables/readable_text.hpp"

namespace trace2::program::tables {

/// The session ids that tables have repaired. Memory: that of `kept`.
class distinct_sids {
 public:
  explicit distinct_sids(kept_texts& kept) noexcept : kept_{kept} {}

  /// True if the tables don't have the id yet, as they show it.
  bool add(std::string_view sid);

  std::uint64_t repeated() const noexcept { return repeated_; }

 private:
  kept_texts& kept_;
  readable_text readable_;
  std::unordered_set<std::string, read::table_hash> repaired_;
  std::uint64_t repeated_ = 0;
};

}  // namespace trace2::program::tables
