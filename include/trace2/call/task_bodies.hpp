// The functions that task objects call. Their bodies are in verb/task.hpp, in the units that
// include task.hpp: a program without tasks has none of their code.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region_call.hpp>
#include <trace2/detail/system/function_ref.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

class call_context;
struct static_site;
struct task_state;

/// In place of a parent's number: the task that the calling thread runs.
inline constexpr std::uint64_t inherited_task = UINT64_MAX;

class task_bodies;

/// A task that a thread has begun to run, as the scope knows it: by its number, because the task
/// may end meanwhile, and its memory hold another.
struct entered_task {
  std::uint32_t era = 0;  ///< the number of the session; 0: no task
  // Uninitialised without a task.
  int line;
  char const* file;
  task_bodies const* by;
  std::uint64_t id;
};

class task_bodies {
 public:
  /// Null when memory ran out.
  virtual task_state* begin(static_site&, std::uint64_t parent) const noexcept = 0;
  virtual task_state* vbegin(call_site, lasting_text category, lasting_text label,
                             std::uint64_t parent, char const* format,
                             std::va_list*) const noexcept = 0;
  /// The object that holds the task lets go of it.
  virtual void end(task_state&) const noexcept = 0;
  /// 0 for a task of an earlier session.
  virtual std::uint64_t id_of(task_state const&) const noexcept = 0;

  /// Fills in `into`, which is empty, unless the task can't run here.
  virtual void run(task_state&, entered_task& into, call_site) const noexcept = 0;
  virtual void pause(entered_task&) const noexcept = 0;
  /// The task that the calling thread runs; 0 for none.
  virtual std::uint64_t current() const noexcept = 0;
  /// `task` may be `inherited_task`.
  virtual void link(std::uint64_t task, std::uint64_t other, text kind,
                    call_site) const noexcept = 0;

  /// A region that waits, of the thread or of the task that it runs.
  virtual void wait_enter(region_call const&) const noexcept = 0;
  virtual void wait_leave(region_call const&) const noexcept = 0;

  // For the library: any region of the task that the thread runs, and the end of the thread's
  // tasks.
  virtual void region_enter(call_context const&, region_call const&) const noexcept = 0;
  virtual void region_leave(call_context const&, region_call const&) const noexcept = 0;
  /// `only_old`: those of an earlier session.
  virtual void leave_all(bool only_old) const noexcept = 0;
  /// Calls `use(key, count)` for each kind of mistake, at the end of a session.
  virtual void for_each_misuse(
      function_ref<void(std::string_view key, std::uint64_t count)> use) const noexcept = 0;
  /// Tasks that are still open are over with the session.
  virtual void end_session() const noexcept = 0;

 protected:
  ~task_bodies() = default;
};

/// Finds the bodies for a list of targets: in verb/task.hpp.
template <class Targets>
struct task_support {
  static task_bodies const* find() noexcept {
    static_assert(sizeof(Targets) == 0,
                  "trace2: a unit that traces tasks includes <trace2/task.hpp>");
    return nullptr;
  }
};

}}}  // namespace trace2::v0::detail
