// What a program may say with one value: a text or a number.
#pragma once

#include <trace2/value/enumerator.hpp>
#include <trace2/value/text.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace trace2 { inline namespace v0 {

/// The value of a `data` event: a text, or a number that is kept as one until a format writes it.
/// Lifetime: borrows the text.
class data_value {
 public:
  enum class kind : unsigned char { text, character, signed_integer, unsigned_integer, floating };

  constexpr data_value() noexcept : data_value{trace2::text{}} {}
  constexpr data_value(trace2::text shown) noexcept : text_{shown}, kind_{kind::text} {}
  constexpr data_value(char const* shown) noexcept : data_value{trace2::text{shown}} {}
  template <detail::string_like String>
  constexpr data_value(String const& shown) noexcept : data_value{trace2::text{shown}} {}
  /// Not what only converts to bool: no pointer is meant by "true".
  constexpr data_value(std::same_as<bool> auto value) noexcept
      : data_value{trace2::text{value ? "true" : "false"}} {}
  /// A text of one character; the other types of its size are numbers.
  constexpr data_value(char value) noexcept : character_{value}, kind_{kind::character} {}
  template <std::signed_integral Integer>
  constexpr data_value(Integer value) noexcept : signed_{value}, kind_{kind::signed_integer} {}
  template <std::unsigned_integral Integer>
  requires(!std::same_as<Integer, bool>)
  constexpr data_value(Integer value) noexcept : unsigned_{value}, kind_{kind::unsigned_integer} {}
  template <std::floating_point Number>
  constexpr data_value(Number value) noexcept
      : floating_{static_cast<double>(value)}, kind_{kind::floating} {}
  /// The enumerator's name if it is described, else its number.
  template <class Enum>
  requires std::is_enum_v<Enum>
  constexpr data_value(Enum value) noexcept
      : data_value{static_cast<std::underlying_type_t<Enum>>(value)} {
    if constexpr (described_enum<Enum>)
      if (trace2::text const name = enumerator_name(value); !name.is_absent()) *this = name;
  }

  /// Calls `visitor` with a text, std::int64_t, std::uint64_t or double, and returns its result.
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
      default:
        return visitor(text_);
    }
  }

 private:
  union {
    trace2::text text_;
    char character_;
    std::int64_t signed_;
    std::uint64_t unsigned_;
    double floating_;
  };
  kind kind_;
};

}}  // namespace trace2::v0
