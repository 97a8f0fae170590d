// Keeps processes apart whose session ids differ only in bytes that no table takes.
#pragma once

#include <trace2/read/keyed_hash.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "kept_texts.hpp"
#include "readable_text.hpp"

namespace trace2_program::tables {

/// The session ids that tables have repaired. Memory: that of `kept`.
class distinct_sids {
 public:
  explicit distinct_sids(kept_texts& kept) noexcept : kept_{kept} {}

  /// Whether the tables don't have the id yet, as they show it.
  bool add(std::string_view sid) {
    std::string_view const shown = readable_.of(sid);
    if (shown.find("\uFFFD") == shown.npos) return true;
    if (!kept_.take_entry(shown.size())) return false;
    if (repaired_.emplace(shown).second) return true;
    kept_.give_back_entry(shown.size());
    ++repeated_;
    return false;
  }

  std::uint64_t repeated() const noexcept { return repeated_; }

 private:
  kept_texts& kept_;
  readable_text readable_;
  std::unordered_set<std::string, trace2::read::table_hash> repaired_;
  std::uint64_t repeated_ = 0;
};

}  // namespace trace2_program::tables
