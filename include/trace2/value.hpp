// The vocabulary types that event members are made of, besides numbers, text and ranges of them.
// They say what a value means; how it looks is each format's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace trace2::inline v0 {

/// A duration, or an instant since the start of the process, in whole microseconds. Every format
/// prints it as seconds with six decimals (R-TIME-05, R-EVT-06).
struct seconds {
  std::int64_t microseconds{};

  /// Rounds nanoseconds as printf("%.6f", nanoseconds / 1e9) does (R-TIME-05, R-TMR-07).
  static constexpr seconds from_nanoseconds(std::int64_t nanoseconds) noexcept {
    std::int64_t const whole = nanoseconds / 1000;
    std::int64_t const rest = nanoseconds % 1000;
    if (rest < 500) return {whole};
    if (rest > 500) return {whole + 1};
    // A tie in decimal is none in binary: the double nearest to the quotient lies on one side of
    // it.
    double const quotient = static_cast<double>(nanoseconds) / 1e9;
    double const side = __builtin_fma(quotient, 1e9, -static_cast<double>(nanoseconds));
    if (side == 0) return {whole + (whole & 1)};
    return {side > 0 ? whole + 1 : whole};
  }

  friend constexpr bool operator==(seconds, seconds) noexcept = default;
};

/// A borrowed text that may be absent: what verbs take wherever Git takes a C string or NULL.
/// Absent is not the same as empty.
class text {
 public:
  constexpr text() noexcept = default;
  constexpr text(std::nullptr_t) noexcept {}
  constexpr text(char const* chars) noexcept
      : view_{chars, chars == nullptr ? 0 : __builtin_strlen(chars)} {}
  template <class String>
  requires(std::is_class_v<String>&& std::is_convertible_v<
           String const&, std::string_view>) constexpr text(String const& string) noexcept
      : view_{string} {}

  /// The text; a null view when it is absent.
  constexpr operator std::string_view() const noexcept { return view_; }
  constexpr bool is_absent() const noexcept { return view_.data() == nullptr; }
  /// For places where the wire demands a text.
  constexpr std::string_view or_empty() const noexcept {
    return is_absent() ? std::string_view{""} : view_;
  }

 private:
  std::string_view view_;
};

namespace detail {

/// What can't be copied bit by bit owns its text, unlike views.
template <class T>
concept text_owner = std::is_class_v<T> && !std::is_trivially_copyable_v<T>;

}  // namespace detail

/// A text that is borrowed for longer than the statement that names it: a string that would be gone
/// by then does not compile.
class lasting_text : public text {
 public:
  using text::text;
  template <detail::text_owner String>
  lasting_text(String&&) = delete;
};

/// Borrowed list of texts, such as the arguments of a command.
struct text_list {
  std::string_view const* items{};
  std::size_t count{};

  constexpr std::string_view const* begin() const noexcept { return items; }
  constexpr std::string_view const* end() const noexcept { return items + count; }
  constexpr bool empty() const noexcept { return count == 0; }
};

/// Text that is JSON already. EVENT nests it as a value without its line breaks (R-JSN-05); text
/// that is not well-formed JSON becomes a JSON string, so that the line stays readable.
struct json_text {
  std::string_view text;
};

/// In the wording of an event: one text or a list, quoted as a shell would read it (R-QUO-01..04).
template <class Text>
struct quoted {
  Text text;
};
template <class Text>
quoted(Text) -> quoted<Text>;

/// In the wording of an event: a list with a separator, not quoted.
struct joined {
  text_list items;
  std::string_view separator;
};

/// In the wording of an event: the system's text for an errno value, in the program's language
/// (R-CHD-09).
struct system_error {
  int code{};
};

/// The number of a repository (or any other long-lived object a program works on) that events refer
/// to: `unregistered` until `def_repo` has announced it, `none` where an event concerns no
/// repository (R-API-23, R-REG-10).
struct repo_id {
  static constexpr int unregistered = 0;
  int value = -1;

  constexpr bool has_value() const noexcept { return value >= 0; }
};

}  // namespace trace2::inline v0
