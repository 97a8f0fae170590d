// The bodies of the verbs of a thread about itself.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verbs/thread.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event/thread.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/statement.hpp>
#include <trace2/process/sums.hpp>
#include <trace2/process/thread_registry.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>
#include <trace2/verb/region.hpp>

namespace trace2 { inline namespace v0 { namespace verb {

/// On the main thread both are the brackets of a region (R-THR-09).
template <class Targets>
class thread final : public detail::thread_bodies {
 public:
  void thread_start(text base_name, call_site at) const noexcept override {
    auto const* const known = detail::thread_registry::known();
    if (known != nullptr && known->is_main()) return begin_on_main(base_name, at);
    detail::all_threads.start(base_name.or_empty(), detail::clock::now());
    if (statement const s; s) emitter::publish(event::thread_start{}, s, at);
  }

  void thread_exit(call_site at) const noexcept override {
    {
      detail::all_threads.leave_tasks();
      statement const s;
      if (!s) return;
      if (s.thread->is_main())
        return region<Targets>::end(s, {.msg = "thread-proc on main", .at = at});
      region<Targets>::end_left(s);
      s.thread->unwind();
      detail::sums<Targets>::publish_of_thread(s);
      emitter::publish(event::thread_exit{.t_rel = s.since(s.thread->started())}, s, at);
    }
    detail::all_threads.end();
  }

 private:
  using statement = detail::statement;
  using emitter = detail::emitter<Targets>;

  static void begin_on_main(text base_name, call_site at) noexcept {
    statement const s;
    detail::buffer& message = s.memory().message;
    message.clear();
    message.append("thread-proc on main: ");
    message.append(base_name);
    region<Targets>::begin(s, {.msg = message.view(), .at = at});
  }
};

}}}  // namespace trace2::v0::verb
