// Parses sizes as a person types them.
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/settings/scalar.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace trace2_program::listening {

/// The bytes of a text such as `500M`, `2GiB` or `4096`; a unit is a power of 1024. Nothing for
/// other text, and for more bytes than there can be.
inline std::optional<std::uint64_t> parse_size(std::string_view text) noexcept {
  using trace2::detail::to_lower;
  if (text.empty() || !trace2::detail::is_digit(text.front())) return {};
  std::uint64_t const number = trace2::detail::take_number(text);
  constexpr std::string_view units = "kmgtpe";
  std::size_t const unit = text.empty() ? units.npos : units.find(to_lower(text.front()));
  if (unit != units.npos) text.remove_prefix(1);
  if (unit != units.npos && !text.empty() && to_lower(text.front()) == 'i') text.remove_prefix(1);
  if (!text.empty() && to_lower(text.front()) == 'b') text.remove_prefix(1);
  std::size_t const shift = unit == units.npos ? 0 : 10 * (unit + 1);
  if (!text.empty() || number > std::uint64_t{INT64_MAX} >> shift) return {};
  return number << shift;
}

}  // namespace trace2_program::listening
