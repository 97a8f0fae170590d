// The source of the chunks of a recording.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_chunk.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/recorder_options.hpp>

#include <cstddef>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// The chunks of one ring, all of the same size.
struct ring_shape {
  std::size_t chunk = 0;  ///< bytes of each
  std::uint32_t count = 0;
};

/// Takes chunks from the file and makes them visible to readers.
struct chunk_source {
  mapped_file& from;
  recording_mode mode;
  ring_shape ring;
  std::uint64_t serial = 0;
  /// A ring whose present chunks stay as they are: new ones take their place, within bounds.
  atomic<bool> is_kept{false};

  /// Takes a chunk of the usual size; of the least size if that is larger, or if nothing larger
  /// finds room.
  mapped_chunk take(std::size_t usual, std::size_t least) noexcept {
    if (usual > least)
      if (mapped_chunk const taken = from.take(usual); taken) return taken;
    return from.take(least);
  }
  void reveal(mapped_chunk& chunk, chunk_kind what) noexcept { chunk.reveal(what, ++serial); }
};

}}}}  // namespace trace2::v0::detail::recording
