// Verbs that bracket parts of the program's work. Their bodies are in verb/region.hpp; `region` is
// an object that calls them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/caller.hpp>
#include <trace2/call/region_call.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>

namespace trace2 { inline namespace v0 {

namespace detail {

class region_bodies {
 public:
  virtual void region_enter(text category, text label, repo_id, call_site) const noexcept = 0;
  virtual void vregion_enter(call_site, text category, text label, repo_id, char const* format,
                             std::va_list) const noexcept = 0;
  virtual void region_leave(text category, text label, repo_id, call_site) const noexcept = 0;
  virtual void vregion_leave(call_site, text category, text label, repo_id, char const* format,
                             std::va_list) const noexcept = 0;

  /// For objects, which leave the region that they have entered. A null format: no message.
  virtual void enter(region_call const&, char const* format, std::va_list*) const noexcept = 0;
  virtual void leave(region_call const&) const noexcept = 0;

 protected:
  ~region_bodies() = default;
};

}  // namespace detail

/// The verbs that bracket parts of the work, which every `basic_tracer` has. Category and label may
/// be absent (R-REG-05).
template <bool Enabled>
class region_verbs {
 public:
  /// Enters a region: a part of the work, nested in the open regions of the thread.
  static void region_enter(text category, text label, repo_id repo = {},
                           call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->region->region_enter(category, label, repo, at);
  }
  /// `region_enter` with a message, formatted only while somebody listens. TRACE2_REGION_F also
  /// leaves the region, at the end of the scope.
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 5, 6)]] static void region_enter_f(
      call_site at, text category, text label, repo_id repo, char const* format, ...) noexcept {
    std::va_list values;
    va_start(values, format);
    vregion_enter(at, category, label, repo, format, values);
    va_end(values);
  }
  /// `region_enter` with a message whose values are a va_list, which is used up: the caller only
  /// ends it.
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 5, 0)]] static void vregion_enter(
      call_site at, text category, text label, repo_id repo, char const* format,
      std::va_list values) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->region->vregion_enter(at, category, label, repo, format, values);
  }

  /// Leaves the innermost open region of the thread, whatever its names. Errors: a surplus leave
  /// is counted as a mistake, and ends nothing (R-REG-07).
  static void region_leave(text category, text label, repo_id repo = {},
                           call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->region->region_leave(category, label, repo, at);
  }
  /// `region_leave` with a message, formatted only while somebody listens.
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 5, 6)]] static void region_leave_f(
      call_site at, text category, text label, repo_id repo, char const* format, ...) noexcept {
    std::va_list values;
    va_start(values, format);
    vregion_leave(at, category, label, repo, format, values);
    va_end(values);
  }
  /// `region_leave` with a message whose values are a va_list, which is used up: the caller only
  /// ends it.
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 5, 0)]] static void vregion_leave(
      call_site at, text category, text label, repo_id repo, char const* format,
      std::va_list values) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->region->vregion_leave(at, category, label, repo, format, values);
  }
};

// The verbs as functions.

inline void region_enter(text category, text label, repo_id repo = {},
                         caller from = caller::here()) noexcept {
  region_verbs<caller::is_compiled_in>::region_enter(category, label, repo, from.at);
}
inline void region_leave(text category, text label, repo_id repo = {},
                         caller from = caller::here()) noexcept {
  region_verbs<caller::is_compiled_in>::region_leave(category, label, repo, from.at);
}

}}  // namespace trace2::v0
