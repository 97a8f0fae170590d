// Verbs for errors and for messages to people.
#pragma once

#include <trace2/call_site.hpp>
#include <trace2/emitter.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/statement.hpp>
#include <trace2/value.hpp>

#include <cstdarg>
#include <string_view>

namespace trace2::inline v0::verb {

/// What ends in `_f` formats like printf, only while somebody listens, and takes the place first
/// because nothing can follow the values. A null or empty format means that there is no message
/// (R-EVT-09).
template <bool Enabled, class Targets>
class message {
 public:
  /// Something went wrong; the text is redacted. `format` is what messages of one kind have in
  /// common; absent: the message itself.
  static void error(text message, text format = {}, call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) emit_error(message, format, at);
  }
  [[gnu::format(printf, 2, 3)]] static void error_f(call_site at, char const* format,
                                                    ...) noexcept {
    if constexpr (Enabled) {
      if (!detail::is_on()) return;
      std::va_list values;
      va_start(values, format);
      emit_formatted_error(at, format, values);
      va_end(values);
    }
  }
  [[gnu::format(printf, 2, 0)]] static void verror(call_site at, char const* format,
                                                   std::va_list values) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) emit_formatted_error(at, format, values);
  }

  /// A message: the event `printf`.
  static void print(text message, call_site at = call_site::here()) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) emit_print(message, at);
  }
  [[gnu::format(printf, 2, 3)]] static void print_f(call_site at, char const* format,
                                                    ...) noexcept {
    if constexpr (Enabled) {
      if (!detail::is_on()) return;
      std::va_list values;
      va_start(values, format);
      emit_formatted_print(at, format, values);
      va_end(values);
    }
  }
  [[gnu::format(printf, 2, 0)]] static void vprint(call_site at, char const* format,
                                                   std::va_list values) noexcept {
    if constexpr (Enabled)
      if (detail::is_on()) emit_formatted_print(at, format, values);
  }

 private:
  using statement = detail::statement;
  using emitter = detail::emitter<Targets>;

  [[gnu::noinline]] static void emit_error(text message, text format, call_site at) noexcept {
    statement const s;
    if (!s) return;
    std::string_view const msg = redacted(s.thread->redacted, message.or_empty());
    // Without a format of its own the message, redacted, is both.
    std::string_view fmt = format;
    if (fmt.empty()) fmt = msg;
    emitter::publish(fmt.empty() ? event::error{} : event::error{.msg = msg, .fmt = fmt}, s, at);
  }

  [[gnu::noinline, gnu::format(printf, 2, 0)]] static void emit_formatted_error(
      call_site at, char const* format, std::va_list values) noexcept {
    statement const s;
    if (!s) return;
    std::string_view const msg = format_message(s.thread->message, format, values);
    if (msg.data() == nullptr) return emitter::publish(event::error{}, s, at);
    emitter::publish(event::error{.msg = redacted(s.thread->redacted, msg), .fmt = format}, s, at);
  }

  [[gnu::noinline]] static void emit_print(text message, call_site at) noexcept {
    if (statement const s; s)
      emitter::publish(event::printf{.t_abs = s.t_abs(), .msg = message}, s, at);
  }

  [[gnu::noinline, gnu::format(printf, 2, 0)]] static void emit_formatted_print(
      call_site at, char const* format, std::va_list values) noexcept {
    if (statement const s; s)
      emitter::publish(event::printf{.t_abs = s.t_abs(),
                                     .msg = format_message(s.thread->message, format, values)},
                       s, at);
  }
};

}  // namespace trace2::inline v0::verb
