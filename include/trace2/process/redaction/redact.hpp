// All rules of redaction: what a session hides that has the feature `redaction`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/process/redaction/option_secrets.hpp>
#include <trace2/process/redaction/program_options.hpp>
#include <trace2/process/redaction/quoted_string.hpp>
#include <trace2/process/redaction/redaction_output.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_bytes.hpp>
#include <trace2/process/redaction/secret_name.hpp>
#include <trace2/process/redaction/secret_token.hpp>
#include <trace2/process/redaction/secret_token_table.hpp>
#include <trace2/process/redaction/text_redaction.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/redactor.hpp>
#include <trace2/value/text.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 {

namespace detail {

// Secrets in a command line for a shell, in a text that quotes one, and in an argument that may be
// one. They are known by the option in front of them.

/// Looks at the words of a command line as option_secrets looks at arguments. Quotes count around
/// whole words only: a shell's grammar is beyond it. In prose, quotes and brackets separate words
/// as blanks do. Cost: linear.
class command_line_redaction {
 public:
  using source = option_secrets::source;

  command_line_redaction(std::string_view line, buffer& out, redaction_rules const& rules,
                         source from = source::arguments) noexcept
      : line_{line},
        output_{line, out, rules},
        from_{from},
        space_{from == source::prose ? secret_bytes::space | secret_bytes::quote | brackets
                                     : secret_bytes::space},
        options_{rules, from} {}

  /// Appends the line with secrets hidden; false, and nothing appended, without one.
  bool run() noexcept {
    // A `!` begins the command lines of Git's aliases.
    std::size_t at = line_.starts_with('!') ? 1 : 0;
    for (at = space_.skip(line_, at); at < line_.size(); at = space_.skip(line_, at)) {
      stretch const word = word_at(at);
      at = word.end + is_quoted(at);
      stretch const secret = options_.next(line_.substr(word.begin, word.end - word.begin));
      if (!secret.is_empty()) output_.hide({word.begin + secret.begin, word.begin + secret.end});
      if (begins_command(word)) options_ = option_secrets{options_.rules(), from_};
    }
    return output_.finish();
  }

 private:
  bool is_quoted(std::size_t at) const noexcept {
    return secret_bytes::quote(line_[at]) && !space_(line_[at]);
  }

  stretch word_at(std::size_t at) const noexcept {
    if (!is_quoted(at)) return {at, space_.find(line_, at)};
    return {at + 1, find_or_end(line_, line_[at], at + 1)};
  }

  /// Behind `;`, `|`, `&&` and the like another command begins.
  bool begins_command(stretch word) const noexcept {
    return word.end > word.begin && separator(line_[word.end - 1]);
  }

  static constexpr byte_set separator{";|&("};
  static constexpr byte_set brackets{"()[]"};

  std::string_view line_;
  redaction_output output_;
  source from_;
  byte_set space_;
  option_secrets options_;
};

// Finds secrets that the names of their members announce: in JSON "password": "…", in YAML
// password: …, and in other configurations password = ….

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

bool hide_in_command_line(std::string_view line, buffer& out, bool is_prose) noexcept;

inline constexpr redaction_rules all_redaction_rules{
    .find_token = &find_secret_token,
    .is_token = &is_access_token,
    .find_member =
        [](std::string_view text, stretch separator) noexcept {
          return member_redaction{text}.find(separator);
        },
    .programs = &all_known_programs,
    .hide_in_command_line = &hide_in_command_line};

inline bool hide_in_command_line(std::string_view line, buffer& out, bool is_prose) noexcept {
  using source = command_line_redaction::source;
  source const from = is_prose ? source::prose : source::arguments;
  return command_line_redaction{line, out, all_redaction_rules, from}.run();
}

}  // namespace detail

/// Hides secrets: appends `value` with `<REDACTED>` in their places and returns true. Without a
/// secret it appends nothing and returns false.
///
///     https://user:password@host/   -> https://user:<REDACTED>@host/   in every scheme
///     https://host/?sig=0123&a=b    -> https://host/?sig=<REDACTED>&a=b
///     --api-key=0123                -> --api-key=<REDACTED>
///     Authorization: Bearer 0123    -> Authorization: Bearer <REDACTED>
///     {"password": "0123"}          -> {"password": "<REDACTED>"}
///     ghp_0123… AKIA0123… eyJ…      -> <REDACTED>, as other tokens that are known by their shape
///
/// A number of up to five digits behind `host:` is a port, and a colon behind the first slash
/// belongs to the path: `https://h:80/x@y` and `https://h/a:b@c` stay (R-RED-04). A password may
/// contain '@' and '/'. Threads: any. Cost: linear; for a text without ':' and '=' some nanoseconds
/// and one per byte.
inline bool redact(text value, redacted_text& out) noexcept {
  return detail::text_redaction{value, out, detail::all_redaction_rules}.run();
}

}}  // namespace trace2::v0
