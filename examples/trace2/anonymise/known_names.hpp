// Names that tell nothing about who ran a program, since everybody has them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "system/characters.hpp"

namespace trace2::program {

namespace known_names {

// All lists are sorted.

inline constexpr std::string_view git_commands[] = {"add",
                                                    "am",
                                                    "annotate",
                                                    "apply",
                                                    "archive",
                                                    "bisect",
                                                    "blame",
                                                    "branch",
                                                    "bugreport",
                                                    "bundle",
                                                    "cat-file",
                                                    "check-attr",
                                                    "check-ignore",
                                                    "check-mailmap",
                                                    "check-ref-format",
                                                    "checkout",
                                                    "checkout--worker",
                                                    "checkout-index",
                                                    "cherry",
                                                    "cherry-pick",
                                                    "clean",
                                                    "clone",
                                                    "column",
                                                    "commit",
                                                    "commit-graph",
                                                    "commit-tree",
                                                    "config",
                                                    "count-objects",
                                                    "credential",
                                                    "credential-cache",
                                                    "credential-store",
                                                    "daemon",
                                                    "describe",
                                                    "diagnose",
                                                    "diff",
                                                    "diff-files",
                                                    "diff-index",
                                                    "diff-tree",
                                                    "difftool",
                                                    "fast-export",
                                                    "fast-import",
                                                    "fetch",
                                                    "fetch-pack",
                                                    "filter-branch",
                                                    "fmt-merge-msg",
                                                    "for-each-ref",
                                                    "for-each-repo",
                                                    "format-patch",
                                                    "fsck",
                                                    "fsmonitor--daemon",
                                                    "gc",
                                                    "get-tar-commit-id",
                                                    "grep",
                                                    "hash-object",
                                                    "help",
                                                    "hook",
                                                    "index-pack",
                                                    "init",
                                                    "init-db",
                                                    "interpret-trailers",
                                                    "lfs",
                                                    "log",
                                                    "ls-files",
                                                    "ls-remote",
                                                    "ls-tree",
                                                    "mailinfo",
                                                    "mailsplit",
                                                    "maintenance",
                                                    "merge",
                                                    "merge-base",
                                                    "merge-file",
                                                    "merge-index",
                                                    "merge-ours",
                                                    "merge-recursive",
                                                    "merge-tree",
                                                    "mergetool",
                                                    "mktag",
                                                    "mktree",
                                                    "multi-pack-index",
                                                    "mv",
                                                    "name-rev",
                                                    "notes",
                                                    "pack-objects",
                                                    "pack-redundant",
                                                    "pack-refs",
                                                    "patch-id",
                                                    "prune",
                                                    "prune-packed",
                                                    "pull",
                                                    "push",
                                                    "range-diff",
                                                    "read-tree",
                                                    "rebase",
                                                    "receive-pack",
                                                    "reflog",
                                                    "refs",
                                                    "remote",
                                                    "remote-ext",
                                                    "remote-fd",
                                                    "remote-ftp",
                                                    "remote-ftps",
                                                    "remote-http",
                                                    "remote-https",
                                                    "repack",
                                                    "replace",
                                                    "replay",
                                                    "rerere",
                                                    "reset",
                                                    "restore",
                                                    "rev-list",
                                                    "rev-parse",
                                                    "revert",
                                                    "rm",
                                                    "send-email",
                                                    "send-pack",
                                                    "shortlog",
                                                    "show",
                                                    "show-branch",
                                                    "show-index",
                                                    "show-ref",
                                                    "sparse-checkout",
                                                    "stash",
                                                    "status",
                                                    "stripspace",
                                                    "submodule",
                                                    "submodule--helper",
                                                    "survey",
                                                    "switch",
                                                    "symbolic-ref",
                                                    "tag",
                                                    "unpack-file",
                                                    "unpack-objects",
                                                    "update-index",
                                                    "update-ref",
                                                    "update-server-info",
                                                    "upload-archive",
                                                    "upload-pack",
                                                    "var",
                                                    "verify-commit",
                                                    "verify-pack",
                                                    "verify-tag",
                                                    "version",
                                                    "worktree",
                                                    "write-tree"};

inline constexpr std::string_view git_hooks[] = {"applypatch-msg",
                                                 "commit-msg",
                                                 "fsmonitor-watchman",
                                                 "p4-changelist",
                                                 "p4-post-changelist",
                                                 "p4-pre-submit",
                                                 "p4-prepare-changelist",
                                                 "post-applypatch",
                                                 "post-checkout",
                                                 "post-commit",
                                                 "post-index-change",
                                                 "post-merge",
                                                 "post-receive",
                                                 "post-rewrite",
                                                 "post-update",
                                                 "pre-applypatch",
                                                 "pre-auto-gc",
                                                 "pre-commit",
                                                 "pre-merge-commit",
                                                 "pre-push",
                                                 "pre-rebase",
                                                 "pre-receive",
                                                 "prepare-commit-msg",
                                                 "proc-receive",
                                                 "push-to-checkout",
                                                 "reference-transaction",
                                                 "sendemail-validate",
                                                 "update"};

/// Sections of Git's settings in which users choose the names.
inline constexpr std::string_view open_sections[] = {"alias", "pager", "remotes"};

inline constexpr std::string_view programs[] = {
    "bash",   "cat",     "clang", "cmake", "dash", "emacs", "fish",  "g++",  "gcc",  "git",
    "gpg",    "less",    "make",  "meson", "more", "nano",  "ninja", "node", "perl", "pwsh",
    "python", "python3", "ruby",  "sh",    "ssh",  "su",    "sudo",  "vi",   "vim",  "zsh"};

inline constexpr std::string_view endings[] = {
    "a",   "bin", "c",    "cc",   "conf", "cpp", "css",  "csv", "cxx", "exe",  "go",   "gz",
    "h",   "hpp", "htm",  "html", "idx",  "ini", "java", "jpg", "js",  "json", "lock", "log",
    "md",  "mjs", "o",    "pack", "pdf",  "png", "py",   "rb",  "rs",  "sh",   "so",   "sql",
    "svg", "tar", "toml", "ts",   "txt",  "xml", "yaml", "yml", "zip", "zst"};

inline constexpr std::string_view schemes[] = {"file", "ftp",   "ftps", "git",
                                               "http", "https", "ssh"};

/// Names of members in the library's own events data_json, and the texts among their values.
inline constexpr std::string_view json_keys[] = {"blocks_in",
                                                 "blocks_out",
                                                 "child_id",
                                                 "count",
                                                 "involuntary_switches",
                                                 "longest",
                                                 "major_faults",
                                                 "max_rss_kib",
                                                 "median",
                                                 "minor_faults",
                                                 "of",
                                                 "p90",
                                                 "p99",
                                                 "p999",
                                                 "pid",
                                                 "shortest",
                                                 "system_time",
                                                 "unit",
                                                 "user_time",
                                                 "values",
                                                 "voluntary_switches"};
inline constexpr std::string_view json_words[] = {"ns", "th_timer", "timer"};

}  // namespace known_names

/// True if a sorted list has a name. Cost: some comparisons.
template <class List>
constexpr bool is_among(List const& names, std::string_view name) noexcept {
  return std::binary_search(std::begin(names), std::end(names), name);
}

/// True if a program has a name that tells nothing: Git, its commands, and some that many people
/// use.
constexpr bool is_known_program(std::string_view name) noexcept {
  if (is_among(known_names::programs, name)) return true;
  return is_among(known_names::git_commands, name.starts_with("git-") ? name.substr(4) : name);
}

/// True if a text is a number, `true` or `false`, as values are spelled.
constexpr bool is_plain_value(std::string_view text) noexcept {
  if (text == "true" || text == "false") return true;
  constexpr std::size_t longest = 40;
  auto const pass_digits = [&text] {
    std::size_t const size = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(size);
    return size != 0;
  };
  if (text.size() > longest) return false;
  if (text.starts_with('-')) text.remove_prefix(1);
  if (!pass_digits()) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!pass_digits()) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    if (!pass_digits()) return false;
  }
  return text.empty();
}

/// True if a text looks like a name in a program's source: like no path, address or URL.
constexpr bool is_plain_name(std::string_view text) noexcept {
  auto const is_of_word = [](char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.' || c == ')' || c == '*';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const c = text[i];
    if (c == '@' || c == '\\' || c == '~') return false;
    if (c == '/' && (i == 0 || !is_of_word(text[i - 1]))) return false;
  }
  if (text.find("..") != text.npos) return false;
  // "dir/read" is a name, "dir/read.c" a path. A name that a replacement could have is none.
  std::size_t const slash = text.rfind('/');
  std::size_t const dot = text.rfind('.');
  if (slash != text.npos && dot != text.npos && dot > slash) return false;
  return !text.starts_with("name-");
}

}  // namespace trace2::program
