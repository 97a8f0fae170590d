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
#include <unordered_map>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Remembers how far it has come in each chunk. Memory: some bytes per chunk, from the budget,
/// which must outlive it, as must the file.
class chunk_walks {
 public:
  chunk_walks(file const& from, memory_budget& memory) noexcept : reader_{from}, share_{memory} {}

  /// Begins a walk through all chunks.
  void begin() noexcept { left_out_ = 0; }

  /// Calls `use` as the reader of chunks does, with the records that are new.
  template <class Use>
  void walk(chunk const& of, Use const& use) {
    progress at;
    progress* const known = find(of.serial);
    auto const leave_out = [this](auto, auto, auto, auto count) { left_out_ += count; };
    bool const is_sound =
        known != nullptr ? reader_.walk(of, *known, use) : reader_.walk(of, at, leave_out);
    damages_ += is_sound ? 0 : 1;
  }

  /// Number of records of chunks that find no room.
  std::uint64_t left_out() const noexcept { return left_out_; }
  /// Number of chunks that are damaged.
  std::uint64_t damages() const noexcept { return damages_; }

 private:
  /// Null when there are too many chunks.
  progress* find(std::uint64_t serial) {
    if (auto const known = seen_.find(serial); known != seen_.end()) return &known->second;
    // The list of chunks exists twice, and while it grows three times.
    constexpr std::size_t per_chunk = sizeof(chunk) * 3 + sizeof(progress) + 32;
    return share_.take(per_chunk, limits::recordings_reserve) ? &seen_[serial] : nullptr;
  }

  chunk_reader reader_;
  memory_share share_;
  std::unordered_map<std::uint64_t, progress> seen_;
  std::uint64_t left_out_ = 0;
  std::uint64_t damages_ = 0;
};

}}}}  // namespace trace2::v0::read::recording
