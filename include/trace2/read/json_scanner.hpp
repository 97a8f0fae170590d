// Takes JSON text apart without building anything: values stay views of the text.
//
// Boost.JSON's parser does not fit here. Readers of traces keep unknown members as they were
// spelled (numbers beyond 64 bits, escapes, JSON inside `data_json`), and halves of surrogate
// pairs. Its basic_parser hands over neither the text of containers nor the text of escaped
// strings. Boost.JSON would take 116 ns of each line, where a whole summary takes 225 ns with this
// scanner, and its source header takes seconds of every build. This scanner accepts the same
// grammar, apart from the well-formedness of UTF-8 and of surrogate pairs.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/json_cursor.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

enum class json_kind : unsigned char { string, number, literal, array, object };

/// The kind of a value. The inner functions pass only this: copying a whole `json_value` right
/// after storing its parts stalls processors.
struct json_shape {
  json_kind kind{};
  bool has_escapes = false;
};

/// A value: a view of its text, which must outlive it.
struct json_value {
  std::string_view text;  ///< of a string with its quotes
  json_kind kind{};
  bool has_escapes = false;  ///< of a string

  /// The text between the quotes of a string, its escapes untouched.
  constexpr std::string_view inside() const noexcept { return text.substr(1, text.size() - 2); }
  /// The text between the quotes of a string; the whole text of other values.
  constexpr std::string_view bare() const noexcept {
    return kind == json_kind::string ? inside() : text;
  }
};

/// A member of an object, as views of the text that was scanned.
struct json_member {
  std::string_view name;  ///< between its quotes, its escapes untouched
  json_value value;
};

/// Scans one value from the front to the back. Memory: none. A value nested deeper than `max_depth`
/// counts as ill-formed.
class json_scanner {
 public:
  static constexpr int max_depth = json_cursor::max_depth;

  explicit json_scanner(std::string_view text) noexcept
      : cursor_{text.data(), text.data() + text.size()} {}

  /// Scans an object and calls `use(member)` for each of its members. False when the text is no
  /// well-formed object.
  template <class Use>
  bool object(Use&& use) {
    json_cursor cursor = cursor_;
    if (!cursor.take('{')) return false;
    if (cursor.take('}')) return leave(cursor);
    do {
      json_shape found;
      if (!cursor.take('"')) return false;
      char const* const name = cursor.at;
      if (!cursor.string(found.has_escapes)) return false;
      char const* const name_end = cursor.at - 1;
      if (!cursor.take(':')) return false;
      cursor.skip_blanks();
      char const* const begin = cursor.at;
      if (!value(cursor, found)) return false;
      use(json_member{text_between(name, name_end), since(begin, cursor, found)});
    } while (cursor.take(','));
    return cursor.take('}') && leave(cursor);
  }

  /// Scans an array and calls `use(value)` for each of its items. False when the text is no
  /// well-formed array.
  template <class Use>
  bool array(Use&& use) {
    json_cursor cursor = cursor_;
    if (!cursor.take('[')) return false;
    if (cursor.take(']')) return leave(cursor);
    do {
      json_shape shape;
      cursor.skip_blanks();
      char const* const begin = cursor.at;
      if (!value(cursor, shape)) return false;
      use(since(begin, cursor, shape));
    } while (cursor.take(','));
    return cursor.take(']') && leave(cursor);
  }

  /// Scans any value.
  bool pass(json_value& result) {
    json_cursor cursor = cursor_;
    json_shape of_it;
    cursor.skip_blanks();
    char const* const begin = cursor.at;
    if (!value(cursor, of_it)) return false;
    result = since(begin, cursor, of_it);
    return leave(cursor);
  }

  /// True when nothing but blanks is left.
  bool is_at_end() noexcept {
    cursor_.skip_blanks();
    return cursor_.at == cursor_.end;
  }

 private:
  bool leave(json_cursor const& cursor) noexcept {
    cursor_ = cursor;
    return true;
  }

  static std::string_view text_between(char const* begin, char const* end) noexcept {
    return {begin, static_cast<std::size_t>(end - begin)};
  }
  static json_value since(char const* begin, json_cursor const& cursor, json_shape shape) noexcept {
    return {text_between(begin, cursor.at), shape.kind, shape.has_escapes};
  }

  /// Most values are strings, so this path is inlined and all others are kept out of its way.
  [[gnu::always_inline]] static bool value(json_cursor& cursor, json_shape& shape) noexcept {
    if (cursor.take_next('"')) {
      shape.kind = json_kind::string;
      return cursor.string(shape.has_escapes);
    }
    shape = {kind_at(cursor)};
    cursor.at = shape.kind == json_kind::number ? behind_number(cursor.at, cursor.end)
                                                : behind_other(cursor.at, cursor.end);
    return cursor.at != nullptr;
  }

  static json_kind kind_at(json_cursor const& cursor) noexcept {
    switch (cursor.at == cursor.end ? '\0' : *cursor.at) {
      case '{':
        return json_kind::object;
      case '[':
        return json_kind::array;
      case 't':
      case 'f':
      case 'n':
        return json_kind::literal;
      default:
        return json_kind::number;
    }
  }

  /// The end of the value; null when the text is none.
  [[gnu::noinline]] static char const* behind_number(char const* at, char const* end) noexcept {
    json_cursor cursor{at, end};
    return cursor.number() ? cursor.at : nullptr;
  }
  [[gnu::noinline]] static char const* behind_other(char const* at, char const* end) noexcept {
    json_cursor cursor{at, end};
    return cursor.value() ? cursor.at : nullptr;
  }

  json_cursor cursor_;
};

/// The value whose text is well-formed JSON.
inline json_value scanned(std::string_view json) {
  json_value result;
  json_scanner{json}.pass(result);
  return result;
}

}}}  // namespace trace2::v0::read
