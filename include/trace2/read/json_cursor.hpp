// The smallest steps through JSON text.
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/read/string_end.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

enum class json_kind : unsigned char { string, number, literal, array, object };

/// What a value is besides its text. Only this is handed around inside, since a whole `json_value`
/// that was stored in parts and is copied at once stalls processors.
struct json_shape {
  json_kind kind{};
  bool has_escapes = false;
};

/// A place in a text. A loop works on a copy of its own, which stays in registers.
struct json_cursor {
  char const* at;
  char const* end;

  bool is_at(char expected) const noexcept { return at != end && *at == expected; }

  [[gnu::always_inline]] bool take_here(char expected) noexcept {
    if (!is_at(expected)) return false;
    ++at;
    return true;
  }

  /// The same behind blanks.
  [[gnu::always_inline]] bool take(char expected) noexcept {
    skip_blanks();
    return take_here(expected);
  }

  [[gnu::always_inline]] void skip_blanks() noexcept {
    // Writers of traces put no blanks between things.
    if (at != end && static_cast<unsigned char>(*at) <= ' ') [[unlikely]]
      at = behind_blanks(at, end);
  }

  /// Passes the rest of a string behind its first quote.
  [[gnu::always_inline]] bool string(json_shape& found) noexcept {
    found = {json_kind::string};
    for (;;) {
      at = find_special(at, end);
      if (at == end) return false;
      char const c = *at++;
      if (c == '"') return true;
      if (c != '\\' || (at = behind_escape(at, end)) == nullptr) return false;
      found.has_escapes = true;
    }
  }

  bool number() noexcept {
    take_here('-');
    if (!take_here('0') && !digits()) return false;
    if (take_here('.') && !digits()) return false;
    if (take_here('e') || take_here('E')) {
      if (!take_here('-')) take_here('+');
      if (!digits()) return false;
    }
    return true;
  }

  bool word(std::string_view expected) noexcept {
    for (char const c : expected)
      if (!take_here(c)) return false;
    return true;
  }

 private:
  static constexpr detail::byte_set blanks{" \t\r\n"};
  static constexpr detail::byte_set short_escapes{"\"\\/bfnrt"};
  static constexpr detail::byte_set hexadecimal =
      detail::ascii_digits | detail::byte_set{"abcdefABCDEF"};

  [[gnu::noinline]] static char const* behind_blanks(char const* at, char const* end) noexcept {
    while (at != end && blanks(*at)) ++at;
    return at;
  }

  /// End of the escape that goes on behind its backslash; null of something else.
  [[gnu::noinline]] static char const* behind_escape(char const* at, char const* end) noexcept {
    if (at == end) return nullptr;
    char const kind = *at++;
    if (kind != 'u') return short_escapes(kind) ? at : nullptr;
    for (int i = 0; i < 4; ++i, ++at)
      if (at == end || !hexadecimal(*at)) return nullptr;
    return at;
  }

  bool digits() noexcept {
    char const* const begin = at;
    while (at != end && detail::ascii_digits(*at)) ++at;
    return at != begin;
  }
};

}}}  // namespace trace2::v0::read
