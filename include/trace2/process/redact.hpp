// Redaction: keeps passwords in URLs and secret values of queries, options and headers out of
// traces. Secrets that Git hides are hidden with Git's bytes (R-RED-03); further rules close the
// holes that Git leaves (R-RED-05). process/secret_name.hpp lists the names and prefixes that mark
// a secret.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/byte_set.hpp>
#include <trace2/detail/text/swar.hpp>
#include <trace2/process/secret_name.hpp>
#include <trace2/value/redactor.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 {

namespace detail {

inline constexpr std::string_view redacted_mark = "<REDACTED>";

/// Remembers the last answer to "where is the next …?", so that a stretch without a match is
/// searched once, however often the question comes.
class next_position {
 public:
  /// The smallest position not below `from` that `find` returns.
  template <class Find>
  std::size_t behind(std::size_t from, Find find) noexcept {
    if (from < asked_ || from > found_) {
      asked_ = from;
      found_ = find(from);
    }
    return found_;
  }

 private:
  std::size_t asked_ = 1;
  std::size_t found_ = 0;
};

/// One pass over a text, which stops at ':' and '=' only. Cost: linear for every text.
class redaction {
 public:
  redaction(std::string_view text, buffer& out) noexcept : text_{text}, out_{out} {}

  bool run() noexcept {
    for (std::size_t at = next_sign(0); at < text_.size(); at = next_sign(at))
      at = text_[at] == '=' ? pass_equals_sign(at) : pass_colon(at);
    if (!found_) return false;
    out_.append(text_.substr(shown_));
    return true;
  }

 private:
  // Each pass_… function takes the position of a sign and returns the position from which to go on.

  std::size_t pass_colon(std::size_t colon) noexcept {
    if (colon == password_colon_) return hide(colon + 1, password_end_);
    if (is_behind_scheme(colon)) return pass_scheme(colon);
    return pass_header_name(colon);
  }

  bool is_behind_scheme(std::size_t colon) const noexcept {
    if (!text_.substr(colon).starts_with("://")) return false;
    return ascii_letters.find(text_.substr(0, colon), scheme.skip_back(text_, colon)) < colon;
  }

  std::size_t pass_scheme(std::size_t colon) noexcept {
    // Git looks for the end of a leading URL's password in the whole text, blanks or not.
    bool const leads = scheme.skip_back(text_, colon) == 0;
    std::size_t const begin = colon + std::string_view{"://"}.size();
    std::string_view const user_info =
        text_.substr(begin, user_info_end(begin, leads ? text_.size() : word_end(begin)) - begin);
    std::size_t const user_size = find(user_info, ':', 0);
    if (user_size < user_info.size()) {
      // Not hidden yet: the user name may be a query with a secret of its own.
      password_colon_ = begin + user_size;
      password_end_ = begin + user_info.size();
    }
    return is_access_token(user_info) ? hide(begin, begin + user_size) : begin;
  }

  /// Position of the '@' that ends user name and password of a URL; `begin` if it has neither.
  std::size_t user_info_end(std::size_t begin, std::size_t limit) noexcept {
    std::size_t const piece_end = slash_or_at.find(text_.substr(0, limit), begin);
    std::size_t at = begin;
    std::size_t host = begin;
    if (piece_end < limit && text_[piece_end] == '@') {
      at = last_at(piece_end);
      if (text_.substr(begin, at - begin).find(':') != text_.npos) return at;
      host = at + 1;
    }
    // A password with a slash (R-RED-05) looks like a host with a port that isn't one.
    std::size_t const colon = host_end.find(text_, host);
    if (colon == text_.size() || text_[colon] != ':' || text_[host] == '[') return at;
    std::size_t const slash = port_end.find(text_, colon + 1);
    if (slash == text_.size() || text_[slash] != '/' || is_port(colon + 1, slash)) return at;
    std::size_t const later = next_at(slash);
    return later < word_end(slash) ? last_at(later) : at;
  }

  bool is_port(std::size_t begin, std::size_t end) const noexcept {
    constexpr std::size_t most_digits = 5;
    return end - begin <= most_digits && ascii_digits.skip(text_, begin) >= end;
  }

  /// A password may contain '@', so the last '@' in front of the host's end counts.
  std::size_t last_at(std::size_t at) const noexcept {
    for (std::size_t i = at + 1; i < text_.size() && !authority_end(text_[i]); ++i)
      if (text_[i] == '@') at = i;
    return at;
  }

  std::size_t pass_header_name(std::size_t colon) noexcept {
    std::size_t const begin = name.skip_back(text_, colon);
    unsigned const contexts = secret_contexts(text_.substr(begin, colon - begin));
    if ((contexts & in_header) == 0) return colon + 1;

    std::string_view const line = text_.substr(0, header_end(begin, colon));
    std::size_t value = blank.skip(line, colon + 1);
    if ((contexts & scheme_stays) != 0) {
      std::size_t const word = scheme.skip(line, value);
      std::size_t const credentials = blank.skip(line, word);
      if (word > value && credentials > word && credentials < line.size()) value = credentials;
    }
    return value < line.size() ? hide(value, line.size()) : colon + 1;
  }

  /// A header ends with its line, or with the quotes around it.
  std::size_t header_end(std::size_t begin, std::size_t colon) const noexcept {
    if (begin == 0 || !quote(text_[begin - 1])) return line_break.find(text_, colon);
    return find(text_, text_[begin - 1], colon);
  }

  std::size_t pass_equals_sign(std::size_t sign) noexcept {
    std::size_t const begin = name.skip_back(text_, sign);
    bool const is_query = begin > 0 && query_separator(text_[begin - 1]);
    unsigned const contexts = secret_contexts(text_.substr(begin, sign - begin));
    if ((contexts & (is_query ? in_query : in_assignment)) == 0) return sign + 1;

    std::size_t value = sign + 1;
    std::size_t end = text_.size();
    if (is_query) {
      end = query_value_end.find(text_, value);
    } else if (begin > 0 || text_[0] != '-') {
      // An option that is a whole argument has a value up to the end; this one is inside a text.
      bool const is_quoted = value < end && quote(text_[value]);
      if (is_quoted) ++value;
      end = is_quoted ? find(text_, text_[value - 1], value) : word_end(value);
    }
    return value < end ? hide(value, end) : value;
  }

  std::size_t hide(std::size_t from, std::size_t to) noexcept {
    // A stretch that hides the colon in front of a password hides the password too.
    if (from <= password_colon_ && password_colon_ < to && to < password_end_) to = password_end_;
    out_.append(text_.substr(shown_, from - shown_));
    out_.append(redacted_mark);
    shown_ = to;
    found_ = true;
    return to;
  }

  std::size_t next_sign(std::size_t from) const noexcept {
    return swar::find_either(text_, ':', '=', from);
  }

  /// Returns the size of the text when there is no match, like the searches of byte_set.
  static std::size_t find(std::string_view text, char wanted, std::size_t from) noexcept {
    std::size_t const found = text.find(wanted, from);
    return found != text.npos ? found : text.size();
  }

  std::size_t word_end(std::size_t from) noexcept {
    return next_word_end_.behind(from,
                                 [this](std::size_t at) { return word_break.find(text_, at); });
  }

  std::size_t next_at(std::size_t from) noexcept {
    return next_at_.behind(from, [this](std::size_t at) { return find(text_, '@', at); });
  }

  static constexpr byte_set blank{" \t"};
  static constexpr byte_set line_break{"\r\n"};
  static constexpr byte_set quote{"\"'`"};
  static constexpr byte_set word_break = blank | line_break | quote | byte_set{"\v\f"};
  static constexpr byte_set name = ascii_letters | ascii_digits | byte_set{"_-."};
  static constexpr byte_set scheme = ascii_letters | ascii_digits | byte_set{"+-."};
  static constexpr byte_set slash_or_at{"/@"};
  static constexpr byte_set authority_end = word_break | byte_set{"/?#"};
  static constexpr byte_set host_end = authority_end | byte_set{":@"};
  static constexpr byte_set port_end = word_break | byte_set{"/"};
  static constexpr byte_set query_separator{"?&#"};
  static constexpr byte_set query_value_end = word_break | byte_set{"&#"};

  std::string_view text_;
  buffer& out_;
  std::size_t shown_ = 0;  // up to this position the text is in `out_` or hidden
  bool found_ = false;
  std::size_t password_colon_ = std::string_view::npos;  // in the last URL
  std::size_t password_end_ = 0;
  next_position next_at_;
  next_position next_word_end_;
};

}  // namespace detail

/// Hides secrets: appends `shown` with `<REDACTED>` in their places and returns true. Without a
/// secret it appends nothing and returns false.
///
///     https://user:password@host/   -> https://user:<REDACTED>@host/   in every scheme
///     https://host/?sig=0123&a=b    -> https://host/?sig=<REDACTED>&a=b
///     --api-key=0123                -> --api-key=<REDACTED>
///     Authorization: Bearer 0123    -> Authorization: Bearer <REDACTED>
///
/// A number of up to five digits behind `host:` is a port, and a colon behind the first slash
/// belongs to the path: `https://h:80/x@y` and `https://h/a:b@c` stay (R-RED-04). A password may
/// contain '@' and '/'. Threads: any. Cost: linear, some nanoseconds for a text without ':' and
/// '='.
inline bool redact(text shown, redacted_text& out) noexcept {
  return detail::redaction{shown, out}.run();
}

}}  // namespace trace2::v0
