// Git's own configuration: its files, which variables may move, the conditions on the repository,
// and the files and variables that a Git command would read besides.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/settings/config_access.hpp>
#include <trace2/settings/config_file.hpp>
#include <trace2/settings/git_command_line.hpp>
#include <trace2/settings/git_condition.hpp>
#include <trace2/settings/git_repository.hpp>
#include <trace2/settings/own_config.hpp>
#include <trace2/settings/remote_url_condition.hpp>
#include <trace2/value/settings_source.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// Reads the files for settings: those of the repository don't count (R-SET-04).
inline bool read_git_config(settings_source const& source, config_access::receiver use) noexcept {
  auto const read = [&](config_reader& reader) { location_of(source).read_like_git(reader); };
  remote_url_condition holds{read};
  config_reader reader{use, config_reader::problems::told, holds};
  read(reader);
  return !reader.failed() && !holds.failed();
}

/// Reads the files as a Git command would here, with those of the repository and the worktree and
/// the command line behind them (R-PAR-02, R-PAR-04, R-PAR-05).
inline void read_git_config_of_repository(settings_source const& source,
                                          config_access::receiver use) noexcept {
  git_repository const repository;
  auto const read_own = [&](config_reader& reader) { location_of(source).read_like_git(reader); };
  auto const read_others = [&](config_reader& reader) {
    read_git_repository(reader, repository);
    git_command_line{reader}.read();
  };
  auto const read_all = [&](config_reader& reader) {
    read_own(reader);
    read_others(reader);
  };
  git_condition const holds_for_repository{repository};
  remote_url_condition holds{read_all, holds_for_repository};
  config_reader again{use, config_reader::problems::known, holds};
  read_own(again);
  config_reader reader{use, config_reader::problems::told, holds};
  read_others(reader);
}

inline constexpr config_access git_config_access{.read = &read_git_config,
                                                 .read_again = &read_git_config_of_repository};

}}}  // namespace trace2::v0::detail
