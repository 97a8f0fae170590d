// A view of bytes that are counted, or writable.
#pragma once

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// `size` bytes from `begin` on. Instead of the constructor, which takes all but exactly these
/// types for iterators first: every unit would instantiate what makes an iterator, which takes as
/// long as to include <charconv>. Lifetime: borrows the bytes.
constexpr std::string_view view_of(char const* begin, std::size_t size) noexcept {
  return {begin, size};
}

}}}  // namespace trace2::v0::detail
