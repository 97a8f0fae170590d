// A region as an object: entered now, left at the end of the scope.
#pragma once

#include <trace2/call/tracer.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/repo_id.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>

namespace trace2 { inline namespace v0 {

/// Brackets the scope it lives in with region_enter and region_leave, both with the place where it
/// was made. Category and label are borrowed until the end of the scope, so they can't be temporary
/// strings. It belongs to the thread that made it. A region that was entered while tracing was off
/// is not left.
template <class Tracer>
class basic_region {
 public:
  /// No region.
  basic_region() noexcept = default;

  // On the constructors, because g++ does not heed it on the class.
  [[nodiscard]] basic_region(lasting_text category, lasting_text label, repo_id repo = {},
                             call_site at = call_site::here()) noexcept
      : category_{category}, label_{label}, repo_{repo}, at_{at}, is_entered_{Tracer::enabled()} {
    if (is_entered_) Tracer::region_enter(category, label, repo, at);
  }

  /// With a message, which is formatted only while somebody listens; region_leave carries none.
  [[nodiscard, gnu::format(__printf__, 6, 7)]] basic_region(call_site at, lasting_text category,
                                                            lasting_text label, repo_id repo,
                                                            char const* format, ...) noexcept
      : category_{category}, label_{label}, repo_{repo}, at_{at}, is_entered_{Tracer::enabled()} {
    if (!is_entered_) return;
    std::va_list values;
    va_start(values, format);
    Tracer::vregion_enter(at, category, label, repo, format, values);
    va_end(values);
  }

  basic_region(basic_region const&) = delete;
  basic_region& operator=(basic_region const&) = delete;
  ~basic_region() {
    if (is_entered_) Tracer::region_leave(category_, label_, repo_, at_);
  }

 private:
  text category_;
  text label_;
  repo_id repo_;
  call_site at_;
  bool is_entered_ = false;
};

/// Compiled out: nothing.
template <class Tracer>
requires(!Tracer::is_compiled_in)
class basic_region<Tracer> {
 public:
  constexpr basic_region() noexcept = default;
  [[nodiscard]] constexpr basic_region(lasting_text, lasting_text, repo_id = {},
                                       call_site = {}) noexcept {}
  [[nodiscard, gnu::format(__printf__, 6, 7)]] basic_region(call_site, lasting_text, lasting_text,
                                                            repo_id, char const*, ...) noexcept {}
  basic_region(basic_region const&) = delete;
  basic_region& operator=(basic_region const&) = delete;
  // Not trivial, so that no compiler calls the variable unused.
  ~basic_region() {}
};

/// In a header that units with different settings include, name `basic_region<…>` instead: an alias
/// that follows the unit would make your class differ between them.
using region = basic_region<tracer>;

}}  // namespace trace2::v0
