// The replacements of single texts in a trace that is passed on to others.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/traced_process.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include "anonymise/replacements.hpp"

namespace trace2::program {

/// Appends the replacements of texts to a string. Of a text it leaves what tells how the program
/// worked, and nothing of what it worked on. An empty text stays empty.
class anonymous_texts {
 public:
  /// `kind-N`.
  void append(std::string& to, replaced kind, std::string_view text);

  /// A name that the source of a program gives stays, unless it looks like a path or an address.
  void append_name(std::string& to, std::string_view name);

  /// A number, `true` and `false` stay.
  void append_value(std::string& to, std::string_view value);

  /// `path-1`, whatever its depth.
  void append_directory(std::string& to, std::string_view path);

  /// `path-1/file-3.c`: directory and file have numbers of their own, and an ending that everybody
  /// knows stays.
  void append_path(std::string& to, std::string_view path);

  /// The path of a program. Its name stays if everybody knows it, or if `is_own` says that it is
  /// the program that has written the trace.
  void append_program(std::string& to, std::string_view path, bool is_own = false);

  /// An argument of a program: an option, a URL, a path, or something else.
  void append_argument(std::string& to, std::string_view argument);

  /// The name of a setting. Of `remote.NAME.url` the middle is the user's own, of `alias.NAME` the
  /// end.
  void append_setting(std::string& to, std::string_view name);

  /// The place of a call in its source stays, but not the directory in which a user has compiled
  /// the program.
  void append_source(std::string& to, std::string_view file);

  /// `main` and names that the program's source gives stay; of others the number in front of them.
  void append_thread(std::string& to, std::string_view name);

  /// A session id: the ids of ancestors and its own. Each stays what it is, a time, a host and a
  /// process, but the host becomes a number. A component of another form becomes one, but for its
  /// time and process.
  void append_sid(std::string& to, std::string_view sid);

 private:
  void append_parent(std::string& to, std::string_view directory);

  /// That an argument is an option stays, since readers look for the first that is none.
  void append_option(std::string& to, std::string_view option);

  void append_url(std::string& to, std::string_view url, std::size_t host);

  static bool is_source(std::string_view file) noexcept;

  // ---- session ids ----

  /// `20000131T123456.000000Z`, also with fewer digits behind the dot or none.
  static bool is_time(std::string_view text) noexcept;
  static bool is_word(std::string_view text, char sign) noexcept;
  static bool is_hexadecimal(std::string_view text) noexcept;

  void append_component(std::string& to, std::string_view component);

  void append_host(std::string& to, std::string_view host);

  replacements all_;
};

}  // namespace trace2::program
