// Events of the program's own.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/tracer.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/call/verbs/value.hpp>
#include <trace2/event.hpp>
#include <trace2/event/detail/check.hpp>
#include <trace2/process/target_list.hpp>
#include <trace2/value/call_site.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// In the unit that emits them, because no other knows their types.
template <class... Kinds>
struct program_events<target_list<Kinds...>> {
  using offer = offer_of<target_list<Kinds...>>;

  template <class Event>
  static void take(Event const& event, repo_id repo, call_site at) noexcept {
    if constexpr (!is_declared<Event>())
      return;
    else if constexpr (!declaration_of<Event>::is_writable)
      name_members<Event>();
    else if constexpr (offer::template is_wanted<Event>)
      if (is_on()) [[unlikely]]
        publish(event, repo, at);
  }

 private:
  template <event_type Event>
  [[gnu::noinline]] static void publish(Event const& event, repo_id repo, call_site at) noexcept {
    if (auto const* const on = verbs<true>(); on != nullptr) {
      typename offer::template without_type<Event> const erased{event};
      on->value->program_event({erased, offer::template entries_of<Event>}, repo, at);
    }
  }
};

}}}  // namespace trace2::v0::detail
