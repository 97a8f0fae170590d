// A chunk of a recording, as the process that has mapped it knows it. Others may write to the file,
// so the process takes no size and no number from there.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/fault_guard.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_system.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Threads: one at a time.
struct mapped_chunk {
  static constexpr std::size_t header_words = sizeof(chunk_header) / word;

  chunk_header* place = nullptr;  ///< null: no chunk
  chunk_header head{};            ///< as the process has written it there
  fault_guard::range* guard = nullptr;
  [[no_unique_address]] mapped_system::position position{};

  /// The least size of a chunk that has room for this number of words.
  static constexpr std::size_t size_for(std::size_t words) noexcept {
    return ((header_words + words) * word + granule - 1) / granule * granule;
  }

  explicit operator bool() const noexcept { return place != nullptr; }
  std::size_t size() const noexcept { return static_cast<std::size_t>(head.size); }

  std::uint64_t* records() const noexcept {
    return reinterpret_cast<std::uint64_t*>(place) + header_words;
  }
  std::uint64_t* end() const noexcept {
    return reinterpret_cast<std::uint64_t*>(place) + size() / word;
  }
  /// Room for records, in words.
  std::size_t room() const noexcept { return size() / word - header_words; }

  /// Makes the chunk visible to readers.
  void reveal(chunk_kind what, std::uint64_t serial) noexcept {
    head.kind = what;
    head.serial = serial;
    std::memcpy(head.magic, chunk_magic, sizeof chunk_magic);
    place->kind = what;
    std::memcpy(place->magic, chunk_magic, sizeof chunk_magic);
    __atomic_store_n(&place->serial, serial, __ATOMIC_RELEASE);
  }

  /// Makes a used chunk one of zeros, which readers pass over until it is revealed.
  void clear() noexcept {
    // A reader must not mistake new records for old ones, so this store must come before theirs.
    // The barrier is no fence of __atomic, because the thread sanitizer doesn't know fences.
    __atomic_store_n(&place->serial, std::uint64_t{0}, __ATOMIC_RELAXED);
    __sync_synchronize();
    std::memset(records(), 0, size() - sizeof head);
  }

  /// True if the head in the file is still the process's. Other contents are somebody else's.
  bool is_intact() const noexcept { return std::memcmp(place, &head, sizeof head) == 0; }
};

}}}}  // namespace trace2::v0::detail::recording
