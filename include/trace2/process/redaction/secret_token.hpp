// Access tokens that are known by their shape wherever they stand: by a prefix, as JSON web tokens,
// or as the block of a private key.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_token_table.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The search for tokens in one text.
class secret_token_search {
 public:
  explicit secret_token_search(std::string_view text) noexcept : text_{text} {}

  /// The first token that begins in a stretch; it may end behind it. Empty without one.
  stretch find(stretch in) const noexcept {
    // The shortest token of all.
    constexpr std::size_t least = 15;
    std::size_t const end = text_.size() < least            ? 0
                            : text_.size() - least < in.end ? text_.size() - least + 1
                                                            : in.end;
    bool is_inside = in.begin != 0 && inside_word(text_[in.begin - 1]);
    for (std::size_t at = in.begin; at < end; ++at) {
      bool const was_inside = is_inside;
      is_inside = inside_word(text_[at]);
      if (was_inside || !may_begin(text_[at])) continue;
      if (stretch const found = token_at(at); !found.is_empty()) return found;
    }
    return {};
  }

 private:
  stretch token_at(std::size_t at) const noexcept {
    if (text_[at] == '-') return private_key_at(at);
    if (text_[at] == 'e') return web_token_at(at);
    std::string_view const rest = text_.substr(at);
    for (std::size_t i = first_secret_token(text_[at]);
         i < secret_token_count && secret_tokens[i].prefix[0] == text_[at]; ++i) {
      secret_token const& token = secret_tokens[i];
      std::size_t const prefix = token.size_of_prefix(rest);
      if (prefix == 0) continue;
      std::size_t const size = size_of_rest(token, rest.substr(prefix));
      if (size != 0) return {at, at + prefix + size};
    }
    return {};
  }

  static byte_set const& bytes_of(secret_token::kind rest) noexcept {
    switch (rest) {
      case secret_token::kind::dotted:
        return dotted_bytes;
      case secret_token::kind::base64:
        return base64_bytes;
      case secret_token::kind::opaque:
        return opaque_bytes;
      case secret_token::kind::hex:
        return lower_hex;
      case secret_token::kind::capital:
        return capitals;
      default:
        return word_bytes;
    }
  }

  /// Size of the bytes behind the prefix; 0 if they make no token. Bytes that make none are looked
  /// at up to the least size only, so that the time stays linear where many prefixes follow each
  /// other.
  static std::size_t size_of_rest(secret_token const& token, std::string_view rest) noexcept {
    using enum secret_token::kind;
    std::size_t const least = token.least;
    if (rest.size() < least) return 0;
    byte_set const& members = bytes_of(token.rest);
    std::string_view const head = rest.substr(0, least);
    if (members.skip(head) < least) return 0;
    if ((token.rest == mixed || token.rest == opaque) && capitals.find(head) == least) return 0;
    bool const is_exact = token.rest == hex || token.rest == capital;
    if (is_exact) return least < rest.size() && inside_word(rest[least]) ? 0 : least;
    return members.skip(rest, least);
  }

  /// header.payload.signature, of which the first two are JSON objects in base64.
  stretch web_token_at(std::size_t at) const noexcept {
    constexpr std::string_view object = "eyJ";
    constexpr std::size_t least = 10;
    // No part of the run of a token before: that run is looked at once.
    if (at != 0 && (word_bytes(text_[at - 1]) || text_[at - 1] == '.')) return {};
    std::size_t end = at;
    for (int part = 0; part < 2; ++part) {
      std::size_t const begin = end;
      if (!text_.substr(begin).starts_with(object)) return {};
      end = word_bytes.skip(text_, begin);
      if (end - begin < least || end == text_.size() || text_[end] != '.') return {};
      ++end;
    }
    return {at, base64_bytes.skip(text_, end)};
  }

  /// The lines between those that begin and end the block of a private key.
  stretch private_key_at(std::size_t at) const noexcept {
    constexpr std::string_view dashes = "-----";
    constexpr std::string_view first = "-----BEGIN ";
    constexpr std::size_t longest_title = 64;
    if (!text_.substr(at).starts_with(first)) return {};
    std::string_view const title = text_.substr(at + first.size(), longest_title);
    std::size_t const title_end = title.find(dashes);
    if (title_end == title.npos || title.substr(0, title_end).find("PRIVATE KEY") == title.npos)
      return {};
    std::size_t const begin = at + first.size() + title_end + dashes.size();
    std::size_t const end = text_.find("-----END", begin);
    return {begin, end == text_.npos ? text_.size() : end};
  }

  static bool may_begin(char c) noexcept {
    return c == '-' || c == 'e' || first_secret_token(c) != secret_token_count;
  }

  static constexpr byte_set inside_word = ascii_letters | ascii_digits | byte_set{"_"};
  static constexpr byte_set word_bytes = inside_word | byte_set{"-"};
  static constexpr byte_set dotted_bytes = word_bytes | byte_set{"."};
  static constexpr byte_set base64_bytes = word_bytes | byte_set{"+/="};
  static constexpr byte_set opaque_bytes = base64_bytes | byte_set{".~"};
  static constexpr byte_set lower_hex = ascii_digits | byte_set::range('a', 'f');
  static constexpr byte_set capitals = ascii_digits | byte_set::range('A', 'Z');

  std::string_view text_;
};

/// The first token that begins in the stretch of a text; it may end behind it. Empty without one.
/// Cost: linear, about a nanosecond per byte.
inline stretch find_secret_token(std::string_view text, stretch in) noexcept {
  return secret_token_search{text}.find(in);
}

}}}  // namespace trace2::v0::detail
