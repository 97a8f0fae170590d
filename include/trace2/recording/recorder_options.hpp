// The mode and the size of a recording.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/recording/layout.hpp>

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

  /// The largest size that the file may reach.
  std::size_t most_bytes() const noexcept {
    constexpr std::size_t least = header_size + 16 * granule;
    constexpr std::size_t address_room = std::size_t{16} << 30;
    // The number of threads is unknown; only the chunks in use are reserved on the disk.
    if (mode == recording_mode::ring) return address_room;
    auto const wanted = static_cast<std::size_t>(size);
    return wanted < least ? least : wanted / granule * granule;
  }
};

}}}}  // namespace trace2::v0::detail::recording
