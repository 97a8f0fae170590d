// With TRACE2_DST_DEBUG, names the settings that ask for a part that the session was built without.
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

namespace trace2 { inline namespace v0 { namespace detail {

/// The person has set what is hidden, and the session has fewer rules than `redact`.
[[gnu::cold]] inline void tell_fewer_rules(session_options const& options,
                                           settings const& configuration) noexcept {
  bool const is_set = !configuration.text(setting::redact()).empty() ||
                      !configuration.text(setting::redact_all()).empty();
  bool const hides_by_fewer = options.redact_with == &redact_by_default &&
                              this_process.redact_with.load_relaxed() != nullptr &&
                              this_process.parts.load_relaxed()->redaction == &core_redaction_rules;
  if (is_set && hides_by_fewer && configuration.diagnoses())
    warn(
        {"secrets are hidden in URLs and behind names alone: the session is built without the "
         "feature redaction"});
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
