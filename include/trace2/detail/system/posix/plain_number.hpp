// Numbers spelt as in the C locale, whatever the locale of the program is.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>

#include <locale.h>
#include <stdlib.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// As std::strtod.
template <std::floating_point Number>
Number plain_number(char const* text, char** end) noexcept {
  static ::locale_t const plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  if constexpr (std::same_as<Number, float>)
    return ::strtof_l(text, end, plain);
  else
    return static_cast<Number>(::strtod_l(text, end, plain));
}

}}}  // namespace trace2::v0::detail
