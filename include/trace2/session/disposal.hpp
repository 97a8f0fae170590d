// The end of what a session has opened: its memory serves what is opened later.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/leaked.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/session/rotation_hooks.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/descriptor.hpp>
#include <trace2/sink/unix_socket.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

// Templates, so that units without a session don't instantiate the sinks.

/// Ends all use of a sink of `open_destination`, which gets no event any more. False if a thread
/// still uses it: one that ends may be delivering the lines that it has held back.
template <class Buffered = buffered_sink>
[[gnu::cold]] bool settle(sink const& ended) noexcept {
  auto* const buffered = leaked<Buffered>::find(&ended);
  return buffered == nullptr || buffered->stop_holding();
}

/// Closes a sink of `open_destination`, and gives its memory to later ones. No thread uses it.
template <class Buffered = buffered_sink, class File = descriptor_sink,
          class Socket = unix_socket_sink>
[[gnu::cold]] void dispose(sink& ended) noexcept {
  sink* to = &ended;
  to->close();
  if (auto* const buffered = leaked<Buffered>::find(to); buffered != nullptr) {
    to = &buffered->destination();
    leaked<Buffered>::give_back(*buffered);
  }
  auto const* const rotation = hooks_of_rotation.load_acquire();
  if (rotation != nullptr && rotation->give_back(*to)) return;
  if (!leaked<File>::give_back_at(to)) leaked<Socket>::give_back_at(to);
}

/// A recording holds nothing back.
[[gnu::cold]] inline bool settle(recording_file const&) noexcept { return true; }
/// Closes a recording of `open_recording`, and gives its memory to later ones.
[[gnu::cold]] inline void dispose(recording_file& ended) noexcept {
  ended.give_back();
  leaked<recording_file>::give_back(ended);
}

}}}  // namespace trace2::v0::detail
