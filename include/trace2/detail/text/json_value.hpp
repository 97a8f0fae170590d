// Values as JSON in a buffer, for all but the units that only instrument: those include
// append_json.hpp alone.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/append_json.hpp>
#include <trace2/detail/text/floating.hpp>
#include <trace2/detail/text/json_output.hpp>
#include <trace2/value/buffer.hpp>

namespace trace2 { inline namespace v0 { namespace detail {

/// The buffer as an output that `json_of` in another unit takes.
inline json_output output_to(buffer& out) noexcept {
  return {out, [](buffer& to, double value, bool is_float) noexcept {
            is_float ? to.append_decimal(static_cast<float>(value)) : to.append_decimal(value);
          }};
}

}}}  // namespace trace2::v0::detail
