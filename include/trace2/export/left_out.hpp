// The items that limits keep out of an output. Each output counts them in this form, so that
// whoever writes the output can say so.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/model.hpp>
#include <trace2/value/reflect.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

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
  left_out& add(std::string_view what, std::uint64_t count) {
    if (count == 0) return *this;
    for (left_out_row& row : *this)
      if (row.what == what) return row.count += count, *this;
    push_back({what, count});
    return *this;
  }
  left_out& add(left_out const& others) {
    for (left_out_row const& row : others) add(row.what, row.count);
    return *this;
  }

  /// "3 processes, 1 region"
  std::string text() const {
    std::string result;
    for (left_out_row const& row : *this)
      result.append(result.empty() ? "" : ", ")
          .append(std::to_string(row.count))
          .append(" ")
          .append(row.count == 1 ? singular(row.what) : std::string{row.what});
    return result;
  }

 private:
  static std::string singular(std::string_view plural) {
    if (plural == "processes") return "process";
    if (plural == "children") return "child";
    std::string one{plural};
    one.erase(std::min(plural.find(" of "), plural.size()) - 1, 1);
    return one;
  }
};

inline left_out left_out_of(read::missing_nodes const& missing) {
  return left_out{}
      .add("processes", missing.processes)
      .add("threads", missing.threads)
      .add("regions", missing.regions)
      .add("children", missing.children)
      .add("tasks", missing.tasks);
}

}}}  // namespace trace2::v0::exporter
