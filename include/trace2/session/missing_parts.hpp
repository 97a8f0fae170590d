// With TRACE2_DST_DEBUG, names the settings and options that ask for a part that the session was
// built without.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/target_list.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/settings/setting.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/redactor.hpp>
#include <trace2/value/session_options.hpp>
#include <trace2/value/settings_source.hpp>

#include <string_view>

// Qt makes this word a macro.
#pragma push_macro("signals")
#undef signals
namespace trace2 { inline namespace v0 { namespace detail {

/// Says that the session hides by fewer rules than `redact`, if the person has set what is hidden,
/// and that the session lacks a feature that an option of the program asks for.
[[gnu::cold]] inline void tell_missing_parts(session_options const& options,
                                             settings const& configuration) noexcept {
  if (!configuration.diagnoses()) return;
  bool const is_set = !configuration.text(setting::redact()).empty() ||
                      !configuration.text(setting::redact_all()).empty();
  session_parts const& parts = *this_process.parts.load_relaxed();
  bool const hides_by_fewer = options.redact_with == &redact_by_default &&
                              this_process.redact_with.load_relaxed() != nullptr &&
                              parts.redaction == &core_redaction_rules;
  if (is_set && hides_by_fewer)
    warn(
        {"secrets are hidden in URLs and behind names alone: the session is built without the "
         "feature redaction"});
  if (options.signals && parts.signal_events == nullptr)
    warn({"signals are not traced: the session is built without the feature signal_events"});
  if (options.trace_context && parts.trace_context == nullptr)
    warn({"children get no TRACEPARENT: the session is built without the feature trace_context"});
}

/// The program names configuration files that the session doesn't read.
[[gnu::cold]] inline void tell_files_are_left_out(settings const& configuration) noexcept {
  settings_source const& source = configuration.source();
  auto const names_one = [](std::string_view file) { return !file.empty(); };
  bool const has_files = names_one(source.system_file) || names_one(source.user_files[0]) ||
                         names_one(source.user_files[1]);
  if (has_files && configuration.diagnoses())
    warn({"configuration files are left out: the session is built without the feature ",
          source.is_git ? "git_config" : "config_files"});
}

/// The person wants a recording, and the list of targets has no flight recorder.
[[gnu::cold]] inline void tell_no_recorder(settings const& configuration) noexcept {
  setting const recorder = setting::target(recorder_outline::name);
  if (parse_destination(configuration.text(recorder)).kind == destination::form::off) return;
  std::string_view const place = configuration.place(recorder);
  variable_name const variable = configuration.variable(recorder);
  if (configuration.diagnoses())
    warn({place.empty() ? variable.view() : place,
          " has no effect: the session is built without the flight recorder"});
}

}}}  // namespace trace2::v0::detail
#pragma pop_macro("signals")
