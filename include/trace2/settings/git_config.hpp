// Git's own configuration: its files, which variables may move, the conditions on the repository,
// and the files and variables that a Git command would read besides.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/text/ascii.hpp>
#include <trace2/detail/text/glob.hpp>
#include <trace2/settings/config_access.hpp>
#include <trace2/settings/config_file.hpp>
#include <trace2/settings/config_path.hpp>
#include <trace2/settings/git_command_line.hpp>
#include <trace2/settings/git_repository.hpp>
#include <trace2/settings/own_config.hpp>
#include <trace2/settings/remote_url_condition.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/settings_source.hpp>

#include <climits>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

// The conditions of Git's `includeIf` that depend on the repository: `gitdir:`, `gitdir/i:` and
// `onbranch:`.

/// Decides whether a condition holds in one repository; without a repository none holds. Lifetime:
/// the repository must outlive it.
class git_condition {
 public:
  explicit git_condition(git_repository const& repository) noexcept : repository_{repository} {}

  /// True if the condition `text` of an `includeIf` in `file` holds.
  bool operator()(std::string_view text, std::string_view file) const noexcept {
    if (!repository_.is_found()) return false;
    auto const takes = [&text](std::string_view keyword) {
      if (!text.starts_with(keyword)) return false;
      text.remove_prefix(keyword.size());
      return true;
    };
    if (takes("gitdir:")) return is_in(text, file, letter_case::significant);
    if (takes("gitdir/i:")) return is_in(text, file, letter_case::ignored);
    return takes("onbranch:") && is_on(text);
  }

 private:
  bool is_in(std::string_view pattern, std::string_view file, letter_case letters) const noexcept {
    buffer named;
    buffer base;
    if (take_named_directory(pattern, named) == named_directory::taken) {
      append_real_path(base, named.view());
      if (base.empty()) return false;
    } else if (pattern.starts_with("./")) {
      append_real_path(base, directory_of(file));
      if (base.empty()) return false;
      if (paths::ends_with_separator(base.view())) base.pop_back();
      pattern.remove_prefix(1);
    }
    buffer below_base;
    if (!paths::is_absolute(pattern)) below_base.append("**/");
    append_with_content(below_base, pattern);
    glob const wanted{below_base.view(), letters, slashes::separating};

    auto const matches = [&](std::string_view directory) {
      std::string_view const begin = directory.substr(0, base.size());
      bool const is_below = letters == letter_case::ignored
                                ? equal_ignoring_case(begin, base.view())
                                : begin == base.view();
      return is_below && wanted.matches(directory.substr(begin.size()));
    };
    buffer real;
    append_real_path(real, repository_.git_directory());
    return matches(real.view()) || matches(repository_.git_directory());
  }

  bool is_on(std::string_view pattern) const noexcept {
    buffer branch;
    buffer wanted;
    append_with_content(wanted, pattern);
    return repository_.read_branch(branch) &&
           glob{wanted.view(), letter_case::significant, slashes::separating}.matches(
               branch.view());
  }

  /// A pattern that ends in a slash stands for all paths below.
  static void append_with_content(buffer& out, std::string_view pattern) noexcept {
    out.append(pattern);
    if (paths::ends_with_separator(pattern)) out.append("**");
  }

  static void append_real_path(buffer& out, std::string_view path) noexcept {
    buffer name;
    name.append(path);
    char real[longest_path];
    if (name.c_str() != nullptr && system_calls::realpath(name.c_str(), real) == 0)
      out.append(real);
  }

  git_repository const& repository_;
};

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
