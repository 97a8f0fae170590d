// Walks through the chunks of a recording again and again, and each time reads what the writer has
// added since.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/chunk_reader.hpp>
#include <trace2/read/recording/chunks.hpp>

#include <cstddef>
#include <cstdint>
#include <map>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Remembers how far it has come in each chunk, and begins again in one that a ring has replaced.
/// Memory: some bytes per place of a chunk, from the budget, which must outlive it, as must the
/// file.
class chunk_walks {
 public:
  chunk_walks(file const& from, memory_budget& memory) noexcept : reader_{from}, share_{memory} {}

  /// Begins a walk through all chunks.
  void begin() noexcept { left_out_ = 0; }

  /// Calls `use` as the reader of chunks does, with the records that are new.
  template <class Use>
  void walk(chunk const& of, Use const& use) {
    if (progress* const known = find(of)) {
      damages_ += reader_.walk(of, *known, use) ? 0u : 1u;
      return;
    }
    progress at;
    reader_.walk(of, at, [this](auto, auto, auto, auto count) { left_out_ += count; });
  }

  /// Number of records of chunks that find no room.
  std::uint64_t left_out() const noexcept { return left_out_; }
  /// Number of chunks that are damaged, among those that find room.
  std::uint64_t damages() const noexcept { return damages_; }

 private:
  struct place {
    std::uint64_t serial;
    progress at{};
  };

  /// Null when there are too many chunks.
  progress* find(chunk const& of) {
    auto known = seen_.find(of.offset);
    if (known == seen_.end()) {
      // The list of chunks exists twice, and while it grows three times.
      constexpr std::size_t per_chunk = sizeof(chunk) * 3 + sizeof(place) + 64;
      if (!share_.take(per_chunk, limits::recordings_reserve)) return nullptr;
      known = seen_.emplace(of.offset, place{of.serial}).first;
    }
    if (known->second.serial != of.serial) known->second = {of.serial};
    return &known->second.at;
  }

  chunk_reader reader_;
  memory_share share_;
  std::map<std::uint64_t, place> seen_;  ///< by offset
  std::uint64_t left_out_ = 0;
  std::uint64_t damages_ = 0;
};

}}}}  // namespace trace2::v0::read::recording
