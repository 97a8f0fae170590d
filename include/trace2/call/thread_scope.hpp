// A thread as an object: named now, ended at the end of the scope.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/tracer.hpp>
#include <trace2/call/verbs/thread.hpp>
#include <trace2/detail/system/exchange.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

/// Brackets a thread's function with thread_start and thread_exit; make it the first object there.
/// On the main thread it is a region (R-THR-09).
template <class Tracer>
class basic_thread_scope {
 public:
  /// No thread.
  basic_thread_scope() noexcept = default;

  /// Names the calling thread: base name "hash" becomes "th01:hash" (R-THR-03). The name is copied.
  // On the constructor, because g++ does not heed it on the class.
  [[nodiscard]] explicit basic_thread_scope(text base_name,
                                            call_site at = call_site::here()) noexcept
      : at_{at}, is_started_{Tracer::enabled()} {
    if (is_started_) Tracer::thread_start(base_name, at);
  }
  /// For the macro while nothing is traced. If somebody switches tracing on, the thread has this
  /// name, a literal, until the end of the scope, but no events of its own.
  [[nodiscard]] static basic_thread_scope before_tracing(text base_name) noexcept {
    return basic_thread_scope{detail::early_thread{.name = base_name}};
  }
  basic_thread_scope(basic_thread_scope const&) = delete;
  basic_thread_scope& operator=(basic_thread_scope const&) = delete;
  ~basic_thread_scope() {
    if (is_early_) leave_early();
    if (is_started_) Tracer::thread_exit(at_);
  }

 private:
  explicit basic_thread_scope(detail::early_thread const& own) noexcept
      : outer_{detail::exchange(detail::this_early_thread, own)}, is_early_{true} {}
  void leave_early() const noexcept {
    detail::early_thread const own = detail::exchange(detail::this_early_thread, outer_);
    if (own.end_context != nullptr) own.end_context();
  }

  call_site at_;
  detail::early_thread outer_;  ///< hidden by this scope
  bool is_started_ = false;
  bool is_early_ = false;
};

/// Compiled out: nothing.
template <class Tracer>
requires(!Tracer::is_compiled_in)
class basic_thread_scope<Tracer> {
 public:
  constexpr basic_thread_scope() noexcept = default;
  [[nodiscard]] constexpr explicit basic_thread_scope(text, call_site = {}) noexcept {}
  [[nodiscard]] static constexpr basic_thread_scope before_tracing(text) noexcept {
    return basic_thread_scope{};
  }
  basic_thread_scope(basic_thread_scope const&) = delete;
  basic_thread_scope& operator=(basic_thread_scope const&) = delete;
  ~basic_thread_scope() {}
};

/// The scope of a thread, of the tracer of this unit.
using thread_scope = basic_thread_scope<tracer>;

}}  // namespace trace2::v0
