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
  static ::_locale_t const plain = ::_create_locale(LC_ALL, "C");
  return static_cast<Number>(::_strtod_l(text, end, plain));
}

}}}  // namespace trace2::v0::detail
