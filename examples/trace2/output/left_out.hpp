// The items that limits keep out of an output. Each output counts them in this form, so that the
// writer of the output can say so.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/reflect.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trace2::program {

struct missing_nodes;

/// The number of items of one kind that are left out. `what` is a plural, such as "processes" or
/// "parts of values"; a literal.
struct left_out_row {
  std::string_view what{};
  std::uint64_t count{};
};
BOOST_DESCRIBE_STRUCT(left_out_row, (), (what, count))

/// Only kinds of which something is left out.
class left_out : public std::vector<left_out_row> {
 public:
  left_out& add(std::string_view what, std::uint64_t count);
  left_out& add(left_out const& others);

  /// "3 processes, 1 region"
  std::string text() const;

 private:
  static std::string singular(std::string_view plural);
};

left_out left_out_of(missing_nodes const& missing);

}  // namespace trace2::program
