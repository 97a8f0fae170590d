// The bodies of the verbs of a thread about itself.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verbs/thread.hpp>
#include <trace2/detail/system/thread_number.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/state/own_place.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/sums.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/thread.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>
#include <trace2/verb/region.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace verb {

/// On the main thread both are the brackets of a region (R-THR-09).
template <class Targets>
class thread final : public detail::thread_bodies {
 public:
  [[gnu::cold]] void thread_start(text base_name, call_site at) const noexcept override {
    auto const* const context = detail::thread_registry::known();
    if (context != nullptr && context->is_main()) return begin_on_main(base_name, at);
    if (is_in_use(context)) return;
    detail::all_threads.start(base_name.or_empty(), detail::clock::now());
    call_context const s;
    if (!s) return;
    emitter::publish(event::thread_start{}, s, at);
    if (detail::shows_thread_ids.load_relaxed()) [[unlikely]]
      show_number(s);
  }

  [[gnu::cold]] void thread_exit(call_site at) const noexcept override {
    if (is_in_use(detail::thread_registry::known())) return;
    {
      detail::all_threads.leave_tasks();
      call_context const s;
      if (!s) return;
      s.memory();  // taken: calls of the program's allocator must not end the context meanwhile
      if (s.thread->is_main())
        return region<Targets>::end(s, {.msg = "thread-proc on main", .at = at});
      s.thread->unwind();
      detail::sums<Targets>::publish_of_thread(s);
      emitter::publish(event::thread_exit{.t_rel = s.since(s.thread->started())}, s, at);
    }
    detail::all_threads.end();
  }

 private:
  using call_context = detail::call_context;
  using emitter = detail::emitter<Targets>;

  /// Counts a call from within a call of the same thread as a mistake.
  static bool is_in_use(detail::thread_context const* context) noexcept {
    if (context == nullptr || !context->is_in_use()) return false;
    detail::this_process.misuse.recursion.fetch_add(1);
    return true;
  }

  /// Shows the system's number of the thread, by which a profiler knows it.
  /// The main thread needs none: its number is the process's.
  [[gnu::cold]] static void show_number(call_context const& s) noexcept {
    std::int64_t const number = detail::thread_number();
    if (number == 0) return;
    emitter::publish(event::data{.t_abs = s.t_abs(),
                                 .t_rel = s.since_region(),
                                 .nesting = s.thread->open_regions(),
                                 .category = "trace2",
                                 .key = "tid",
                                 .value = number},
                     s, detail::own_place("trace2/verb/thread.hpp"));
  }

  [[gnu::cold]] static void begin_on_main(text base_name, call_site at) noexcept {
    call_context const s;
    if (!s) return;
    buffer& message = s.memory().message;
    message.clear();
    message.append("thread-proc on main: ");
    message.append(base_name);
    region<Targets>::begin(s, {.msg = message.view(), .at = at});
  }
};

}}}  // namespace trace2::v0::verb
