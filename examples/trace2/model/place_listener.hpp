// Told where threads are, while a model is built.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "model/node_index.hpp"

namespace trace2 { inline namespace v0 { namespace read {
struct traced_process;
struct traced_thread;
}}}  // namespace trace2::v0::read

namespace trace2::program {

/// What is open on a thread.
struct thread_place {
  node_index region = no_node;  ///< the innermost region_node in the tree of the thread
  node_index task = no_node;    ///< in the tree of the task that it runs, if any
};

/// The builder of a model calls it with nodes of the model, in the order of the trace.
class place_listener {
 public:
  place_listener() = default;
  place_listener(place_listener const&) = default;
  place_listener& operator=(place_listener const&) = default;
  virtual ~place_listener() = default;

  virtual void process_began(read::traced_process const& process, node_index node) = 0;
  /// The first event of a thread.
  virtual void thread_began(read::traced_process const& process,
                            read::traced_thread const& thread) = 0;
  /// A thread tells the system's number of it.
  virtual void identified(read::traced_thread const& thread, std::int64_t number) = 0;
  /// From the moment of the thread's last event on this is its place.
  virtual void moved(read::traced_thread const& thread, thread_place const& to) = 0;
  virtual void thread_ended(read::traced_thread const& thread) = 0;
};

}  // namespace trace2::program
