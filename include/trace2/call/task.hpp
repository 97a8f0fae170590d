// Tasks as objects: one that holds a task, and one that runs it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/caller.hpp>
#include <trace2/call/task_bodies.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>
#include <cstdint>

namespace trace2 { inline namespace v0 {

/// Names a task, even after its end: a number that is unique in the process. A pool keeps one with
/// the work that it takes over.
struct task_id {
  std::uint64_t value = 0;  ///< 0: no task

  /// True if it names a task.
  explicit operator bool() const noexcept { return value != 0; }
  friend bool operator==(task_id, task_id) noexcept = default;
};

/// As the parent of a new task: the task that the calling thread runs, if it runs one.
inline constexpr task_id inherited_parent{detail::inherited_task};

template <class Tracer>
class basic_task_scope;

/// Holds a task: work with an identity of its own, which begins on one thread, goes on on others,
/// waits, and ends anywhere. `basic_task_scope` says which thread runs it. Regions, data and
/// messages between belong to it, whichever thread that is.
///
/// A move hands the task over, also while a thread runs it; the object that it came from is empty.
/// The end of the object ends the task. A task that a thread still runs ends when that thread
/// pauses it; the end on another thread than that is counted as a mistake.
///
/// Names, as those of a region: a string is borrowed until the end, so that a temporary one does
/// not compile; characters behind a pointer or a view are copied. The events of the end name the
/// place of the beginning.
///
/// Threads: one at a time uses the object; any may begin, run and end the task. Memory: 192 bytes
/// from the beginning to the end, copies of names, and 16 to 32 bytes for each open region beyond
/// the third while no thread runs it; a thread keeps the 192 bytes of one. Errors: a task for which
/// there is no memory is counted as a mistake, and the object stays empty. In the child of a fork,
/// and in a later session, tasks from before are empty words: nothing is said of them. Cost while
/// nothing is traced: a load and a branch.
template <class Tracer>
class basic_task {
 public:
  /// No task, until `begin`.
  basic_task() noexcept = default;

  /// Begins a task. Its parent is the task that the calling thread runs, unless another one is
  /// named; `task_id{}`: none.
  // On the constructors, because g++ does not heed it on the class.
  [[nodiscard]] basic_task(lasting_text category, lasting_text label,
                           task_id parent = inherited_parent,
                           call_site at = call_site::here()) noexcept {
    begin(category, label, parent, at);
  }
  /// With a message, which is formatted only while somebody listens.
  [[nodiscard, gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 6,
                           7)]] basic_task(call_site at, lasting_text category, lasting_text label,
                                           task_id parent, char const* format, ...) noexcept {
    std::va_list values;
    va_start(values, format);
    vbegin(at, category, label, parent, format, &values);
    va_end(values);
  }

  /// Takes the task over; `from` is empty then.
  basic_task(basic_task&& from) noexcept : by_{from.by_}, state_{from.state_} {
    from.state_ = nullptr;
  }
  /// Ends the task that the object held, and takes the other one over.
  basic_task& operator=(basic_task&& from) noexcept {
    if (this == &from) return *this;
    end();
    by_ = from.by_;
    state_ = from.state_;
    from.state_ = nullptr;
    return *this;
  }
  ~basic_task() { end(); }

  /// Ends the task that the object held, and begins another.
  void begin(lasting_text category, lasting_text label, task_id parent = inherited_parent,
             call_site at = call_site::here()) noexcept {
    end();
    if (Tracer::enabled()) [[unlikely]]
      vbegin(at, category, label, parent, nullptr, nullptr);
  }
  /// Ends the task, if the object holds one.
  void end() noexcept {
    if (state_ != nullptr) [[unlikely]]
      let_go();
  }

  /// False for an object without a task: while nothing is traced, all are.
  explicit operator bool() const noexcept { return state_ != nullptr; }
  /// Names the task to others. None for a task from before the session, or from before a fork.
  task_id id() const noexcept {
    return state_ == nullptr ? task_id{} : task_id{by_->id_of(*state_)};
  }

  /// Says that the task goes on only when the other one has ended, or has got somewhere.
  void waits_for(task_id other, call_site at = call_site::here()) const noexcept {
    if (state_ != nullptr && other) by_->link(id().value, other.value, "waits_for", at);
  }
  /// Says that the task exists because of the other one, which is not its parent.
  void caused_by(task_id other, call_site at = call_site::here()) const noexcept {
    if (state_ != nullptr && other) by_->link(id().value, other.value, "caused_by", at);
  }

  /// For the macro TRACE2_TASK, which has called the bodies. The object is empty.
  void began(detail::task_bodies const* by, detail::task_state* state) noexcept {
    by_ = by;
    state_ = state;
  }

 private:
  friend basic_task_scope<Tracer>;

  [[gnu::noinline]] void vbegin(call_site at, lasting_text const& category,
                                lasting_text const& label, task_id parent, char const* format,
                                std::va_list* values) noexcept {
    by_ = detail::task_support<typename Tracer::targets>::find();
    if (by_ != nullptr) state_ = by_->vbegin(at, category, label, parent.value, format, values);
  }
  [[gnu::noinline]] void let_go() noexcept {
    detail::task_state* const state = state_;
    state_ = nullptr;
    by_->end(*state);
  }

  detail::task_bodies const* by_ = nullptr;
  detail::task_state* state_ = nullptr;
};

/// "This thread now runs that task", until the end of the scope or `leave`: the task's open regions
/// take the place of the thread's. Scopes nest, as one thread may run a task inside another.
///
/// An empty task runs as no task: then the scope is empty as well, and so it is where the thread
/// runs that task already. Threads: the scope is left on the thread on which it was entered, the
/// innermost first. Another order or thread is counted as a mistake, as is a task that another
/// thread or a scope further out runs already: the scope stays empty then. The scope doesn't refer
/// to the task's object, which may move or end meanwhile.
template <class Tracer>
class basic_task_scope {
 public:
  /// No task, until `enter`.
  basic_task_scope() noexcept = default;
  /// The calling thread runs the task until the end of the scope.
  [[nodiscard]] explicit basic_task_scope(basic_task<Tracer> const& task,
                                          call_site at = call_site::here()) noexcept {
    enter(task, at);
  }
  basic_task_scope(basic_task_scope const&) = delete;
  basic_task_scope& operator=(basic_task_scope const&) = delete;
  ~basic_task_scope() { leave(); }

  /// Leaves the task that the scope ran, and runs this one.
  void enter(basic_task<Tracer> const& task, call_site at = call_site::here()) noexcept {
    leave();
    if (task.state_ != nullptr) [[unlikely]]
      task.by_->run(*task.state_, entered_, at);
  }
  /// Leaves the task, if the scope runs one.
  void leave() noexcept {
    if (entered_.era != 0) [[unlikely]]
      entered_.by->pause(entered_);
  }
  /// True if the thread runs the task.
  explicit operator bool() const noexcept { return entered_.era != 0; }

 private:
  detail::entered_task entered_;
};

/// Compiled out: nothing.
template <class Tracer>
requires(!Tracer::is_compiled_in)
class basic_task<Tracer> {
 public:
  constexpr basic_task() noexcept = default;
  [[nodiscard]] constexpr basic_task(lasting_text, lasting_text, task_id = {},
                                     call_site = {}) noexcept {}
  [[nodiscard, gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 6, 7)]] basic_task(call_site, lasting_text,
                                                                          lasting_text, task_id,
                                                                          char const*,
                                                                          ...) noexcept {}
  constexpr basic_task(basic_task&&) noexcept {}
  constexpr basic_task& operator=(basic_task&&) noexcept { return *this; }
  // Not trivial, so that no compiler calls the variable unused.
  ~basic_task() {}

  constexpr void begin(lasting_text, lasting_text, task_id = {}, call_site = {}) noexcept {}
  constexpr void end() noexcept {}
  constexpr explicit operator bool() const noexcept { return false; }
  constexpr task_id id() const noexcept { return {}; }
  constexpr void waits_for(task_id, call_site = {}) const noexcept {}
  constexpr void caused_by(task_id, call_site = {}) const noexcept {}
};

/// Compiled out: nothing.
template <class Tracer>
requires(!Tracer::is_compiled_in)
class basic_task_scope<Tracer> {
 public:
  constexpr basic_task_scope() noexcept = default;
  [[nodiscard]] constexpr explicit basic_task_scope(basic_task<Tracer> const&,
                                                    call_site = {}) noexcept {}
  basic_task_scope(basic_task_scope const&) = delete;
  basic_task_scope& operator=(basic_task_scope const&) = delete;
  ~basic_task_scope() {}

  constexpr void enter(basic_task<Tracer> const&, call_site = {}) noexcept {}
  constexpr void leave() noexcept {}
  constexpr explicit operator bool() const noexcept { return false; }
};

/// The task that the calling thread runs, for those who capture it with the work they hand on.
template <class Tracer>
task_id basic_this_task() noexcept {
  if constexpr (Tracer::is_compiled_in)
    if (auto const* const by = detail::task_support<typename Tracer::targets>::find())
      return {by->current()};
  return {};
}

/// Says what the task that the calling thread runs has to do with another one: "waits_for" or
/// "caused_by".
template <class Tracer>
void basic_link_this_task([[maybe_unused]] text kind, [[maybe_unused]] task_id other,
                          [[maybe_unused]] call_site at) noexcept {
  if constexpr (Tracer::is_compiled_in)
    if (auto const* const by = detail::task_support<typename Tracer::targets>::find())
      by->link(detail::inherited_task, other.value, kind, at);
}

}}  // namespace trace2::v0
