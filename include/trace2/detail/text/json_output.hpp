// Where a unit that only instruments writes a value as JSON. The unit of the session hands over its
// buffer, and lends the code for floating-point numbers.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>

#include <concepts>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// A buffer as functions of JSON see it; `output_to` makes one (json_value.hpp). Borrows the
/// buffer.
class json_output {
 public:
  /// Appends a number; one that is a `float` as short as reads back as the same `float`.
  using floating_appender = void (*)(buffer& to, double value, bool is_float) noexcept;

  json_output(buffer& to, floating_appender append_floating) noexcept
      : to_{to}, append_floating_{append_floating} {}

  void append(std::string_view text) const noexcept { to_.append(text); }
  void append(char c) const noexcept { to_.append(c); }
  template <std::integral Number>
  void append_decimal(Number value) const noexcept {
    to_.append_decimal(value);
  }
  void append_decimal(double value) const noexcept { append_floating_(to_, value, false); }
  void append_decimal(float value) const noexcept {
    append_floating_(to_, static_cast<double>(value), true);
  }

  /// The buffer, for functions that write no floating-point numbers, or bring the code for them.
  operator buffer&() const noexcept { return to_; }  // NOLINT(google-explicit-constructor)

 private:
  buffer& to_;
  floating_appender append_floating_;
};

}}}  // namespace trace2::v0::detail
