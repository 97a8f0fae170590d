// Values as JSON in a buffer, for all but the units that only instrument: those include
// append_json.hpp alone, and do without <charconv>, which is long to include.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/append_json.hpp>
#include <trace2/detail/text/json_output.hpp>
#include <trace2/value/buffer.hpp>

#include <charconv>
#include <concepts>
#include <cstddef>

namespace trace2 { inline namespace v0 {

template <std::floating_point Number>
[[gnu::noinline]] void buffer::append_decimal(Number value) noexcept {
  constexpr std::size_t longest = 32;
  if (reserve(longest)) commit_until(std::to_chars(end(), end() + longest, value).ptr);
}

}}  // namespace trace2::v0

namespace trace2 { inline namespace v0 { namespace detail {

/// The buffer as an output that `json_of` in another unit takes.
inline json_output output_to(buffer& out) noexcept {
  return {out, [](buffer& to, double value, bool is_float) noexcept {
            is_float ? to.append_decimal(static_cast<float>(value)) : to.append_decimal(value);
          }};
}

}}}  // namespace trace2::v0::detail
