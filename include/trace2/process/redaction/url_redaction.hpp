// Passwords in URLs. Hides everything that Git hides, by Git's own rule (R-RED-03); further rules
// close the holes that Git leaves (R-RED-05).
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_bytes.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

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

/// Looks at the URLs of one text, in their order. Cost: linear for all URLs together.
class url_redaction {
 public:
  url_redaction(std::string_view text, redaction_rules const& rules) noexcept
      : text_{text}, rules_{rules} {}

  bool is_behind_scheme(std::size_t colon) const noexcept {
    if (!text_.substr(colon).starts_with("://")) return false;
    return ascii_letters.find(text_.substr(0, colon), scheme_begin(colon)) < colon;
  }

  /// Looks at the URL with the scheme in front of a colon, and keeps its password. Returns the user
  /// name if it is a secret, else an empty stretch where the search goes on.
  stretch look_behind_scheme(std::size_t colon) noexcept {
    // Git looks for the end of a leading URL's password in the whole text, blanks or not.
    bool const leads = scheme_begin(colon) == 0;
    std::size_t const begin = colon + std::string_view{"://"}.size();
    std::string_view const user_info =
        text_.substr(begin, user_info_end(begin, leads ? text_.size() : word_end(begin)) - begin);
    std::size_t const user_size = find_or_end(user_info, ':', 0);
    if (user_size < user_info.size()) password_ = {begin + user_size + 1, begin + user_info.size()};
    bool const is_token = rules_.is_token != nullptr && rules_.is_token(user_info);
    bool const is_secret = is_token || is_placeholder(user_info, user_size);
    return {begin, is_secret ? begin + user_size : begin};
  }

  /// The password of the latest URL, which may be empty; at the beginning of the text if no URL had
  /// one.
  stretch password() const noexcept { return password_; }

  /// Moves the end of a stretch that hides the colon in front of the password, so that it hides the
  /// password too.
  std::size_t end_with_password(stretch hidden) const noexcept {
    bool const hides_colon = hidden.begin < password_.begin && password_.begin <= hidden.end;
    return hides_colon && hidden.end < password_.end ? password_.end : hidden.end;
  }

  std::size_t word_end(std::size_t from) noexcept {
    return next_word_end_.behind(
        from, [this](std::size_t at) { return secret_bytes::word_break.find(text_, at); });
  }

 private:
  std::size_t scheme_begin(std::size_t colon) const noexcept {
    return secret_bytes::scheme.skip_back(text_, colon);
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
    if (slash == text_.size() || text_[slash] != '/' || is_port({colon + 1, slash})) return at;
    std::size_t const later = next_at(slash);
    return later < word_end(slash) ? last_at(later) : at;
  }

  bool is_port(stretch digits) const noexcept {
    constexpr std::size_t most_digits = 5;
    return digits.end - digits.begin <= most_digits &&
           ascii_digits.skip(text_, digits.begin) >= digits.end;
  }

  /// A password may contain '@', so the last '@' in front of the host's end counts.
  std::size_t last_at(std::size_t at) const noexcept {
    for (std::size_t i = at + 1; i < text_.size() && !authority_end(text_[i]); ++i)
      if (text_[i] == '@') at = i;
    return at;
  }

  std::size_t next_at(std::size_t from) noexcept {
    return next_at_.behind(from, [this](std::size_t at) { return find_or_end(text_, '@', at); });
  }

  /// True if the password only says that the user name is a token, as services document it.
  static bool is_placeholder(std::string_view user_info, std::size_t user_size) noexcept {
    std::string_view const password = user_info.substr(user_size);
    return password == ":x-oauth-basic" || password == ":api_token";
  }

  static constexpr byte_set slash_or_at{"/@"};
  static constexpr byte_set authority_end = secret_bytes::word_break | byte_set{"/?#"};
  static constexpr byte_set host_end = authority_end | byte_set{":@"};
  static constexpr byte_set port_end = secret_bytes::word_break | byte_set{"/"};

  std::string_view text_;
  redaction_rules const& rules_;
  stretch password_;
  next_position next_at_;
  next_position next_word_end_;
};

}}}  // namespace trace2::v0::detail
