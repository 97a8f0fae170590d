// Git's configuration in the environment: GIT_CONFIG_PARAMETERS, through which `git -c key=value`
// reaches the programs that Git starts, and GIT_CONFIG_COUNT with its pairs.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/text/ascii.hpp>
#include <trace2/settings/config_file.hpp>
#include <trace2/settings/config_parser.hpp>
#include <trace2/settings/scalar.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Writes the key in the spelling of entries (R-PAR-04); false if it is no key.
inline bool append_canonical_key(buffer& out, std::string_view key) noexcept {
  std::size_t const section_end = key.find('.');
  std::size_t const name = key.rfind('.') + 1;
  if (section_end == key.npos || name == 1 || name == key.size() || !is_letter(key[name]))
    return false;
  for (std::size_t i = 0; i < key.size(); ++i) {
    bool const in_subsection = i >= section_end && i < name;
    if (in_subsection ? key[i] == '\n' : !is_key_char(key[i])) return false;
    out.append(in_subsection ? key[i] : to_lower(key[i]));
  }
  return true;
}

/// The list of GIT_CONFIG_PARAMETERS: `'key'='value'`, `'key'=` for a key without value, and the
/// `'key=value'` of Git before 2.31, each quoted for the shell.
class git_parameter_list {
 public:
  explicit git_parameter_list(std::string_view text) noexcept : rest_{text} {}

  /// Goes to the next pair. False at the end, and for good at the first error.
  [[gnu::noinline]] bool next() noexcept {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    if (rest_.empty() || broken_) return false;
    broken_ = !read_pair();
    return !broken_;
  }

  std::string_view key() const noexcept { return key_; }
  std::string_view value() const noexcept { return value_; }
  bool broken() const noexcept { return broken_; }

 private:
  bool read_pair() noexcept {
    value_ = {};
    first_.clear();
    if (!read_quoted(first_)) return false;
    key_ = first_.view();
    if (rest_.starts_with('=')) {
      rest_.remove_prefix(1);
      if (is_at_gap()) return true;
      second_.clear();
      second_.reserve(1);  // an empty value isn't null
      if (!read_quoted(second_)) return false;
      value_ = second_.view();
    } else if (std::size_t const equals = key_.find('='); equals != key_.npos) {
      value_ = key_.substr(equals + 1);
      key_ = trimmed(key_.substr(0, equals));
    }
    return is_at_gap();
  }

  bool is_at_gap() const noexcept { return rest_.empty() || is_blank(rest_.front()); }

  /// One or more runs in quotes; between them an escaped quote or exclamation mark.
  bool read_quoted(buffer& out) noexcept {
    for (;;) {
      if (!rest_.starts_with('\'')) return false;
      std::size_t const end = rest_.find('\'', 1);
      if (end == rest_.npos) return false;
      out.append(rest_.substr(1, end - 1));
      rest_.remove_prefix(end + 1);
      if (!rest_.starts_with("\\'") && !rest_.starts_with("\\!")) return !out.failed();
      out.append(rest_[1]);
      rest_.remove_prefix(2);
    }
  }

  std::string_view rest_;
  std::string_view key_;
  std::string_view value_;
  buffer first_;
  buffer second_;
  bool broken_ = false;
};

/// Reads the configuration in the environment, in Git's order (R-PAR-02).
class git_command_line {
 public:
  explicit git_command_line(config_reader& reader) noexcept : reader_{reader} {}

  void read() noexcept {
    read_pairs();
    git_parameter_list parameters{get_variable("GIT_CONFIG_PARAMETERS")};
    while (parameters.next()) {
      if (!add(parameters.key(), parameters.value())) return;
    }
    if (parameters.broken()) warn({"bogus format in GIT_CONFIG_PARAMETERS"});
  }

 private:
  void read_pairs() noexcept {
    int const count = leading_number(get_variable("GIT_CONFIG_COUNT"));
    for (int i = 0; i < count; ++i) {
      std::string_view const key = get_numbered("GIT_CONFIG_KEY_", i);
      std::string_view const value = get_numbered("GIT_CONFIG_VALUE_", i);
      if (key.data() == nullptr || value.data() == nullptr)
        return warn({"GIT_CONFIG_COUNT counts a key or value that isn't there"});
      if (!add(key, value)) return;
    }
  }

  static std::string_view get_numbered(std::string_view stem, int number) noexcept {
    buffer name;
    name.append(stem);
    name.append_decimal(number);
    return get_variable(name.view());
  }

  bool add(std::string_view key, std::string_view value) noexcept {
    buffer canonical;
    if (!append_canonical_key(canonical, key)) {
      warn({"invalid config key '", key, "' in the environment"});
      return false;
    }
    reader_.add({canonical.view(), value, scope::command, {}, 0});
    return true;
  }

  config_reader& reader_;
};

}}}  // namespace trace2::v0::detail
