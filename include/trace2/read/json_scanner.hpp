// Takes JSON text apart without building anything: values stay views of the text.
//
// Why not a parser that hands over finished values: readers of traces keep what they don't know,
// and what a value was spelled like (numbers beyond 64 bits, the ill-formed UTF-8 that Git passes
// through, JSON inside `data_json`). It accepts what Boost.JSON accepts, apart from the
// well-formedness of UTF-8, at the speed of Boost.JSON's parser without values.
#pragma once

#include <trace2/detail/byte_set.hpp>
#include <trace2/read/string_end.hpp>

#include <cstddef>
#include <string_view>

namespace trace2::inline v0::read {

enum class json_kind : unsigned char { string, number, literal, array, object };

/// A value as it stands in a text, which must outlive it.
struct json_value {
  std::string_view text;  ///< of a string with its quotes
  json_kind kind{};
  bool has_escapes = false;  ///< of a string

  /// What stands between the quotes of a string, its escapes untouched.
  constexpr std::string_view inside() const noexcept { return text.substr(1, text.size() - 2); }
};

struct json_member {
  std::string_view name;  ///< between its quotes, its escapes untouched
  json_value value;
};

/// Reads one value from the front to the back. Memory: none. A value nested deeper than `max_depth`
/// counts as ill-formed.
class json_scanner {
 public:
  static constexpr int max_depth = 64;

  explicit json_scanner(std::string_view text) noexcept
      : at_{text.data()}, end_{text.data() + text.size()} {}

  /// Passes an object and calls `use(member)` for each of its members; false where the text is no
  /// well-formed object.
  template <class Use>
  bool object(Use&& use) {
    if (!take('{')) return false;
    if (take('}')) return true;
    do {
      json_value name;
      json_value value;
      if (!next_is('"') || !string(name) || !take(':')) return false;
      if (!(next_is('"') ? string(value) : pass(value))) return false;
      use(json_member{name.inside(), value});
    } while (take(','));
    return take('}');
  }

  /// The same for the items of an array: `use(value)`.
  template <class Use>
  bool array(Use&& use) {
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      json_value value;
      if (!pass(value)) return false;
      use(value);
    } while (take(','));
    return take(']');
  }

  /// Passes any value.
  bool pass(json_value& found) {
    skip_blanks();
    if (at_ == end_) return false;
    switch (*at_) {
      case '"':
        return string(found);
      case '{':
        return container(found, json_kind::object);
      case '[':
        return container(found, json_kind::array);
      case 't':
        return literal(found, "true");
      case 'f':
        return literal(found, "false");
      case 'n':
        return literal(found, "null");
      default:
        return number(found);
    }
  }

  /// True when nothing but blanks is left.
  bool is_at_end() noexcept {
    skip_blanks();
    return at_ == end_;
  }

 private:
  static constexpr detail::byte_set blanks{" \t\r\n"};
  static constexpr detail::byte_set short_escapes{"\"\\/bfnrt"};
  static constexpr detail::byte_set hexadecimal =
      detail::ascii_digits | detail::byte_set{"abcdefABCDEF"};

  bool container(json_value& found, json_kind kind) {
    if (depth_ == max_depth) return false;
    ++depth_;
    char const* const begin = at_;
    bool const passed = kind == json_kind::object ? object([](json_member const&) {})
                                                  : array([](json_value const&) {});
    --depth_;
    found = {since(begin), kind};
    return passed;
  }

  bool string(json_value& found) noexcept {
    char const* const begin = at_++;
    bool has_escapes = false;
    for (;;) {
      at_ = find_special(at_, end_);
      if (at_ == end_) return false;
      char const c = *at_++;
      if (c == '"') break;
      if (c != '\\' || !escape()) return false;
      has_escapes = true;
    }
    found = {since(begin), json_kind::string, has_escapes};
    return true;
  }

  bool escape() noexcept {
    if (at_ == end_) return false;
    char const kind = *at_++;
    if (kind != 'u') return short_escapes(kind);
    for (int i = 0; i < 4; ++i, ++at_)
      if (at_ == end_ || !hexadecimal(*at_)) return false;
    return true;
  }

  bool number(json_value& found) noexcept {
    char const* const begin = at_;
    take_here('-');
    if (!take_here('0') && !digits()) return false;
    if (take_here('.') && !digits()) return false;
    if (take_here('e') || take_here('E')) {
      if (!take_here('-')) take_here('+');
      if (!digits()) return false;
    }
    found = {since(begin), json_kind::number};
    return true;
  }

  bool digits() noexcept {
    char const* const begin = at_;
    while (at_ != end_ && detail::ascii_digits(*at_)) ++at_;
    return at_ != begin;
  }

  bool literal(json_value& found, std::string_view word) noexcept {
    char const* const begin = at_;
    for (char const c : word)
      if (!take_here(c)) return false;
    found = {since(begin), json_kind::literal};
    return true;
  }

  bool next_is(char expected) noexcept {
    // Writers of traces put no blanks between things.
    if (at_ != end_ && *at_ == expected) [[likely]]
      return true;
    skip_blanks();
    return at_ != end_ && *at_ == expected;
  }
  bool take(char expected) noexcept {
    if (!next_is(expected)) return false;
    ++at_;
    return true;
  }
  bool take_here(char expected) noexcept {
    if (at_ == end_ || *at_ != expected) return false;
    ++at_;
    return true;
  }

  void skip_blanks() noexcept {
    while (at_ != end_ && blanks(*at_)) ++at_;
  }

  std::string_view since(char const* begin) const noexcept {
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  char const* at_;
  char const* end_;
  int depth_ = 0;
};

}  // namespace trace2::inline v0::read
