// The value of one `data` event: a text, a number or a duration.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/duration.hpp>
#include <trace2/value/enumerator.hpp>
#include <trace2/value/number.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>
#include <type_traits>

namespace trace2 { inline namespace v0 {

namespace detail {
/// The remedy, which compilers show with the deleted function that is called.
struct give_structures_to_TRACE2_DATA_JSON {};
}  // namespace detail

/// The value of a `data` event. A number stays a number, and a duration a duration, until a format
/// writes it. Formats write durations in seconds with six decimals (R-EVT-06). EVENT writes every
/// value of `data` as a JSON string (R-DAT-02). Lifetime: borrows the text.
class data_value {
 public:
  /// An absent text.
  constexpr data_value() noexcept : data_value{trace2::text{}} {}
  /// A text, borrowed.
  constexpr data_value(trace2::text shown) noexcept : text_{shown}, kind_{kind::text} {}
  /// A C string, borrowed; null is an absent text.
  constexpr data_value(char const* shown) noexcept : data_value{trace2::text{shown}} {}
  /// A string, a view or a std::filesystem::path, borrowed.
  template <class String>
  requires(detail::string_like<String> || detail::utf8_string_like<String> ||
           detail::path_like<String>)
  constexpr data_value(String const& shown) noexcept : data_value{trace2::text{shown}} {}
  /// Takes bool itself only: a pointer converts to bool, but is no truth value.
  template <class Truth>
  requires std::is_same_v<Truth, bool>
  constexpr data_value(Truth value) noexcept : data_value{trace2::text{value ? "true" : "false"}} {}
  /// A text of one character; `signed char` and `unsigned char` are numbers.
  constexpr data_value(char value) noexcept : character_{value}, kind_{kind::character} {}
  /// A signed integer of at most 64 bits.
  template <class Integer>
  requires detail::written_integer<Integer> && std::is_signed_v<Integer>
  constexpr data_value(Integer value) noexcept : signed_{value}, kind_{kind::signed_integer} {}
  template <class Integer>
  requires(detail::written_integer<Integer> && !std::is_signed_v<Integer> &&
           !std::is_same_v<Integer, bool>)
  /// An unsigned integer of at most 64 bits.
  constexpr data_value(Integer value) noexcept : unsigned_{value}, kind_{kind::unsigned_integer} {}
  /// A `long double` becomes the nearest `double`.
  template <class Number>
  requires std::is_floating_point_v<Number>
  constexpr data_value(Number value) noexcept
      : floating_{static_cast<double>(value)}, kind_{kind::floating} {}
  /// A duration, which formats write in seconds.
  constexpr data_value(trace2::duration value) noexcept : duration_{value}, kind_{kind::duration} {}
  /// A std::chrono::duration, rounded to microseconds.
  template <detail::chrono_duration Length>
  constexpr data_value(Length const& length) noexcept : data_value{trace2::duration{length}} {}
  /// The enumerator's name if it is described, else its number.
  template <class Enum>
  requires std::is_enum_v<Enum>
  constexpr data_value(Enum value) noexcept
      : data_value{static_cast<std::underlying_type_t<Enum>>(value)} {
    if constexpr (described_enum<Enum>)
      if (trace2::text const name = enumerator_name(value); !name.is_absent()) *this = name;
  }

  /// No integer of more than 64 bits is a value, nor a code unit of another encoding.
  template <detail::unwritten_number Number>
  constexpr data_value(Number, detail::cast_to_64_bits_or_give_a_text = {}) = delete;

  /// No path of Windows is a value.
  template <detail::wide_path_like Path>
  data_value(Path const&, detail::give_path_u8string = {}) = delete;

  /// No structure is a value.
  template <class Structure>
  requires(std::is_class_v<Structure> && !detail::string_like<Structure> &&
           !detail::utf8_string_like<Structure> && !detail::path_like<Structure> &&
           !detail::wide_path_like<Structure> && !detail::chrono_duration<Structure> &&
           !requires(Structure const& own) { own.operator data_value(); })
  constexpr data_value(Structure const&, detail::give_structures_to_TRACE2_DATA_JSON = {}) = delete;

  /// The text, if the value is one; null for a number, a duration or a single character.
  constexpr trace2::text const* as_text() const noexcept {
    return kind_ == kind::text ? &text_ : nullptr;
  }

  /// Calls `visitor` with a text, std::int64_t, std::uint64_t, double or duration, and returns its
  /// result.
  template <class Visitor>
  constexpr decltype(auto) visit(Visitor&& visitor) const {
    switch (kind_) {
      case kind::character:
        return visitor(trace2::text{&character_, 1});
      case kind::signed_integer:
        return visitor(signed_);
      case kind::unsigned_integer:
        return visitor(unsigned_);
      case kind::floating:
        return visitor(floating_);
      case kind::duration:
        return visitor(duration_);
      default:
        return visitor(text_);
    }
  }

 private:
  enum class kind : unsigned char {
    text,
    character,
    signed_integer,
    unsigned_integer,
    floating,
    duration
  };

  union {
    trace2::text text_;
    char character_;
    std::int64_t signed_;
    std::uint64_t unsigned_;
    double floating_;
    trace2::duration duration_;
  };
  kind kind_;
};

}}  // namespace trace2::v0
