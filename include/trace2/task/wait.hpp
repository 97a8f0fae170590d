// A kind of region that says "I only wait here": for work, for a lock, for a child.
//
//     trace2::wait_region const waits{"pool", "idle"};
//     changed.wait(held, …);
//
// Its time is nobody's own, and readers tell it from running.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region.hpp>
#include <trace2/call/task_bodies.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/task.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

/// Brackets the scope it lives in, as a `region` does, with the member `waits` in both events:
/// readers that don't know it see a region. The region belongs to the task that the thread runs, or
/// else to the thread. Names, place and errors as those of a `region`. In a recording it takes a
/// whole event. Cost while nothing is traced: a load and a branch.
template <class Tracer>
class basic_wait_region {
 public:
  /// Enters a region in which the thread, or the task that it runs, only waits.
  [[nodiscard]] basic_wait_region(lasting_text category, lasting_text label,
                                  call_site at = call_site::here()) noexcept {
    if (Tracer::enabled()) [[unlikely]]
      begin(category, label, at);
  }
  basic_wait_region(basic_wait_region const&) = delete;
  basic_wait_region& operator=(basic_wait_region const&) = delete;
  ~basic_wait_region() {
    if (by_ != nullptr) [[unlikely]]
      end();
  }

 private:
  [[gnu::noinline]] void begin(lasting_text const& category, lasting_text const& label,
                               call_site at) noexcept {
    by_ = detail::task_support<typename Tracer::targets>::find();
    if (by_ == nullptr) return;
    names_.keep(category, label, {}, at);
    by_->wait_enter({category, label, {}, {}, at, true, this});
  }
  [[gnu::noinline]] void end() noexcept {
    by_->wait_leave({names_.category(), names_.label(), {}, {}, names_.at(), true, this});
    names_.drop();
  }

  detail::task_bodies const* by_ = nullptr;
  detail::region_names names_;
};

/// Compiled out: nothing.
template <class Tracer>
requires(!Tracer::is_compiled_in)
class basic_wait_region<Tracer> {
 public:
  [[nodiscard]] constexpr basic_wait_region(lasting_text, lasting_text, call_site = {}) noexcept {}
  basic_wait_region(basic_wait_region const&) = delete;
  basic_wait_region& operator=(basic_wait_region const&) = delete;
  // Not trivial, so that no compiler calls the variable unused.
  ~basic_wait_region() {}
};

/// In a header that units with different settings include, name `basic_wait_region<…>` instead.
using wait_region = basic_wait_region<tracer>;

}}  // namespace trace2::v0
