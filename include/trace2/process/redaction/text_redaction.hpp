// Keeps secrets in arguments, parameters and errors out of traces. Secrets that Git hides are
// hidden with Git's bytes (R-RED-03); further rules close the holes that Git leaves (R-RED-05).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/detail/text/swar.hpp>
#include <trace2/process/redaction/quoted_string.hpp>
#include <trace2/process/redaction/redaction_output.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_bytes.hpp>
#include <trace2/process/redaction/secret_name.hpp>
#include <trace2/process/redaction/url_redaction.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/redactor.hpp>
#include <trace2/value/text.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// One pass over a text, which stops at ':' and '=' only. Cost: linear for every text.
class text_redaction {
 public:
  text_redaction(std::string_view text, buffer& out, redaction_rules const& rules) noexcept
      : text_{text}, rules_{rules}, output_{text, out, rules}, urls_{text, rules} {}

  bool run() noexcept {
    for (std::size_t at = next_sign(0); at < text_.size(); at = next_sign(at))
      at = text_[at] == '=' ? pass_equals_sign(at) : pass_colon(at);
    return output_.finish();
  }

 private:
  // Each pass_… function takes the position of a sign and returns the position from which to go on.

  std::size_t pass_colon(std::size_t colon) noexcept {
    if (stretch const password = urls_.password(); colon + 1 == password.begin)
      return hide(password);
    if (urls_.is_behind_scheme(colon)) {
      stretch const user = urls_.look_behind_scheme(colon);
      return user.is_empty() ? user.begin : hide(user);
    }
    if (stretch const header = header_value(colon); !header.is_empty()) return hide(header);
    if (stretch const option = option_value(colon); !option.is_empty()) return hide(option);
    return pass_member({colon, colon + 1});
  }

  [[gnu::noinline]] std::size_t pass_member(stretch separator) noexcept {
    if (rules_.find_member == nullptr) return separator.end;
    secret_member const member = rules_.find_member(text_, separator);
    if (member.value.is_empty()) return separator.end;
    return hide(member.value, member.needs_quotes ? "\"<REDACTED>\"" : redacted_mark);
  }

  /// The value of `--name:value`, the form of some programs; empty for all others.
  stretch option_value(std::size_t colon) const noexcept {
    bool const is_option = text_[0] == '-' && secret_bytes::name.skip_back(text_, colon) == 0;
    if (!is_option || (contexts_of({0, colon}) & in_assignment) == 0) return {};
    return {colon + 1, text_.size()};
  }

  /// The value of a header with a secret, empty for all others.
  stretch header_value(std::size_t colon) const noexcept {
    std::size_t const begin = secret_bytes::name.skip_back(text_, colon);
    unsigned const contexts = contexts_of({begin, colon});
    if ((contexts & in_header) == 0) return {};

    std::string_view const line = text_.substr(0, header_end({begin, colon}));
    std::size_t value = secret_bytes::blank.skip(line, colon + 1);
    if ((contexts & scheme_stays) != 0) {
      std::size_t const word = secret_bytes::scheme.skip(line, value);
      std::size_t const credentials = secret_bytes::blank.skip(line, word);
      if (word > value && credentials > word && credentials < line.size()) value = credentials;
    }
    return {value, line.size()};
  }

  /// A header ends with its line, or with the quotes around it. In JSON the quotes are those of the
  /// string that holds it.
  std::size_t header_end(stretch name) const noexcept {
    if (name.begin != 0 && secret_bytes::quote(text_[name.begin - 1])) {
      std::size_t const quote = name.begin - 1;
      std::size_t const begin = secret_bytes::backslash.skip_back(text_, quote);
      return string_end(text_, name.end, text_[quote], quote - begin);
    }
    bool const is_json = text_[0] == '{' || text_[0] == '[';
    return is_json ? string_end(text_, name.end, '"', 0)
                   : secret_bytes::line_break.find(text_, name.end);
  }

  std::size_t pass_equals_sign(std::size_t sign) noexcept {
    if (text_.substr(sign).starts_with("=>")) return pass_member({sign, sign + 2});
    if (sign != 0 && secret_bytes::blank(text_[sign - 1])) return pass_member({sign, sign + 1});
    stretch const name{secret_bytes::name.skip_back(text_, sign), sign};
    bool const is_query = name.begin > 0 && query_separator(text_[name.begin - 1]);
    unsigned const contexts = contexts_of(name);
    if ((contexts & (is_query ? in_query : in_assignment)) == 0) return sign + 1;

    std::size_t value = sign + 1;
    std::size_t end = text_.size();
    if (is_query) {
      end = query_value_end.find(text_, value);
    } else if ((contexts & ends_at_semicolon) != 0) {
      end = list_value_end.find(text_, value);
    } else if (name.begin > 0 || text_[0] != '-') {
      // An option that is a whole argument has a value up to the end; this one is inside a text.
      std::size_t const quote = secret_bytes::backslash.skip(text_, value);
      bool const is_quoted = quote < end && secret_bytes::quote(text_[quote]);
      end = is_quoted ? string_end(text_, quote + 1, text_[quote], quote - value)
                      : urls_.word_end(value);
      if (is_quoted) value = quote + 1;
    }
    end = without_escapes(text_, {value, end});
    return value < end ? hide({value, end}) : value;
  }

  [[gnu::noinline]] std::size_t hide(stretch secret,
                                     std::string_view mark = redacted_mark) noexcept {
    secret.end = urls_.end_with_password(secret);
    output_.hide(secret, mark);
    return secret.end;
  }

  unsigned contexts_of(stretch name) const noexcept {
    return secret_contexts(text_.substr(name.begin, name.end - name.begin));
  }

  std::size_t next_sign(std::size_t from) const noexcept {
    return swar::find_either(text_, ':', '=', from);
  }

  static constexpr byte_set query_separator{"?&#"};
  static constexpr byte_set query_value_end = secret_bytes::word_break | byte_set{"&#"};
  static constexpr byte_set list_value_end = secret_bytes::word_break | byte_set{";"};

  std::string_view text_;
  redaction_rules const& rules_;
  redaction_output output_;
  url_redaction urls_;
};

/// Hides what every session hides: passwords in URLs, `name=value` and headers.
inline bool redact_core(text value, redacted_text& out) noexcept {
  return text_redaction{value, out, core_redaction_rules}.run();
}

}}}  // namespace trace2::v0::detail
