// The redacted texts of a call: what targets may show of its texts, arguments and values.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/view_of.hpp>
#include <trace2/process/redaction/json_redaction.hpp>
#include <trace2/process/redaction/option_secrets.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/thread.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/redactor.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Hides secrets in arguments, parameters and errors.
inline redactor redactor_of_arguments() noexcept { return this_process.redact_with.load_relaxed(); }
/// The rules of the session.
inline redaction_rules const& redaction_rules_in_use() noexcept {
  session_parts const* const parts = this_process.parts.load_relaxed();
  return parts == nullptr ? core_redaction_rules : *parts->redaction;
}
/// Hides secrets in values, messages and texts of regions; null unless the user asks for it.
inline redactor redactor_of_all() noexcept { return this_process.redact_all_with.load_relaxed(); }

/// The text that targets may show: the text itself, or its redacted form in `out`.
inline std::string_view redacted(buffer& out, std::string_view value,
                                 redactor hide = redactor_of_arguments()) noexcept {
  if (hide == nullptr) return value;
  out.clear();
  return hide(value, out) ? out.view() : value;
}

/// The error message that targets may show; it may quote a command line.
inline std::string_view redacted_error(buffer& out, std::string_view value) noexcept {
  redactor const hide = redactor_of_arguments();
  buffer visible;
  auto* const hide_options = redaction_rules_in_use().hide_in_command_line;
  bool const may_have_options =
      hide != nullptr && hide_options != nullptr && value.find('-') != value.npos;
  if (!may_have_options || !hide_options(value, visible, true)) return redacted(out, value, hide);
  out.clear();
  if (!hide(visible.view(), out)) out.append(visible.view());
  return out.view();
}

/// The message of a call, to people or of a region, that targets may show.
[[gnu::noinline]] inline std::string_view redacted_message(call_context const& s,
                                                           std::string_view value) noexcept {
  redactor const hide = redactor_of_all();
  return hide == nullptr ? value : redacted(s.memory().redacted, value, hide);
}

/// The value that targets may show; only a text can hold a secret.
inline data_value redacted_value(buffer& out, data_value const& value,
                                 redactor hide = redactor_of_all()) noexcept {
  if (hide == nullptr) [[likely]]
    return value;
  text const* const secretive = value.as_text();
  return secretive == nullptr ? value : text{redacted(out, *secretive, hide)};
}

/// The JSON that targets may show; it stays JSON.
inline std::string_view redacted_json(buffer& out, std::string_view value,
                                      redactor hide = redactor_of_all()) noexcept {
  if (hide == nullptr) [[likely]]
    return value;
  out.clear();
  return json_redaction{value, out, hide}.run() ? out.view() : value;
}

/// Collects a list of texts, redacted, in the call's scratch memory. Ends early when memory
/// runs out.
[[gnu::noinline, gnu::cold]] inline text_list redacted_list(
    scratch& memory, arguments const& items, std::string_view first = {},
    redactor hide = redactor_of_arguments()) noexcept {
  auto& list = memory.arguments;
  auto& texts = memory.redacted;
  list.clear();
  texts.clear();
  option_secrets options{redaction_rules_in_use()};
  if (first.data() != nullptr) {
    list.push_back(first);
    options.next(first);
  }
  // Stands for the address of a text as long as `texts` grows.
  static constexpr char no_address = '\0';
  items.for_each([&](std::string_view item) {
    if (list.failed() || !list.reserve(1)) return;
    std::size_t const begin = texts.size();
    if (redact_argument(options, item, texts, hide))
      item = view_of(&no_address, texts.size() - begin);
    list.push_back(item);
  });
  char const* place = texts.data();
  for (std::string_view& item : list) {
    if (item.data() != &no_address) continue;
    item = {place, item.size()};
    place += item.size();
  }
  return {list.data(), list.size()};
}

}}}  // namespace trace2::v0::detail
