// The conditions of Git's `includeIf` that depend on the repository: `gitdir:`, `gitdir/i:` and
// `onbranch:`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/text/ascii.hpp>
#include <trace2/detail/text/glob.hpp>
#include <trace2/settings/config_path.hpp>
#include <trace2/settings/git_repository.hpp>
#include <trace2/value/buffer.hpp>

#include <climits>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

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

}}}  // namespace trace2::v0::detail
