// How the settings reach configuration files: through functions of the features `config_files` and
// `git_config`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/function_ref.hpp>
#include <trace2/value/scope.hpp>
#include <trace2/value/settings_source.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// One entry of a configuration, or a variable that is listed like one. Lifetime: of the call that
/// receives it.
struct config_entry {
  /// `section.Subsection.key`, in lower case except the subsection (R-PAR-04).
  std::string_view key;
  /// Null for `key` instead of `key = …` (R-PAR-05).
  std::string_view value;
  scope where{};
  std::string_view file;  ///< empty if the entry stands in no file
  int line{};
};

/// Reads the files that a source names. Threads: any.
struct config_access {
  using receiver = function_ref<void(config_entry const&)>;

  /// Hands on each entry, and tells problems on standard error; false when memory ran out.
  bool (*read)(settings_source const&, receiver) noexcept;
  /// Hands on each entry that may be listed as a parameter (R-PAR-02); problems are known by now.
  void (*read_again)(settings_source const&, receiver) noexcept;
};

}}}  // namespace trace2::v0::detail
