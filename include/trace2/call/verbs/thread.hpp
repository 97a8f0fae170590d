// Verbs of a thread about itself. Their bodies are in verb/thread.hpp; `thread_scope` is an object
// that calls them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/caller.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

namespace detail {

class thread_bodies {
 public:
  virtual void thread_start(text base_name, call_site) const noexcept = 0;
  virtual void thread_exit(call_site) const noexcept = 0;

 protected:
  ~thread_bodies() = default;
};

inline constexpr text no_thread_name{"unknown"};

/// How a thread traces without thread_start (R-THR-04). TRACE2_THREAD sets it while nothing is
/// traced, because somebody may switch tracing on later.
struct early_thread {
  text name = no_thread_name;  ///< a literal
  /// Ends the context that the thread has got by this name; null without one.
  void (*end_context)() noexcept = nullptr;
};
inline constinit thread_local early_thread this_early_thread;

}  // namespace detail

/// The verbs of a thread about itself, which every `basic_tracer` has. On the main thread both are
/// the brackets of a region (R-THR-09).
template <bool Enabled>
class thread_verbs {
 public:
  /// Names the calling thread, at its beginning: "hash" becomes "th01:hash" (R-THR-03).
  static void thread_start(text base_name, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->thread->thread_start(base_name, at);
  }
  /// Traces the end of the calling thread: leaves the regions that it forgot, and shows and keeps
  /// its sums (R-THR-10).
  static void thread_exit(call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->thread->thread_exit(at);
  }
};

// The verbs as functions.

inline void thread_start(text base_name, caller from = caller::here()) noexcept {
  thread_verbs<caller::is_compiled_in>::thread_start(base_name, from.at);
}
inline void thread_exit(caller from = caller::here()) noexcept {
  thread_verbs<caller::is_compiled_in>::thread_exit(from.at);
}

}}  // namespace trace2::v0
