// Events that say under which settings and on what the program works.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/wording.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/scope.hpp>

namespace trace2 { inline namespace v0 { namespace event {

/// A setting that the program obeys.
struct def_param {
  static constexpr std::string_view event_name = "def_param";
  static constexpr event_traits traits{.timed = false};
  trace2::scope scope{};     ///< the kind of source that set it
  std::string_view param{};  ///< the name of the setting or of the environment variable
  std::string_view value{};  ///< redacted; null when the setting has no value (R-PAR-05)
  void normal(auto& line) const {
    line << "def_param scope:" << enumerator_name(scope) << ' ' << param;
    if (value.data() != nullptr) line << '=' << value;
  }
  void perf(auto& line) const {
    line << param;
    if (value.data() != nullptr) line << ':' << value;
  }
  void perf_category(auto& line) const { line << "scope:" << enumerator_name(scope); }
};
TRACE2_DETAIL_DESCRIBE(def_param, scope, param, value)

/// Announces the repository that later events refer to by the number in this record.
struct def_repo {
  static constexpr std::string_view event_name = "def_repo";
  static constexpr event_traits traits{.timed = false};
  std::string_view worktree{};  ///< path of the directory that the repository is in
  void normal(auto& line) const { line << "worktree " << quoted{worktree}; }
  void perf(auto& line) const { line << "worktree:" << quoted{worktree}; }
};
TRACE2_DETAIL_DESCRIBE(def_repo, worktree)

}}}  // namespace trace2::v0::event
