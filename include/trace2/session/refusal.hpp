// The message of a session about an object that has another version of the library.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/state/own_place.hpp>
#include <trace2/process/threads/call_context.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Says in the trace, and on standard error if the user wants to know of faults, that the object at
/// `path` stays off. Objects of every version call it.
template <class Targets>
[[gnu::cold]] void refuse_object(char const* path) noexcept {
  call_context const s;
  if (!s) return;
  buffer message;
  append_parts(message, {"'", path, "' has another version of trace2 and is not traced"});
  bool diagnoses = false;
  emitter<Targets>::targets::for_each(
      [&](auto each) { diagnoses = diagnoses || each.state.settings().diagnoses; });
  if (diagnoses) warn({message.view()});
  emitter<Targets>::publish(
      event::error{.msg = message.view(),
                   .fmt = "'%s' has another version of trace2 and is not traced"},
      s, own_place("trace2/session/refusal.hpp"));
}

}}}  // namespace trace2::v0::detail
