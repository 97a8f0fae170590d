// The grammar of JSON, which the writer and the reader of traces share. They differ only in the
// strings they allow: the writer's must suit strict readers, the reader's may come from Git.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/detail/text/json_escape.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// A position in a JSON text. A loop works on its own copy of the cursor, which stays in registers.
///
/// `Strings` is the policy for strings. `find_special(at, end)` finds the next byte that may not be
/// plain; `behind(at, end)` returns the end of the character at that byte, or null if it isn't
/// allowed; `allows(escape)` judges escapes.
template <class Strings>
struct json_cursor {
  // Readers give up between 32 levels (Boost.JSON) and some hundreds.
  static constexpr int max_depth = 64;

  char const* at;
  char const* end;
  [[no_unique_address]] Strings strings{};

  constexpr bool is_at(char expected) const noexcept { return at != end && *at == expected; }

  [[gnu::always_inline]] constexpr bool take_next(char expected) noexcept {
    if (!is_at(expected)) return false;
    ++at;
    return true;
  }

  /// Like `take_next`, behind blanks.
  [[gnu::always_inline]] constexpr bool take(char expected) noexcept {
    skip_blanks();
    return take_next(expected);
  }

  [[gnu::always_inline]] constexpr void skip_blanks() noexcept {
    // Writers of traces put no blanks between tokens.
    if (at != end && static_cast<unsigned char>(*at) <= ' ') [[unlikely]]
      at = behind_blanks(at, end);
  }

  /// Passes the rest of a string behind its first quote.
  [[gnu::always_inline]] constexpr bool string(bool& has_escapes) noexcept {
    has_escapes = false;
    for (;;) {
      at = strings.find_special(at, end);
      if (at == end) return false;
      char const c = *at;
      if (c == '"') return ++at, true;
      at = c == '\\' ? behind_escape(at, end) : Strings::behind(at, end);
      if (at == nullptr) return false;
      has_escapes = has_escapes || c == '\\';
    }
  }

  [[gnu::always_inline]] constexpr bool number() noexcept {
    take_next('-');
    if (!take_next('0') && !digits()) return false;
    if (take_next('.') && !digits()) return false;
    if (take_next('e') || take_next('E')) {
      if (!take_next('-')) take_next('+');
      return digits();
    }
    return true;
  }

  constexpr bool word(std::string_view expected) noexcept {
    for (char const c : expected)
      if (!take_next(c)) return false;
    return true;
  }

  /// Passes the name of a member and its colon.
  constexpr bool member_name() noexcept {
    bool has_escapes = false;
    return take('"') && string(has_escapes) && take(':');
  }

  /// Passes any value, in a single pass without recursion or allocation.
  constexpr bool value() noexcept {
    nesting inside;
    for (;;) {
      switch (begin_value(inside)) {
        case progress::failed:
          return false;
        case progress::opened:
          continue;
        case progress::ended:
          break;
      }
      do {
        if (inside.depth == 0) return true;
      } while (end_container(inside));
      if (!take(',') || (inside.is_object() && !member_name())) return false;
    }
  }

 private:
  enum class progress { failed, opened, ended };

  /// One bit for each open container.
  struct nesting {
    std::uint64_t objects = 0;
    int depth = 0;

    constexpr bool is_object() const noexcept { return (objects & 1) != 0; }
  };

  static constexpr byte_set blanks{" \t\r\n"};

  [[gnu::noinline]] static constexpr char const* behind_blanks(char const* at,
                                                               char const* end) noexcept {
    while (at != end && blanks(*at)) ++at;
    return at;
  }

  [[gnu::noinline]] static constexpr char const* behind_escape(char const* at,
                                                               char const* end) noexcept {
    json_escape const escape = json_escape_at({at, static_cast<std::size_t>(end - at)}, 0);
    return escape.size != 0 && Strings::allows(escape) ? at + escape.size : nullptr;
  }

  /// Passes a scalar, an empty container, or the beginning of a container up to its first value.
  constexpr progress begin_value(nesting& inside) noexcept {
    if (take('{')) return open(inside, true);
    if (take_next('[')) return open(inside, false);
    bool has_escapes = false;
    bool const passed = take_next('"') ? string(has_escapes)
                        : is_at('t')   ? word("true")
                        : is_at('f')   ? word("false")
                        : is_at('n')   ? word("null")
                                       : number();
    return passed ? progress::ended : progress::failed;
  }

  constexpr progress open(nesting& inside, bool is_object) noexcept {
    if (inside.depth == max_depth) return progress::failed;
    ++inside.depth;
    inside.objects = inside.objects << 1 | static_cast<std::uint64_t>(is_object);
    if (end_container(inside)) return progress::ended;
    return !is_object || member_name() ? progress::opened : progress::failed;
  }

  constexpr bool end_container(nesting& inside) noexcept {
    if (!take(inside.is_object() ? '}' : ']')) return false;
    --inside.depth;
    inside.objects >>= 1;
    return true;
  }

  [[gnu::always_inline]] constexpr bool digits() noexcept {
    char const* const begin = at;
    while (at != end && *at >= '0' && *at <= '9') ++at;
    return at != begin;
  }
};

}}}  // namespace trace2::v0::detail
