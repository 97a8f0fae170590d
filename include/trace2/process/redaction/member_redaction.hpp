// Finds secrets that the names of their members announce: in JSON "password": "…", in YAML
// password: …, and in other configurations password = ….
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/process/redaction/quoted_string.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_bytes.hpp>
#include <trace2/process/redaction/secret_name.hpp>
#include <trace2/process/redaction/stretch.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Finds the value behind a separator: `:`, `=>`, or `=` with a blank in front. Cost: linear for
/// all separators of a text together, if each search goes on behind the value that the last one has
/// found.
class member_redaction {
 public:
  explicit member_redaction(std::string_view text) noexcept : text_{text} {}

  /// The value behind the separator; empty if the name in front of it announces no secret.
  secret_member find(stretch separator) const noexcept {
    std::size_t const name_end = secret_bytes::blank.skip_back(text_, separator.begin);
    if (name_end == 0) return {};
    char const last = text_[name_end - 1];
    if (secret_bytes::quote(last)) return find_quoted(name_end - 1, separator.end);
    bool const has_name = name_end == separator.begin || text_[separator.begin] == '=';
    return has_name ? find_plain(name_end, separator.end) : secret_member{};
  }

 private:
  /// JSON, also as the content of a string, where each quote stands behind backslashes.
  secret_member find_quoted(std::size_t name_quote, std::size_t behind) const noexcept {
    std::size_t const name_end = secret_bytes::backslash.skip_back(text_, name_quote);
    std::size_t const name_begin = secret_bytes::name.skip_back(text_, name_end);
    if (name_begin == 0 || text_[name_begin - 1] != text_[name_quote] ||
        !is_secret({name_begin, name_end}, in_json))
      return {};
    std::size_t const begin = secret_bytes::space.skip(text_, behind);
    std::size_t const quote = secret_bytes::backslash.skip(text_, begin);
    if (quote < text_.size() && secret_bytes::quote(text_[quote]))
      return {{quote + 1, string_end(text_, quote + 1, text_[quote], quote - begin)}};
    if (begin == text_.size() || opening(text_[begin])) return {};
    std::size_t const end = value_end.find(text_, begin);
    if (is_literal(text_.substr(begin, end - begin))) return {};
    return {{begin, end}, name_end == name_quote};
  }

  /// YAML: the name begins a line or an entry of a list, or follows `{` or `,`.
  secret_member find_plain(std::size_t name_end, std::size_t behind) const noexcept {
    if (behind == text_.size() || !secret_bytes::blank(text_[behind])) return {};
    std::size_t const name_begin = secret_bytes::name.skip_back(text_, name_end);
    std::size_t const line = indent.skip_back(text_, name_begin);
    bool const is_flow = line != 0 && flow(text_[line - 1]);
    bool const begins_line = line == 0 || secret_bytes::line_break(text_[line - 1]);
    if ((!is_flow && !begins_line) || !is_secret({name_begin, name_end}, in_yaml)) return {};
    std::size_t const begin = secret_bytes::blank.skip(text_, behind);
    if (begin < text_.size() && secret_bytes::quote(text_[begin]))
      return {{begin + 1, string_end(text_, begin + 1, text_[begin], 0)}};
    std::size_t const end =
        is_flow ? value_end.find(text_, begin) : secret_bytes::line_break.find(text_, begin);
    return {{begin, end}};
  }

  bool is_secret(stretch name, unsigned context) const noexcept {
    return (secret_contexts(text_.substr(name.begin, name.end - name.begin)) & context) != 0;
  }

  static bool is_literal(std::string_view value) noexcept {
    return value.empty() || value == "null" || value == "true" || value == "false";
  }

  static constexpr byte_set opening{"{["};
  static constexpr byte_set flow{"{,"};
  static constexpr byte_set indent = secret_bytes::blank | byte_set{"-"};
  static constexpr byte_set value_end =
      secret_bytes::space | secret_bytes::quote | byte_set{",}]\\"};

  std::string_view text_;
};

}}}  // namespace trace2::v0::detail
