// Keeps texts of a trace until they are needed.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Texts by number. Memory: at most `limits::export_memory`.
class kept_texts {
 public:
  /// Keeps a text; false when there is no room. An empty text takes none.
  [[nodiscard]] bool keep(std::uint64_t number, std::string_view text) {
    if (text.empty()) return true;
    if (!memory_.take(text.size() + per_text)) return false;
    texts_.insert_or_assign(number, std::string{text});
    return true;
  }

  /// The text; empty if there is none. Valid until it is forgotten.
  std::string_view of(std::uint64_t number) const {
    if (texts_.empty()) return {};
    auto const found = texts_.find(number);
    return found == texts_.end() ? std::string_view{} : found->second;
  }

  void forget(std::uint64_t number) {
    if (texts_.empty()) return;
    auto const found = texts_.find(number);
    if (found == texts_.end()) return;
    memory_.give_back(found->second.size() + per_text);
    texts_.erase(found);
  }

 private:
  /// The memory that the table takes for a text.
  static constexpr std::size_t per_text = 96;

  std::unordered_map<std::uint64_t, std::string> texts_;
  read::memory_budget memory_{read::limits::export_memory};
};

}}}  // namespace trace2::v0::exporter
