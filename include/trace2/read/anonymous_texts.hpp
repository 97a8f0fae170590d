// What stands for single texts of a trace that others are to see.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/read/known_names.hpp>
#include <trace2/read/replacements.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// Appends the replacements of texts to a string. Of a text it leaves what tells how the program
/// worked, and nothing of what it worked on. An empty text stays empty.
class anonymous_texts {
 public:
  /// `kind-N`.
  void append(std::string& to, replaced kind, std::string_view text) {
    if (!text.empty()) all_.append(to, kind, text);
  }

  /// A name that the source of a program gives stays, unless it looks like a path or an address.
  void append_name(std::string& to, std::string_view name) {
    if (is_plain_name(name))
      to.append(name);
    else
      append(to, replaced::name, name);
  }

  /// A number, `true` and `false` stay.
  void append_value(std::string& to, std::string_view value) {
    if (is_plain_value(value))
      to.append(value);
    else
      append(to, replaced::value, value);
  }

  /// `path-1`, whatever its depth.
  void append_directory(std::string& to, std::string_view path) {
    if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    append(to, replaced::directory, path);
  }

  /// `path-1/file-3.c`: directory and file have numbers of their own, and an ending that everybody
  /// knows stays.
  void append_path(std::string& to, std::string_view path) {
    std::size_t const slash = path.rfind('/');
    if (slash != path.npos) append_parent(to, path.substr(0, slash));
    std::string_view const file = path.substr(slash + 1);
    append(to, replaced::file, file);
    std::size_t const dot = file.rfind('.');
    if (dot != file.npos && dot != 0 && is_among(known_names::endings, file.substr(dot + 1)))
      to.append(file.substr(dot));
  }

  /// The path of a program. Its name stays if everybody knows it, or if `is_own` says that it is
  /// the program that has written the trace.
  void append_program(std::string& to, std::string_view path, bool is_own = false) {
    std::string_view const name = program_name(path);
    std::size_t const name_begin = std::min(path.find_last_of("/\\") + 1, path.size());
    if (name_begin != 0) append_parent(to, path.substr(0, name_begin - 1));
    if (is_known_program(name) || (is_own && is_plain_name(name)))
      to.append(name);
    else
      append(to, replaced::program, name);
  }

  /// An argument of a program: an option, a URL, a path, or something else.
  void append_argument(std::string& to, std::string_view argument) {
    if (argument.starts_with('-')) return append_option(to, argument);
    std::size_t const scheme = argument.find("://");
    if (scheme != argument.npos && is_among(known_names::schemes, argument.substr(0, scheme)))
      return append_url(to, argument, scheme + 3);
    if (argument.find('/') != argument.npos) return append_path(to, argument);
    append(to, replaced::argument, argument);
  }

  /// The name of a setting. Of `remote.NAME.url` the middle is the user's own, of `alias.NAME` the
  /// end.
  void append_setting(std::string& to, std::string_view name) {
    std::size_t const first = name.find('.');
    std::size_t const last = name.rfind('.');
    std::string_view const section = name.substr(0, first);
    bool const is_open = first != name.npos && is_among(known_names::open_sections, section);
    if (first == last && !is_open) return append_name(to, name);
    append_name(to, section);
    to.push_back('.');
    if (first == last) return append(to, replaced::name, name.substr(last + 1));
    append(to, replaced::name, name.substr(first + 1, last - first - 1));
    to.push_back('.');
    append_name(to, name.substr(last + 1));
  }

  /// The place of a call in its source stays, but not the directory in which a user has compiled
  /// the program.
  void append_source(std::string& to, std::string_view file) {
    bool const is_relative = is_source(file);
    to.append(is_relative ? file : file.substr(file.find_last_of("/\\") + 1));
  }

  /// `main` and names that the program's source gives stay; of others the number in front of them.
  void append_thread(std::string& to, std::string_view name) {
    bool const is_numbered = name.size() > 5 && name.starts_with("th") && name.find(':') == 4;
    if (is_numbered && !is_plain_name(name.substr(5))) {
      to.append(name.substr(0, 5));
      name.remove_prefix(5);
    }
    append_name(to, name);
  }

  /// A session id: the ids of ancestors and its own. Each stays what it is, a time, a host and a
  /// process, but the host becomes a number. A component of another form becomes one, but for its
  /// time and process.
  void append_sid(std::string& to, std::string_view sid) {
    for (;;) {
      std::size_t const end = std::min(sid.find('/'), sid.size());
      append_component(to, sid.substr(0, end));
      if (end == sid.size()) return;
      to.push_back('/');
      sid.remove_prefix(end + 1);
    }
  }

 private:
  void append_parent(std::string& to, std::string_view directory) {
    append(to, replaced::directory, directory);
    to.push_back('/');
  }

  /// That an argument is an option stays, since readers look for the first that is none.
  void append_option(std::string& to, std::string_view option) {
    if (option == "-" || option == "--" || takes_next_argument(option)) {
      to.append(option);
    } else {
      to.append("--");
      append(to, replaced::option, option);
    }
  }

  void append_url(std::string& to, std::string_view url, std::size_t host) {
    std::size_t const path = std::min(url.find('/', host), url.size());
    to.append(url.substr(0, host));
    append(to, replaced::host, url.substr(host, path - host));
    if (path == url.size()) return;
    to.push_back('/');
    append(to, replaced::directory, url.substr(path + 1));
  }

  static bool is_source(std::string_view file) noexcept {
    return !file.starts_with('/') && file.find("..") == file.npos &&
           file.find_first_of("\\~:@") == file.npos;
  }

  // ---- session ids ----

  /// `20000131T123456.000000Z`, also with fewer digits behind the dot or none.
  static bool is_time(std::string_view text) noexcept {
    constexpr std::string_view seconds = "00000000T000000";
    if (text.size() <= seconds.size() || !text.ends_with('Z')) return false;
    if (!std::equal(seconds.begin(), seconds.end(), text.begin(),
                    [](char as, char c) { return as == '0' ? detail::is_digit(c) : c == as; }))
      return false;
    std::string_view rest = text.substr(seconds.size(), text.size() - seconds.size() - 1);
    if (rest.empty()) return true;
    return rest.front() == '.' && rest.size() <= 10 &&
           std::all_of(rest.begin() + 1, rest.end(), detail::is_digit);
  }
  static bool is_word(std::string_view text, char sign) noexcept {
    return text.size() == 9 && text[0] == sign && is_hexadecimal(text.substr(1));
  }
  static bool is_hexadecimal(std::string_view text) noexcept {
    return text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
  }

  void append_component(std::string& to, std::string_view component) {
    std::size_t const first = std::min(component.find('-'), component.size());
    std::size_t const last = component.rfind('-');
    bool const is_dated = is_time(component.substr(0, first));
    if (is_dated && last != component.npos && first < last &&
        is_word(component.substr(last + 1), 'P')) {
      std::string_view const host = component.substr(first + 1, last - first - 1);
      if (host == "Localhost" || is_word(host, 'H')) {
        to.append(component.substr(0, first + 1));
        append_host(to, host);
        to.append(component.substr(last));
        return;
      }
    }
    // Readers take the time from the beginning, and the process id from the end.
    if (is_dated) to.append(component.substr(0, first)).push_back('-');
    append(to, replaced::session, component);
    if (last != component.npos && component.size() - last > 2 && component.size() - last <= 10 &&
        component[last + 1] == 'P' && is_hexadecimal(component.substr(last + 2)))
      to.append(component.substr(last));
  }

  void append_host(std::string& to, std::string_view host) {
    if (host == "Localhost") return void(to.append(host));
    char digits[8];
    auto const size = static_cast<std::size_t>(
        std::to_chars(digits, digits + sizeof digits, all_.number_of(replaced::host, host), 16)
            .ptr -
        digits);
    to.append("H").append(sizeof digits - size, '0').append(digits, size);
  }

  replacements all_;
};

}}}  // namespace trace2::v0::read
