// The destination of a target's lines: the value of a setting such as TRACE2_PERF, parsed and
// opened (R-DST-01..26).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/text/ascii.hpp>
#include <trace2/session/shared_directory.hpp>
#include <trace2/session/trace_directory.hpp>
#include <trace2/settings/scalar.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/descriptor.hpp>
#include <trace2/sink/unix_socket.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// The parsed value of a setting. Lifetime: borrows the value.
struct destination {
  enum class form : std::uint8_t {
    off,
    descriptor,
    path,  ///< absolute; a file or a directory
    unix_socket,
    no_socket_path,   ///< an `af_unix:` value without path
    bad_socket_path,  ///< relative, or too long
    unknown
  };

  form kind = form::off;
  int descriptor = -1;
  socket_type type = socket_type::any;
  std::string_view path{};
};

namespace detail {

constexpr destination parse_unix_socket(std::string_view rest) noexcept {
  destination result{.kind = destination::form::unix_socket};
  auto const takes = [&rest](std::string_view prefix) {
    if (!rest.starts_with(prefix)) return false;
    rest.remove_prefix(prefix.size());
    return true;
  };
  if (takes("stream:"))
    result.type = socket_type::stream;
  else if (takes("dgram:"))
    result.type = socket_type::datagram;

  result.path = rest;
  if (rest.empty())
    result.kind = destination::form::no_socket_path;
  else if (!paths::is_absolute(rest) || rest.size() >= unix_socket_sink::path_buffer)
    result.kind = destination::form::bad_socket_path;
  return result;
}

}  // namespace detail

/// Parses the value of a setting. Depends on the value alone (R-DST-01..06, 20, 21).
[[gnu::cold]] constexpr destination parse_destination(std::string_view value) noexcept {
  using form = destination::form;
  constexpr std::string_view socket_prefix = "af_unix:";
  constexpr int standard_error = 2;

  if (value.empty() || value == "0" || detail::equal_ignoring_case(value, "false")) return {};
  if (value == "1" || detail::equal_ignoring_case(value, "true"))
    return {.kind = form::descriptor, .descriptor = standard_error};
  if (value.size() == 1 && detail::is_digit(value[0]))
    return {.kind = form::descriptor, .descriptor = value[0] - '0'};
  if (value.find('\0') != std::string_view::npos) return {.kind = form::unknown};
  if (detail::paths::is_absolute(value)) return {.kind = form::path, .path = value};
  if (value.starts_with(socket_prefix))
    return detail::parse_unix_socket(value.substr(socket_prefix.size()));
  return {.kind = form::unknown};
}

/// The facts that opening a destination needs besides the value.
struct destination_context {
  std::string_view variable;    ///< names the setting in diagnostics, e.g. "TRACE2_PERF"
  std::string_view place{};     ///< of its key, if a file has given the value
  std::string_view file_name;   ///< of this process in a directory: the last component of its SID
  int max_files = 0;            ///< a directory with that many entries is full; 0: never
  std::uint64_t held_back = 0;  ///< bytes of lines that a buffer may hold back; 0: no buffer
  bool debug = false;           ///< say on standard error why a destination can't be opened
  buffer* reason = nullptr;     ///< takes the variable and the reason, too
};

struct opened_sink {
  sink* to = nullptr;          ///< lives as long as the process; null: the target is off
  bool is_overloaded = false;  ///< `to` is the sentinel of a full directory
  bool is_own_file = false;    ///< in a directory: no other process writes to it
};

namespace detail {

/// Says why a target is off: to a person who asks, or to everybody if `always`, and to whoever
/// wants the targets changed.
[[gnu::cold]] inline void say_why_off(destination_context const& context, message_parts why,
                                      bool always = false) noexcept {
  buffer reason;
  append_parts(reason, why);
  if (!context.place.empty()) append_parts(reason, {" (", context.place, ")"});
  std::string_view const said = reason.failed() ? error_text(ENOMEM) : reason.view();
  if (context.debug || always) warn({"trace '", context.variable, "' is off: ", said});
  if (context.reason != nullptr && context.reason->empty())
    append_parts(*context.reason, {context.variable, ": ", said});
}

/// Said also to a person who doesn't ask. `value` is no destination (R-DST-06).
[[gnu::cold]] inline void say_is_no_path(destination_context const& context,
                                         std::string_view value) noexcept {
  say_why_off(context, {"'", value, "' is no absolute path"}, true);
}

/// Said also to a person who doesn't ask, who may be under attack.
[[gnu::cold]] inline void say_is_strangers(destination_context const& context,
                                           std::string_view path) noexcept {
  say_why_off(context, {"'", path, "' belongs to another user"}, true);
}

/// Opens the destination of one setting, or reports why it can't. The function is a template like
/// the sinks, so that a unit without a session instantiates none of them.
template <class System>
class destination_opener {
 public:
  explicit destination_opener(destination_context const& context) noexcept : context_{context} {}

  [[gnu::cold]] opened_sink open(std::string_view value) const noexcept {
    using form = destination::form;
    destination const wanted = parse_destination(value);
    switch (wanted.kind) {
      case form::off:
        break;
      case form::descriptor:
        return {leaked<basic_descriptor_sink<System>>::make(wanted.descriptor)};
      case form::path:
        return open_path(wanted.path);
      case form::unix_socket:
        return open_socket(wanted);
      case form::no_socket_path:
        explain({"no path in '", value, "'"});
        break;
      case form::bad_socket_path:
        explain({"bad socket path '", wanted.path, "'"});
        break;
      case form::unknown:
        // "yes" and "10" are no paths that somebody meant.
        if (parse_truth(value) == truth::unclear)
          say_is_no_path(context_, value);
        else
          say_why_off(context_, {"unknown destination '", value, "'"}, true);
        break;
    }
    return {};
  }

 private:
  [[gnu::cold]] opened_sink open_path(std::string_view path) const noexcept {
    buffer terminated;
    terminated.append(path);
    char const* const name = terminated.c_str();
    if (name == nullptr) return {take({-ENOMEM}, path)};
    shared_directory parent{path};
    detail::file_status status;
    bool const is_directory = system_calls::status(name, status) == 0 && status.is_directory();
    // Behind the look at the kind: what a stranger puts there meanwhile is seen here, or by `open`.
    if (parent.holds_strangers()) {
      say_is_strangers(context_, path);
      return {};
    }
    if (is_directory) return open_directory(path);
    return {take(parent.open<System>(name), path)};
  }

  [[gnu::cold]] opened_sink open_directory(std::string_view path) const noexcept {
    directory_file const file =
        open_in_directory<System>(path, context_.file_name, context_.max_files);
    if (file.state == directory_state::discarding) {
      explain({"directory '", path, "' is full"});
      return {};
    }
    buffer name;
    name.append(path);
    if (!paths::ends_with_separator(path)) name.append('/');
    name.append(context_.file_name);
    sink* const to = take(file.fd, name.view());
    return {to, to != nullptr && file.state == directory_state::overloaded, to != nullptr};
  }

  [[gnu::cold]] opened_sink open_socket(destination const& wanted) const noexcept {
    using made = leaked<basic_unix_socket_sink<System>>;
    auto* const to = made::make(wanted.path, wanted.type);
    if (to == nullptr || to->error() == 0) return {to};
    explain({"can't connect to '", wanted.path, "': ", error_text(to->error())});
    made::give_back(*to);
    return {};
  }

  [[gnu::cold]] sink* take(owned_descriptor fd, std::string_view path) const noexcept {
    if (fd.value >= 0) {
      if (sink* const to = leaked<basic_descriptor_sink<System>>::make(fd)) return to;
      system_calls::close(fd.value);
    }
    explain({"can't open '", path, "': ", error_text(fd.value < 0 ? -fd.value : ENOMEM)});
    return nullptr;
  }

  /// Reports a failure that may be a matter of circumstances (R-DST-24).
  void explain(message_parts why) const noexcept { say_why_off(context_, why); }

  destination_context const& context_;
};

}  // namespace detail

/// Opens the destination that a setting's value asks for. Keeps `errno`. Errors: reported on
/// standard error (R-DST-24). Cost: holds the program for at most 50 ms, when a collector's queue
/// is full.
template <class System = detail::sink_system>
[[gnu::cold]] opened_sink open_destination(std::string_view value,
                                           destination_context const& context) noexcept {
  detail::errno_guard const guard;
  detail::cancellation_guard const uncancelled;
  opened_sink opened = detail::destination_opener<System>{context}.open(value);
  if (opened.to != nullptr && context.held_back != 0)
    if (auto* const to = detail::leaked<buffered_sink>::make(
            *opened.to, static_cast<std::size_t>(context.held_back));
        to != nullptr)
      opened.to = to;
  return opened;
}

}}  // namespace trace2::v0
