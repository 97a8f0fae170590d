// The vocabulary types that event members are made of, besides numbers, text and ranges of them.
// They say what a value means; how it looks is each format's business.
#pragma once

#include <trace2/value/data_value.hpp>
#include <trace2/value/repo_id.hpp>
#include <trace2/value/text.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

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

/// Borrowed list of texts, such as the arguments of a command.
struct text_list {
  std::string_view const* items{};
  std::size_t count{};

  constexpr std::string_view const* begin() const noexcept { return items; }
  constexpr std::string_view const* end() const noexcept { return items + count; }
  constexpr bool empty() const noexcept { return count == 0; }
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

/// See `data_value`: in this header, because most units that name one have no use for a view.
template <class Visitor>
constexpr decltype(auto) data_value::visit(Visitor&& visitor) const {
  switch (kind_) {
    case kind::character:
      return visitor(std::string_view{&character_, std::size_t{1}});
    case kind::signed_integer:
      return visitor(signed_);
    case kind::unsigned_integer:
      return visitor(unsigned_);
    case kind::floating:
      return visitor(floating_);
    default:
      return visitor(std::string_view{text_});
  }
}

}}  // namespace trace2::v0
