// The decisions that a session makes once, by the settings of its user: what to hide, and what to
// show in addition.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/settings/setting.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/redactor.hpp>
#include <trace2/value/session_options.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Chooses the redactors of the process, whose parts are those of the session.
inline void choose_redaction(session_options const& options,
                             settings const& configuration) noexcept {
  redactor const usual = this_process.parts.load_relaxed()->redact;
  redactor const chosen = options.redact_with == &redact_by_default ? usual : options.redact_with;
  redactor const hide = configuration.redact() ? chosen : nullptr;
  // An unclear value hides, as that of TRACE2_REDACT does.
  bool const is_unclear_yes = !configuration.text(setting::redact_all()).empty();
  bool const hides_all = configuration.flag(setting::redact_all(), is_unclear_yes);
  this_process.redact_with.store_relaxed(hide);
  this_process.redact_all_with.store_relaxed(hides_all ? hide : nullptr);
}

/// Makes all choices, when a session begins and when its settings change.
inline void make_user_choices(session_options const& options,
                              settings const& configuration) noexcept {
  choose_redaction(options, configuration);
  shows_thread_ids.store_relaxed(configuration.flag(setting::thread_ids(), false));
}

}}}  // namespace trace2::v0::detail
