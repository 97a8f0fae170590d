// The joining of objects to the session: those that are there when it begins, and those that are
// loaded later.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/object_switch.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/function_ref.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/process/state/object_switches.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/text.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// An object that takes part is never unloaded again, because the session keeps its names of places
/// and categories. The program itself, whose path is empty, stays anyway. False if the object is
/// gone already; nothing may be written to it then.
inline bool keep_loaded(char const* path) noexcept {
  return *path == '\0' || system_calls::stay_loaded(path);
}

/// Runs in the object that has just been loaded.
[[gnu::cold]] inline void join_object(object_switch& joining, char const* path) noexcept {
  errno_guard const guard;
  if (keep_loaded(path)) all_object_switches.add(joining);
}

/// Calls `use(path)` for each object that fits this one, or for each that doesn't. The loader is
/// busy while it shows its objects, so that no more than their paths is taken then.
[[gnu::cold]] inline void for_each_path(bool fits,
                                        function_ref<void(char const* path)> use) noexcept {
  buffer named;
  // Memory is taken before they are shown, because an allocator may need the loader too.
  for (std::size_t size = 1; named.capacity() < size;) {
    named.clear();
    if (!named.reserve(size)) return;
    size = 0;
    for_each_switch([&](char const* path, object_switch const& found) {
      if (found.fits(object_switch_of<true>::value) != fits) return;
      std::string_view const ended{path, text{path}.size() + 1};
      size += ended.size();
      if (size <= named.capacity()) named.append(ended);
    });
  }
  for (char const* path = named.begin(); path != named.end(); path += text{path}.size() + 1)
    use(path);
}

/// The right to begin a session, which one of the objects that fit has at a time.
class session_start_lock {
 public:
  [[gnu::cold]] session_start_lock() noexcept {
    for_each_switch([this](char const*, object_switch& found) {
      if (!found.fits(own())) {
        is_refused_ = is_refused_ || found.refuse.load_acquire() != nullptr;
      } else if (first_ == nullptr) {
        first_ = &found;
        int holder = found.beginning_in.load_acquire();
        is_left_ = holder != 0 && holder != process_;
        is_ours_ = holder != process_ && found.beginning_in.compare_exchange(holder, process_);
      }
    });
  }
  [[gnu::cold]] ~session_start_lock() {
    if (!is_ours_) return;
    if (first_ == &own()) {
      first_->beginning_in.store_release(0);
      return;
    }
    // Another object may be gone.
    for_each_switch([this](char const*, object_switch& found) {
      if (&found == first_) found.beginning_in.store_release(0);
    });
  }
  session_start_lock(session_start_lock const&) = delete;
  session_start_lock& operator=(session_start_lock const&) = delete;

  /// False while another object has it. Nobody waits for it.
  bool is_ours() const noexcept { return is_ours_; }
  /// True in the child of a fork that happened while another thread was beginning a session.
  bool is_left() const noexcept { return is_left_; }
  /// True while an object of another version of the library has a session open.
  bool is_refused() const noexcept { return is_refused_; }

 private:
  static object_switch& own() noexcept { return object_switch_of<true>::value; }

  object_switch* first_ = nullptr;  ///< which says whose turn it is
  int process_ = system_calls::getpid();
  bool is_ours_ = true;
  bool is_left_ = false;
  bool is_refused_ = false;
};

/// Makes the calls of this object and of all others that fit lead to `verbs`. An object that is
/// loaded from now on finds the session and joins it; `refuse` is told of those that don't fit.
[[gnu::cold]] inline void open_object_switches(verb_table const& verbs,
                                               object_switch_list::refusal refuse) noexcept {
  all_object_switches.add(object_switch_of<true>::value);
  all_object_switches.open(verbs, refuse);
  // Objects that appear later join by themselves.
  for_each_path(true, [](char const* kept) {
    if (!keep_loaded(kept)) return;
    object_switch* added = nullptr;
    for_each_switch([&](char const* path, object_switch& found) {
      if (__builtin_strcmp(path, kept) == 0 && found.fits(object_switch_of<true>::value))
        added = &found;
    });
    if (added != nullptr) all_object_switches.add(*added);
  });
}

}}}  // namespace trace2::v0::detail
