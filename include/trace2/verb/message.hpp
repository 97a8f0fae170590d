// The bodies of the verbs for errors and for messages to people.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/call/verbs/message.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/state/message_format.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace verb {

template <class Targets>
class message final : public detail::message_bodies {
 public:
  void error(text words, text format, call_site at) const noexcept override {
    call_context const s;
    if (!s) return;
    std::string_view const msg = detail::redacted_error(s.memory().redacted, words.or_empty());
    // Without a format of its own the message, redacted, is both.
    std::string_view fmt = format;
    if (fmt.empty()) fmt = msg;
    emitter::publish(fmt.empty() ? event::error{} : event::error{.msg = msg, .fmt = fmt}, s, at);
  }

  [[gnu::noinline]] void verror(call_site at, char const* format,
                                std::va_list values) const noexcept override {
    call_context const s;
    if (!s) return;
    std::string_view const msg = detail::format_message(s.memory().message, format, values);
    if (msg.data() == nullptr) return emitter::publish(event::error{}, s, at);
    emitter::publish(
        event::error{.msg = detail::redacted_error(s.memory().redacted, msg), .fmt = format}, s,
        at);
  }

  static void error_f(detail::message_site* site, ...) noexcept {
    std::va_list values;
    va_start(values, site);
    message{}.verror(site->at(), site->format, values);
    va_end(values);
  }

  void print(text words, call_site at) const noexcept override {
    if (call_context const s; s) publish(words, s, at);
  }

  [[gnu::noinline]] void vprint(call_site at, char const* format,
                                std::va_list values) const noexcept override {
    if (call_context const s; s)
      publish(detail::format_message(s.memory().message, format, values), s, at);
  }

  static void print_f(detail::message_site* site, ...) noexcept {
    std::va_list values;
    va_start(values, site);
    message{}.vprint(site->at(), site->format, values);
    va_end(values);
  }

 private:
  using call_context = detail::call_context;
  using emitter = detail::emitter<Targets>;

  static void publish(std::string_view msg, call_context const& s, call_site at) noexcept {
    emitter::publish(event::printf{.t_abs = s.t_abs(), .msg = redacted_message(s, msg)}, s, at);
  }
};

}}}  // namespace trace2::v0::verb
