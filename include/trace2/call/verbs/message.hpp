// Verbs for errors and for messages to people. Their bodies are in verb/message.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/caller.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>

namespace trace2 { inline namespace v0 {

namespace detail {

class message_bodies {
 public:
  virtual void error(text message, text format, call_site) const noexcept = 0;
  virtual void verror(call_site, char const* format, std::va_list) const noexcept = 0;
  virtual void print(text message, call_site) const noexcept = 0;
  virtual void vprint(call_site, char const* format, std::va_list) const noexcept = 0;

 protected:
  ~message_bodies() = default;
};

}  // namespace detail

/// The verbs for errors and messages, which every `basic_tracer` has.
template <bool Enabled>
class message_verbs {
 public:
  /// Traces that something went wrong; the text is redacted. `format` is what messages of one kind
  /// have in common; absent: the message itself.
  static void error(text message, text format = {}, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->message->error(message, format, at);
  }
  /// `error` with a printf format and its values; TRACE2_ERROR calls it with the place.
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 2, 3)]] static void error_f(call_site at,
                                                                        char const* format,
                                                                        ...) noexcept {
    std::va_list values;
    va_start(values, format);
    verror(at, format, values);
    va_end(values);
  }
  /// `error` with a printf format and a va_list, which is used up: the caller only ends it.
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 2, 0)]] static void verror(
      call_site at, char const* format, std::va_list values) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->message->verror(at, format, values);
  }

  /// Traces a message for people: the event `printf`.
  static void print(text message, call_site at = call_site::here()) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->message->print(message, at);
  }
  /// `print` with a printf format and its values; TRACE2_PRINTF calls it with the place.
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 2, 3)]] static void print_f(call_site at,
                                                                        char const* format,
                                                                        ...) noexcept {
    std::va_list values;
    va_start(values, format);
    vprint(at, format, values);
    va_end(values);
  }
  /// `print` with a printf format and a va_list, which is used up: the caller only ends it.
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 2, 0)]] static void vprint(
      call_site at, char const* format, std::va_list values) noexcept {
    if (auto const* const on = detail::verbs<Enabled>()) on->message->vprint(at, format, values);
  }
};

// The verbs as functions. A printf format is for macros (TRACE2_ERROR, TRACE2_PRINTF), because no
// parameter can follow its values.

inline void error(text message, text format = {}, caller from = caller::here()) noexcept {
  message_verbs<caller::is_compiled_in>::error(message, format, from.at);
}
inline void print(text message, caller from = caller::here()) noexcept {
  message_verbs<caller::is_compiled_in>::print(message, from.at);
}

}}  // namespace trace2::v0
