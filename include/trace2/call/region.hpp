// A region as an object: entered now, left at the end of the scope.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/caller.hpp>
#include <trace2/call/region_call.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/call/verbs/region.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace trace2 { inline namespace v0 {

namespace detail {

/// The category, label and place that region_leave repeats: names that last are borrowed, others
/// are copied. A name is absent when there is no memory for its copy. Uninitialised until `keep`,
/// which saves stores while tracing is off.
class region_names {
 public:
  void keep(lasting_text const& category, lasting_text const& label, repo_id repo,
            call_site at) noexcept {
    category_.keep(category);
    label_.keep(label);
    repo_ = repo.value;
    file_ = at.file;
    line_ = at.line;
  }
  void drop() noexcept {
    // No call without need: an allocator that traces might come back here from each.
    if (category_.copy == nullptr && label_.copy == nullptr) return;
    errno_guard const guard;
    std::free(category_.copy);
    std::free(label_.copy);
  }

  text category() const noexcept { return {category_.begin, category_.size}; }
  text label() const noexcept { return {label_.begin, label_.size}; }
  repo_id repo() const noexcept { return {repo_}; }
  call_site at() const noexcept { return {file_, line_}; }

 private:
  struct name {
    char const* begin;
    std::size_t size;
    char* copy;  // null when it is borrowed

    void keep(lasting_text const& value) noexcept {
      begin = value.data();
      size = value.size();
      copy = nullptr;
      if (value.lasts() || size == 0) return;
      errno_guard const guard;
      copy = static_cast<char*>(std::malloc(size));
      if (copy == nullptr) size = 0;
      begin = copy == nullptr ? nullptr : static_cast<char*>(std::memcpy(copy, begin, size));
    }
  };

  name category_;
  name label_;
  int repo_;
  char const* file_;
  int line_;
};

}  // namespace detail

/// Brackets the scope it lives in with region_enter and region_leave, both with the place where it
/// was entered. A string that is its category or label is borrowed until it is left, so that a
/// temporary one does not compile; characters behind a pointer or a view are copied. A region that
/// was entered while tracing was off is not left.
///
/// It belongs to the thread that entered it, or to the task that this thread ran, and is the
/// innermost one when it is left. Else the regions that are open inside it end with it. The object
/// of such a region ends nothing any more, and is counted with its place, for the data
/// "misplaced_region" at the end of the session. So is an object that is left on another thread:
/// the thread that entered the region ends it with the region around. A verb ends the innermost
/// region, no matter who has entered it.
///
/// As a member of a class it may begin empty, and be entered later.
template <class Tracer>
class basic_region {
 public:
  /// No region, until `enter`.
  basic_region() noexcept {}

  /// Enters a region of the calling thread, or of the task that it runs.
  // On the constructors, because g++ does not heed it on the class.
  [[nodiscard]] basic_region(lasting_text category, lasting_text label, repo_id repo = {},
                             call_site at = call_site::here()) noexcept {
    enter(category, label, repo, at);
  }

  /// With a message, which is formatted only while somebody listens; region_leave carries none.
  [[nodiscard, gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 6,
                           7)]] basic_region(call_site at, lasting_text category,
                                             lasting_text label, repo_id repo, char const* format,
                                             ...) noexcept {
    std::va_list values;
    va_start(values, format);
    venter(at, category, label, repo, format, values);
    va_end(values);
  }

  basic_region(basic_region const&) = delete;
  basic_region& operator=(basic_region const&) = delete;
  ~basic_region() { leave(); }

  /// Leaves the region that the object was, and becomes another one.
  void enter(lasting_text category, lasting_text label, repo_id repo = {},
             call_site at = call_site::here()) noexcept {
    leave();
    if (Tracer::enabled()) [[unlikely]]
      begin(category, label, repo, at, nullptr, nullptr);
  }
  /// Leaves the region that the object was, and becomes another one, with a message.
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 6, 0)]] void venter(call_site at, lasting_text category,
                                                                lasting_text label, repo_id repo,
                                                                char const* format,
                                                                std::va_list values) noexcept {
    leave();
    if (!Tracer::enabled()) return;
    // A parameter of this type may be a pointer: a copy is the object that it points to.
    std::va_list copy;
    va_copy(copy, values);
    begin(category, label, repo, at, format, &copy);
    va_end(copy);
  }

  /// Leaves the region, if the object is one, before its scope ends.
  void leave() noexcept {
    if (is_entered_) [[unlikely]]
      end();
  }

 private:
  [[gnu::noinline]] void begin(lasting_text const& category, lasting_text const& label,
                               repo_id repo, call_site at, char const* format,
                               std::va_list* values) noexcept {
    names_.keep(category, label, repo, at);
    is_entered_ = true;
    if (auto const* const on = Tracer::verbs(); on != nullptr)
      on->region->enter({category, label, {}, repo, at, false, this}, format, values);
  }
  [[gnu::noinline]] void end() noexcept {
    is_entered_ = false;
    if (auto const* const on = Tracer::verbs(); on != nullptr)
      on->region->leave(
          {names_.category(), names_.label(), {}, names_.repo(), names_.at(), false, this});
    names_.drop();
  }

  bool is_entered_ = false;
  detail::region_names names_;
};

/// Compiled out: nothing.
template <class Tracer>
requires(!Tracer::is_compiled_in)
class basic_region<Tracer> {
 public:
  constexpr basic_region() noexcept = default;
  [[nodiscard]] constexpr basic_region(lasting_text, lasting_text, repo_id = {},
                                       call_site = {}) noexcept {}
  [[nodiscard, gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 6, 7)]] basic_region(call_site, lasting_text,
                                                                            lasting_text, repo_id,
                                                                            char const*,
                                                                            ...) noexcept {}
  basic_region(basic_region const&) = delete;
  basic_region& operator=(basic_region const&) = delete;
  // Not trivial, so that no compiler calls the variable unused.
  ~basic_region() {}

  constexpr void enter(lasting_text, lasting_text, repo_id = {}, call_site = {}) noexcept {}
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 6, 0)]] void venter(call_site, lasting_text,
                                                                lasting_text, repo_id, char const*,
                                                                std::va_list) noexcept {}
  constexpr void leave() noexcept {}
};

/// In a header that units with different settings include, name `basic_region<…>` instead: an alias
/// that follows the unit would make your class differ between them.
using region = basic_region<tracer>;

}}  // namespace trace2::v0
