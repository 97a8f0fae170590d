// The names of settings: variables of the environment and keys of configuration files.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 {

/// One setting in its two spellings: the words behind the prefix of a variable, which `_` joins,
/// and the parts of the key in section `trace2`. A format named "normal" has no word of its own.
struct setting {
  std::string_view words[2]{};
  std::string_view key[2]{};

  /// A setting of one format; the key leaves out the underscores of the word.
  static constexpr setting of(std::string_view format, std::string_view word) noexcept {
    return {{format == "normal" ? std::string_view{} : format, word}, {format, word}};
  }

  static constexpr setting target(std::string_view format) noexcept {
    setting result = of(format, {});
    result.key[1] = "target";
    return result;
  }
  static constexpr setting brief(std::string_view format) noexcept { return of(format, "brief"); }
  static constexpr setting nesting(std::string_view format) noexcept {
    return of(format, "nesting");
  }
  static constexpr setting filter(std::string_view format) noexcept { return of(format, "filter"); }
  static constexpr setting size(std::string_view format) noexcept { return of(format, "size"); }
  static constexpr setting mode(std::string_view format) noexcept { return of(format, "mode"); }
  /// Size of the buffers that hold lines back; see `buffered_sink`.
  static constexpr setting buffer(std::string_view format) noexcept { return of(format, "buffer"); }
  static constexpr setting sample() noexcept { return {{"sample"}, {"sample"}}; }
  static constexpr setting max_files() noexcept { return {{"max_files"}, {"maxfiles"}}; }
  static constexpr setting destination_debug() noexcept {
    return {{"dst_debug"}, {"destinationdebug"}};
  }
  static constexpr setting config_params() noexcept {
    return {{"config_params"}, {"configparams"}};
  }
  static constexpr setting env_vars() noexcept { return {{"env_vars"}, {"envvars"}}; }
  /// Hide secrets in the values of `data`, in messages and in the messages of regions too. Without
  /// it these are shown as the program gives them.
  static constexpr setting redact_all() noexcept { return {{"redact_all"}, {"redactall"}}; }

  // These four have no key: files can't set them.
  static constexpr setting redact() noexcept { return {{"redact"}}; }
  static constexpr setting parent_sid() noexcept { return {{"parent_sid"}}; }
  static constexpr setting parent_name() noexcept { return {{"parent_name"}}; }
  /// Show the system's number of each thread that says its name, for profilers that know no other.
  static constexpr setting thread_ids() noexcept { return {{"thread_ids"}}; }

  /// True if a key, without the section and in lower case, is that of the setting. A key leaves out
  /// the underscores of words and of a format's name.
  [[gnu::cold]] bool has_key(std::string_view name) const noexcept {
    for (std::string_view const part : key)
      for (char const c : part) {
        if (c == '_') continue;
        if (name.empty() || name.front() != detail::to_lower(c)) return false;
        name.remove_prefix(1);
      }
    return name.empty() && !key[0].empty();
  }
};

}}  // namespace trace2::v0
