// Events that carry what the program wants to tell: values and messages.
#pragma once

#include <trace2/event.hpp>
#include <trace2/value.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace trace2::inline v0 {

/// The value of a `data` event: a text, or a number that is kept as one until a format writes it.
/// Lifetime: borrows the text.
class data_value {
 public:
  enum class kind : unsigned char { text, character, signed_integer, unsigned_integer, floating };

  constexpr data_value() noexcept : data_value{std::string_view{}} {}
  constexpr data_value(std::string_view text) noexcept : text_{text}, kind_{kind::text} {}
  constexpr data_value(char const* text) noexcept
      : data_value{text == nullptr ? std::string_view{} : std::string_view{text}} {}
  template <class Text>
  requires(std::is_class_v<Text>&& std::convertible_to<
           Text const&, std::string_view>) constexpr data_value(Text const& text) noexcept
      : data_value{std::string_view{text}} {}
  constexpr data_value(bool value) noexcept
      : data_value{value ? std::string_view{"true"} : std::string_view{"false"}} {}
  /// A text of one character; the other types of its size are numbers.
  constexpr data_value(char value) noexcept : character_{value}, kind_{kind::character} {}
  template <std::signed_integral Integer>
  constexpr data_value(Integer value) noexcept : signed_{value}, kind_{kind::signed_integer} {}
  template <std::unsigned_integral Integer>
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
      if (std::string_view const name = enumerator_name(value); !name.empty()) *this = name;
  }

  /// Calls `visitor` with a std::string_view, std::int64_t, std::uint64_t or double, and returns
  /// its result.
  constexpr decltype(auto) visit(auto&& visitor) const {
    switch (kind_) {
      case kind::character:
        return visitor(std::string_view{&character_, 1});
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
    std::string_view text_;
    char character_;
    std::int64_t signed_;
    std::uint64_t unsigned_;
    double floating_;
  };
  kind kind_;
};

namespace event {

/// A value the program wants to remember, such as a number of entries.
struct data {
  static constexpr std::string_view event_name = "data";
  seconds t_abs{};
  seconds t_rel{};  ///< since the innermost open region was entered, or since the thread started
  int nesting{};
  std::string_view category{};
  std::string_view key{};
  data_value value{};  ///< in EVENT always a JSON string (R-DAT-02)
  void perf(auto& line) const { line << key << ':' << value; }
};
BOOST_DESCRIBE_STRUCT(data, (), (t_abs, t_rel, nesting, category, key, value))

/// The same for a structured value.
struct data_json {
  static constexpr std::string_view event_name = "data_json";
  seconds t_abs{};
  seconds t_rel{};
  int nesting{};
  std::string_view category{};
  std::string_view key{};
  json_text value{};
  void perf(auto& line) const { line << key << ':' << value.text; }
};
BOOST_DESCRIBE_STRUCT(data_json, (), (t_abs, t_rel, nesting, category, key, value))

/// A message for the eyes of a person.
struct printf {
  static constexpr std::string_view event_name = "printf";
  seconds t_abs{};
  std::string_view msg{};
  void normal(auto& line) const { line << msg; }
  void perf(auto& line) const { line << msg; }
};
BOOST_DESCRIBE_STRUCT(printf, (), (t_abs, msg))

}  // namespace event
}  // namespace trace2::inline v0
