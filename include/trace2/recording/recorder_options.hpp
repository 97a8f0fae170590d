// The mode and the size of a recording.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/recording/layout.hpp>
#include <trace2/value/number.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

enum class recording_mode : std::uint8_t {
  grow,  ///< keeps everything until the file is as large as it may be
  ring   ///< each thread overwrites its oldest records
};

/// The settings of a recorder, fixed when it takes over its file.
struct recorder_options {
  recording_mode mode = recording_mode::grow;
  std::uint64_t size = 0;  ///< bytes of the file; of a ring: bytes for each thread
  empty_region_ticks empty_regions{};

  /// The largest size that the file may reach.
  std::size_t most_bytes() const noexcept {
    constexpr std::size_t least = header_size + 16 * granule;
    constexpr std::size_t most = SIZE_MAX / 2 / granule * granule;
    std::uint64_t const wanted = mode == recording_mode::ring ? rings() : size;
    if (wanted < least) return least;
    return wanted > most ? most : detail::narrow_cast<std::size_t>(wanted / granule * granule);
  }

 private:
  /// Addresses for the rings of all threads, whose number is unknown. Only the chunks in use are
  /// reserved on the disk. Of addresses with 32 bits the program itself needs the most.
  std::uint64_t rings() const noexcept {
    constexpr std::uint64_t least = std::uint64_t{16} << (sizeof(void*) < 8 ? 25 : 30);
    constexpr std::uint64_t threads = 64;
    if (sizeof(void*) < 8 || size < least / threads) return least;
    return size > UINT64_MAX / threads ? UINT64_MAX : size * threads;
  }
};

}}}}  // namespace trace2::v0::detail::recording
