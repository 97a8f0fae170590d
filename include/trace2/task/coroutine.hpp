// Coroutines as tasks. A promise type derives from `trace2::task_promise`; a coroutine that is to
// be a task says so once:
//
//     struct promise_type : trace2::task_promise { … };
//
//     job serve(connection& from) {
//       auto const task = co_await trace2::own_task{"http", "request"};
//       TRACE2_REGION("http", "read");
//       co_await from.readable();        // the task is paused, and goes on on whichever thread
//       …
//     }                                  // and ends
//
// Every co_await of the coroutine pauses the task while the coroutine is suspended. Regions may
// span it: they belong to the task, not to a thread.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/exchange.hpp>
#include <trace2/task.hpp>

#include <coroutine>
#include <type_traits>
#include <utility>

namespace trace2 { inline namespace v0 {

/// The names of the task that a coroutine becomes; its parent is the task that ran where the
/// coroutine was called.
struct own_task {
  lasting_text category;             ///< as that of a `task`
  lasting_text label;                ///< as that of a `task`
  call_site at = call_site::here();  ///< the place that the events of the task name
};

template <class Tracer>
class basic_task_promise;

/// The task of a coroutine, as a variable of the coroutine: its end is that of the task.
template <class Tracer>
class [[nodiscard]] basic_coroutine_task {
 public:
  /// For `co_await own_task{…}`, which returns it.
  explicit basic_coroutine_task(basic_task_promise<Tracer>& of) noexcept : promise_{of} {}
  basic_coroutine_task(basic_coroutine_task const&) = delete;
  basic_coroutine_task& operator=(basic_coroutine_task const&) = delete;
  ~basic_coroutine_task() { promise_.end(); }

  /// Names the task to others, for `waits_for` and `caused_by`.
  task_id id() const noexcept { return promise_.task_.id(); }

 private:
  basic_task_promise<Tracer>& promise_;
};

namespace detail {

/// The awaiter of what a coroutine awaits.
template <class Awaitable>
decltype(auto) awaiter_of(Awaitable&& awaited) {
  if constexpr (requires { std::forward<Awaitable>(awaited).operator co_await(); })
    return std::forward<Awaitable>(awaited).operator co_await();
  else if constexpr (requires { operator co_await(std::forward<Awaitable>(awaited)); })
    return operator co_await(std::forward<Awaitable>(awaited));
  else
    return std::forward<Awaitable>(awaited);
}

/// Pauses a task as long as the coroutine is suspended.
template <class Tracer, class Awaiter>
class task_awaiter {
 public:
  template <class Awaitable>
  task_awaiter(basic_task_promise<Tracer>& promise, Awaitable&& awaited)
      : promise_{promise}, awaiter_(awaiter_of(std::forward<Awaitable>(awaited))) {}
  task_awaiter(task_awaiter const&) = delete;
  task_awaiter& operator=(task_awaiter const&) = delete;
  // A coroutine that is destroyed while it is suspended leaves its regions next. They are those of
  // the task, which this thread runs for that.
  ~task_awaiter() { go_on(); }

  bool await_ready() { return static_cast<bool>(awaiter_.await_ready()); }

  /// Behind the inner call the coroutine may run on another thread, or be gone, unless the call has
  /// said that it goes on here.
  // Not inlined: clang before 17 would keep the local object in the coroutine's frame.
  template <class Promise>
  [[gnu::noinline]] auto await_suspend(std::coroutine_handle<Promise> self) {
    struct pausing {
      explicit pausing(task_awaiter& of) noexcept : awaiter{&of} {
        of.is_paused_ = true;
        of.promise_.pause();
      }
      pausing(pausing const&) = delete;
      pausing& operator=(pausing const&) = delete;
      // An exception goes to the coroutine.
      ~pausing() {
        if (awaiter != nullptr) awaiter->go_on();
      }
      task_awaiter* awaiter;
    } paused{*this};
    using result = decltype(awaiter_.await_suspend(self));
    if constexpr (std::is_void_v<result>) {
      awaiter_.await_suspend(self);
      paused.awaiter = nullptr;
    } else {
      auto next = awaiter_.await_suspend(self);
      if constexpr (std::is_same_v<result, bool>) {
        if (next) paused.awaiter = nullptr;
      } else {
        paused.awaiter = nullptr;
      }
      return next;
    }
  }

  decltype(auto) await_resume() {
    go_on();
    return awaiter_.await_resume();
  }

 private:
  void go_on() noexcept {
    if (exchange(is_paused_, false)) promise_.go_on();
  }

  basic_task_promise<Tracer>& promise_;
  Awaiter awaiter_;
  bool is_paused_ = false;
};

}  // namespace detail

/// Base of a promise type. A promise type with its own `await_transform` calls this one for what it
/// awaits. A coroutine without `own_task` is part of whatever calls and resumes it.
template <class Tracer>
class basic_task_promise {
 public:
  /// The task that the caller of the coroutine runs will be the parent.
  basic_task_promise() noexcept : parent_{basic_this_task<Tracer>()} {}

  /// Awaits as the coroutine would, and pauses the task while the coroutine is suspended.
  template <class Awaitable>
  requires(!std::is_same_v<std::remove_cvref_t<Awaitable>, own_task>)
  auto await_transform(Awaitable&& awaited) {
    using awaiter = decltype(detail::awaiter_of(std::forward<Awaitable>(awaited)));
    return detail::task_awaiter<Tracer, awaiter>{*this, std::forward<Awaitable>(awaited)};
  }
  /// Begins the task of the coroutine. Never suspends; the result is the task, which the coroutine
  /// keeps in a variable.
  auto await_transform(own_task const& names) noexcept {
    task_.begin(names.category, names.label, parent_, names.at);
    go_on(names.at);
    struct awaiter {
      basic_task_promise& promise;
      bool await_ready() const noexcept { return true; }
      void await_suspend(std::coroutine_handle<>) const noexcept {}
      basic_coroutine_task<Tracer> await_resume() const noexcept {
        return basic_coroutine_task<Tracer>{promise};
      }
    };
    return awaiter{*this};
  }

 private:
  friend basic_coroutine_task<Tracer>;
  template <class, class>
  friend class detail::task_awaiter;

  void pause() noexcept { scope_.leave(); }
  void go_on(call_site at = call_site::here()) noexcept { scope_.enter(task_, at); }
  void end() noexcept {
    scope_.leave();
    task_.end();
  }

  [[no_unique_address]] basic_task<Tracer> task_;
  [[no_unique_address]] basic_task_scope<Tracer> scope_;
  task_id parent_;
};

/// In a header that units with different settings include, name `basic_task_promise<…>` instead.
using task_promise = basic_task_promise<tracer>;

}}  // namespace trace2::v0
