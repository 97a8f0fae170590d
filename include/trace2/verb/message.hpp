// What the verbs for errors and for messages to people do while tracing is on.
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/statement.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstdarg>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace verb {

template <class Targets>
class message {
 public:
  static void error(text message, text format, call_site at) noexcept {
    statement const s;
    if (!s) return;
    std::string_view const msg = redacted(s.thread->redacted, message.or_empty());
    // Without a format of its own the message, redacted, is both.
    std::string_view fmt = format;
    if (fmt.empty()) fmt = msg;
    emitter::publish(fmt.empty() ? event::error{} : event::error{.msg = msg, .fmt = fmt}, s, at);
  }

  [[gnu::format(__printf__, 2, 0)]] static void verror(call_site at, char const* format,
                                                       std::va_list values) noexcept {
    statement const s;
    if (!s) return;
    std::string_view const msg = format_message(s.thread->message, format, values);
    if (msg.data() == nullptr) return emitter::publish(event::error{}, s, at);
    emitter::publish(event::error{.msg = redacted(s.thread->redacted, msg), .fmt = format}, s, at);
  }

  static void error_f(detail::message_site* site, ...) noexcept {
    std::va_list values;
    va_start(values, site);
    verror(site->at(), site->format, values);
    va_end(values);
  }

  static void print(text message, call_site at) noexcept {
    if (statement const s; s)
      emitter::publish(event::printf{.t_abs = s.t_abs(), .msg = message}, s, at);
  }

  [[gnu::format(__printf__, 2, 0)]] static void vprint(call_site at, char const* format,
                                                       std::va_list values) noexcept {
    if (statement const s; s)
      emitter::publish(event::printf{.t_abs = s.t_abs(),
                                     .msg = format_message(s.thread->message, format, values)},
                       s, at);
  }

  static void print_f(detail::message_site* site, ...) noexcept {
    std::va_list values;
    va_start(values, site);
    vprint(site->at(), site->format, values);
    va_end(values);
  }

 private:
  using statement = detail::statement;
  using emitter = detail::emitter<Targets>;
};

}}}  // namespace trace2::v0::verb
