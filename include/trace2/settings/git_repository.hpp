// The Git repository of the current directory, found as Git finds it. A trace lists its
// configuration (R-PAR-02).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/text/ascii.hpp>
#include <trace2/settings/config_file.hpp>
#include <trace2/settings/config_path.hpp>
#include <trace2/settings/scalar.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Two directories of a repository. They differ in a linked worktree: there the Git directory
/// belongs to the worktree, and the common directory to the repository.
class git_repository {
 public:
  /// Looks where GIT_DIR says, else in the current directory and upwards.
  git_repository() noexcept {
    std::string_view const named = get_variable("GIT_DIR");
    if (named.data() != nullptr)
      is_found_ = accept(named);
    else
      is_found_ = search();
  }

  bool is_found() const noexcept { return is_found_; }
  std::string_view git_directory() const noexcept { return git_directory_.view(); }
  std::string_view common_directory() const noexcept { return common_directory_.view(); }

  /// Appends the short name of the current branch; false if there is none.
  bool read_branch(buffer& name) const noexcept {
    constexpr std::string_view label = "ref: refs/heads/";
    buffer path;
    append_path(path, git_directory(), "HEAD");
    buffer head;
    if (!read_line(path.view(), head) || !head.view().starts_with(label)) return false;
    name.append(head.view().substr(label.size()));
    return true;
  }

 private:
  bool search() noexcept {
    char current[4096];
    if (system_calls::getcwd(current, sizeof current) < 0 || !paths::is_absolute(current))
      return false;
    bool const crosses = parse_truth(get_variable("GIT_DISCOVERY_ACROSS_FILESYSTEM")) == truth::yes;
    std::string_view directory = current;
    auto const device = status_of(directory).number().device;
    for (;;) {
      buffer path;
      append_path(path, directory, ".git");
      // A file `.git` that isn't a pointer ends the search; Git would refuse to run at all.
      if (status_of(path.view()).is_regular()) return accept(path.view());
      if (accept(path.view()) || accept(directory)) return true;
      if (directory.size() <= paths::root_size(directory)) return false;
      directory = paths::parent(directory);
      if (is_ceiling(directory)) return false;
      if (!crosses && status_of(directory).number().device != device) return false;
    }
  }

  /// GIT_CEILING_DIRECTORIES are not entered on the way up.
  static bool is_ceiling(std::string_view directory) noexcept {
    bool is_listed = false;
    for_each_item(get_variable("GIT_CEILING_DIRECTORIES"), paths::list_separator,
                  [&](std::string_view ceiling) {
                    if (ceiling.size() > paths::root_size(ceiling) &&
                        paths::ends_with_separator(ceiling))
                      ceiling.remove_suffix(1);
                    is_listed |= paths::are_same(ceiling, directory);
                  });
    return is_listed;
  }

  /// Takes a Git directory, or a file `gitdir: DIRECTORY` in place of one.
  bool accept(std::string_view path) noexcept {
    git_directory_.clear();
    if (status_of(path).is_regular()) {
      constexpr std::string_view label = "gitdir: ";
      buffer pointer;
      if (!read_line(path, pointer) || !pointer.view().starts_with(label)) return false;
      append_path(git_directory_, directory_of(path), pointer.view().substr(label.size()));
    } else {
      git_directory_.append(path);
    }
    return find_common_directory() && is_git_directory();
  }

  bool find_common_directory() noexcept {
    common_directory_.clear();
    std::string_view const named = get_variable("GIT_COMMON_DIR");
    buffer path;
    append_path(path, git_directory(), "commondir");
    buffer pointer;
    if (!named.empty())
      common_directory_.append(named);
    else if (read_line(path.view(), pointer))
      append_path(common_directory_, git_directory(), pointer.view());
    else
      common_directory_.append(git_directory());
    return !git_directory_.failed() && !common_directory_.failed();
  }

  bool is_git_directory() const noexcept {
    return status_in(git_directory(), "HEAD").is_regular() &&
           status_in(common_directory(), "objects").is_directory() &&
           status_in(common_directory(), "refs").is_directory();
  }

  [[gnu::noinline]] static bool read_line(std::string_view path, buffer& line) noexcept {
    constexpr std::size_t longest = 8192;
    buffer name;
    name.append(path);
    if (read_regular_file(name.c_str(), longest, line) != 0) return false;
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    return !line.empty();
  }

  /// The status of the file at a path; all zero if there is none.
  [[gnu::noinline]] static file_status status_of(std::string_view path) noexcept {
    file_status status{};
    buffer name;
    name.append(path);
    if (name.c_str() == nullptr || system_calls::status(name.c_str(), status) < 0) return {};
    return status;
  }
  [[gnu::noinline]] static file_status status_in(std::string_view directory,
                                                 std::string_view name) noexcept {
    buffer path;
    append_path(path, directory, name);
    return status_of(path.view());
  }

  [[gnu::noinline]] static void append_path(buffer& out, std::string_view directory,
                                            std::string_view name) noexcept {
    if (!paths::is_absolute(name)) {
      out.append(directory);
      if (!paths::ends_with_separator(directory)) out.append('/');
    }
    out.append(name);
  }

  buffer git_directory_;
  buffer common_directory_;
  bool is_found_ = false;
};

/// Reads the configuration of the repository, then that of its worktree.
inline void read_git_repository(config_reader& reader, git_repository const& repository) noexcept {
  if (!repository.is_found()) return;
  buffer path;
  path.append(repository.common_directory());
  path.append("/config");
  bool has_worktree_config = false;
  auto const find_extension = [&](config_entry const& entry) {
    if (entry.key != "extensions.worktreeconfig") return;
    // A key without a value means yes here, as for every truth value of Git itself.
    has_worktree_config = entry.value.data() == nullptr || parse_truth(entry.value) == truth::yes;
  };
  reader.read(path.view(), scope::local);
  config_reader{find_extension, config_reader::problems::known}.read(path.view(), scope::local);
  if (!has_worktree_config) return;
  path.clear();
  path.append(repository.git_directory());
  path.append("/config.worktree");
  reader.read(path.view(), scope::worktree);
}

}}}  // namespace trace2::v0::detail
