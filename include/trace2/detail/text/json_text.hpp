// Text from outside that claims to be JSON: checked before it becomes part of an EVENT line,
// because one malformed line makes readers drop a whole process.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/byte_set.hpp>
#include <trace2/detail/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Checks one text in a single pass without recursion and without memory.
class json_checker {
 public:
  constexpr explicit json_checker(std::string_view text) noexcept : text_{text} {}

  constexpr bool check() noexcept {
    for (;;) {
      switch (value()) {
        case progress::failed:
          return false;
        case progress::opened:
          continue;
        case progress::ended:
          break;
      }
      do {
        skip_blanks();
        if (depth_ == 0) return at_ == text_.size();
      } while (end_container());
      if (!take(',') || (in_object() && !member_name())) return false;
    }
  }

 private:
  enum class progress { failed, opened, ended };

  /// Passes a scalar, an empty container, or the beginning of a container up to its first value.
  constexpr progress value() noexcept {
    skip_blanks();
    if (take('{')) return open(true);
    if (take('[')) return open(false);
    bool const passed =
        take('"') ? string_rest() : word("true") || word("false") || word("null") || number();
    return passed ? progress::ended : progress::failed;
  }

  constexpr progress open(bool object) noexcept {
    if (depth_ == max_depth) return progress::failed;
    ++depth_;
    objects_ = objects_ << 1 | static_cast<std::uint64_t>(object);
    skip_blanks();
    if (end_container()) return progress::ended;
    return !object || member_name() ? progress::opened : progress::failed;
  }

  constexpr bool end_container() noexcept {
    if (!take(in_object() ? '}' : ']')) return false;
    --depth_;
    objects_ >>= 1;
    return true;
  }

  constexpr bool member_name() noexcept {
    skip_blanks();
    if (!take('"') || !string_rest()) return false;
    skip_blanks();
    return take(':');
  }

  constexpr bool string_rest() noexcept {
    for (;;) {
      at_ = plain.skip(text_, at_);
      if (at_ == text_.size()) return false;
      if (take('"')) return true;
      if (take('\\') ? !escape_rest() : !non_ascii()) return false;
    }
  }

  constexpr bool non_ascii() noexcept {
    utf8_character const character = utf8_character_at(text_, at_);
    at_ += character.size;
    return character.is_well_formed() && character.code_point >= 0x80;
  }

  constexpr bool escape_rest() noexcept {
    if (at_ == text_.size()) return false;
    char const kind = text_[at_++];
    if (kind != 'u') return short_escapes(kind);
    // RFC 8259 leaves half a surrogate pair to the reader; many readers refuse it, so it is refused
    // here.
    unsigned const unit = code_unit();
    if (unit >= 0xd800 && unit <= 0xdbff) {
      if (!word("\\u")) return false;
      unsigned const low = code_unit();
      return low >= 0xdc00 && low <= 0xdfff;
    }
    return unit != no_code_unit && !(unit >= 0xdc00 && unit <= 0xdfff);
  }

  constexpr unsigned code_unit() noexcept {
    constexpr std::string_view digits = "0123456789abcdef0123456789ABCDEF";
    unsigned unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      std::size_t const digit = at_ < text_.size() ? digits.find(text_[at_]) : digits.npos;
      if (digit == digits.npos) return no_code_unit;
      unit = unit << 4 | static_cast<unsigned>(digit % 16);
    }
    return unit;
  }

  constexpr bool number() noexcept {
    take('-');
    if (!take('0') && !digits()) return false;
    if (take('.') && !digits()) return false;
    if (take('e') || take('E')) {
      if (!take('-')) take('+');
      return digits();
    }
    return true;
  }

  constexpr bool digits() noexcept {
    std::size_t const begin = at_;
    at_ = ascii_digits.skip(text_, begin);
    return at_ != begin;
  }

  constexpr bool word(std::string_view expected) noexcept {
    if (text_.substr(at_, expected.size()) != expected) return false;
    at_ += expected.size();
    return true;
  }

  constexpr bool take(char expected) noexcept {
    if (at_ == text_.size() || text_[at_] != expected) return false;
    ++at_;
    return true;
  }

  constexpr void skip_blanks() noexcept { at_ = blanks.skip(text_, at_); }

  constexpr bool in_object() const noexcept { return (objects_ & 1) != 0; }

  static constexpr byte_set blanks{" \t\r\n"};
  static constexpr byte_set plain = byte_set::range(0x20, 0x7f).without(byte_set{"\"\\"});
  static constexpr byte_set short_escapes{"\"\\/bfnrt"};
  // One bit per open container. Readers give up between 32 levels (Boost.JSON) and some hundreds.
  static constexpr int max_depth = 64;
  static constexpr unsigned no_code_unit = 0x10000;

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t objects_ = 0;
  int depth_ = 0;
};

/// True for exactly one JSON value (RFC 8259) in well-formed UTF-8, nested at most 64 deep, in
/// which surrogate escapes come in pairs. Linear in the size of the text.
constexpr bool is_json(std::string_view text) noexcept { return json_checker{text}.check(); }

/// Appends JSON as one line: every line break goes, together with the blanks behind it; everything
/// else stays as it is (R-JSN-05). CR counts as a line break too. Strings survive, since breaks in
/// them are escaped.
inline void append_compact_json(buffer& out, std::string_view json) noexcept {
  static constexpr byte_set line_breaks{"\r\n"};
  static constexpr byte_set indentation{"\r\n "};
  for (std::size_t at = 0; at < json.size();) {
    std::size_t const line_end = line_breaks.find(json, at);
    out.append(json.substr(at, line_end - at));
    at = indentation.skip(json, line_end);
  }
}

}}}  // namespace trace2::v0::detail
