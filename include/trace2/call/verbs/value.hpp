// Verbs for values and events, and slots for timers and counters. Bodies are in verb/value.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/caller.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 {

namespace detail {

class json_output;
class offered_event;
struct sum_definition;

/// Writes a value as JSON; complete in detail/text/append_json.hpp.
template <class Value>
struct json_of;

/// A value of any type, and how it becomes JSON; borrowed for the call.
struct json_source {
  void const* value;
  void (*append)(json_output const& out, void const* value) noexcept;
};

class value_bodies {
 public:
  virtual void data(text category, text key, data_value const&, repo_id,
                    call_site) const noexcept = 0;
  virtual void data_json(text category, text key, json_source, repo_id,
                         call_site) const noexcept = 0;
  virtual void data_json(text category, text key, json_text, repo_id, call_site) const noexcept = 0;

  /// An event of the program's own, with what writes it.
  virtual void program_event(offered_event const&, repo_id, call_site) const noexcept = 0;

  // Timers and counters of any object, by their names.
  virtual void add_to_counter(sum_definition const&, std::uint64_t amount) const noexcept = 0;
  /// False when there is no room.
  virtual bool start_timer(sum_definition const&) const noexcept = 0;
  virtual void stop_timer(sum_definition const&) const noexcept = 0;

 protected:
  ~value_bodies() = default;
};

}  // namespace detail

/// The verbs for values, which every `basic_tracer` has.
template <bool Enabled>
class value_verbs {
 public:
  /// Traces a value with a name, and the time since the innermost open region began (R-TIME-07).
  static void data(text category, text key, data_value value, repo_id repo = {},
                   call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->value->data(category, key, value, repo, at);
  }
  /// Traces a structured value: anything made of described structs, ranges, maps, optionals, texts
  /// and numbers. EVENT nests it as JSON (R-JSN-05).
  template <class Value>
  static void data_json([[maybe_unused]] text category, [[maybe_unused]] text key,
                        [[maybe_unused]] Value const& value, [[maybe_unused]] repo_id repo = {},
                        [[maybe_unused]] call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (auto const* const on = detail::verbs<Enabled>())
        on->value->data_json(
            category, key, detail::json_source{&value, &detail::json_of<Value>::append}, repo, at);
  }
  /// Traces JSON that the program has as text. EVENT nests it; text that is not well-formed becomes
  /// a JSON string (R-JSN-05).
  static void data_json(text category, text key, json_text value, repo_id repo = {},
                        call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>())
      on->value->data_json(category, key, value, repo, at);
  }
};

// The verbs as functions.

inline void data(text category, text key, data_value value, repo_id repo = {},
                 caller from = caller::here()) noexcept {
  value_verbs<caller::is_compiled_in>::data(category, key, value, repo, from.at);
}
template <class Value>
void data_json(text category, text key, Value const& value, repo_id repo = {},
               caller from = caller::here()) noexcept {
  value_verbs<caller::is_compiled_in>::data_json(category, key, value, repo, from.at);
}

}}  // namespace trace2::v0
