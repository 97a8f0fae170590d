// A view of counted or writable bytes, cheaper to compile than the constructor of std::string_view.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// A view of `size` bytes from `begin` on. The constructor of std::string_view takes other argument
/// types for iterators first: every unit would instantiate the iterator concepts, which takes as
/// long as to include <charconv>. Lifetime: borrows the bytes.
constexpr std::string_view view_of(char const* begin, std::size_t size) noexcept {
  return {begin, size};
}

}}}  // namespace trace2::v0::detail
