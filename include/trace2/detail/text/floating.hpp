// Floating-point numbers in decimal. A header of its own, because <charconv> is long to include:
// units that only instrument do without it (json_output.hpp).
// SPDX-License-Identifier: BSL-1.0
#pragma once

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
