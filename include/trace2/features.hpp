// The optional parts of a session, in a list beside that of its targets. Each has a header that
// holds its code; <trace2/trace2.hpp> has them all.
//
//     #include <trace2/core.hpp>
//     #include <trace2/config_files.hpp>
//
//     using targets = trace2::target_list<trace2::format::json>;
//     using tracer = trace2::basic_tracer<TRACE2_ENABLED != 0, targets>;
//     using session = trace2::basic_session<tracer, trace2::features<trace2::config_files>>;
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

namespace trace2 { inline namespace v0 {

/// Reads the configuration files that the program names in its `settings_source`. Its header is
/// <trace2/config_files.hpp>. Without it a session leaves the files out.
struct config_files;

/// Reads Git's own configuration, for `git_settings`. Its header is <trace2/git_config.hpp>.
struct git_config;

/// Hides secrets by all rules that `redact` names. Its header is <trace2/redaction.hpp>. A session
/// without it still hides passwords in URLs and values whose name announces a secret: the argument
/// behind `--token`, `API_KEY=X` and `Authorization: X` (R-RED-03, R-RED-05). Such a session misses
/// what needs more knowledge: options of programs (`curl -u`), the shapes of access tokens, command
/// lines for a shell or inside an error, JSON and YAML. A program's own redactor doesn't change
/// that, because it sees one text at a time.
struct redaction;

/// Shows sums by phase, and how long the intervals of each `distribution_timer` were. Its header is
/// <trace2/detailed_sums.hpp>. A session without it shows no phase and a `distribution_timer` as a
/// `timer`, and counts both in a `data` event at its end, "missing_feature/detailed_sums".
struct detailed_sums;

/// Traces the signals that end the process, as the option `signals` of a session says. Its header
/// is <trace2/signal_events.hpp>. Without it the trace of such a process has no end.
struct signal_events;

/// Gives children the W3C trace context, as the option `trace_context` of a session says. Its
/// header is <trace2/trace_context.hpp>. Without it TRACEPARENT stays as it is.
struct trace_context;

/// The features of a session. A feature that isn't listed leaves no code.
template <class... Feature>
struct features {};

/// All features: those of `trace2::session`.
using all_features =
    features<config_files, git_config, redaction, detailed_sums, signal_events, trace_context>;

}}  // namespace trace2::v0
