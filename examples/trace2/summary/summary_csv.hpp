// Writes one table of a summary as comma-separated values.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/sink.hpp>
#include <trace2/value/reflect.hpp>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "output/csv.hpp"
#include "summary/summary.hpp"
#include "summary/summary_json.hpp"

namespace trace2::program {

/// Calls `use(table)` for each table of a summary, with the member's descriptor.
template <class Use>
void for_each_table(Use const& use) {
  for_each_member<summary>([&](auto member) {
    using member_type = std::remove_cvref_t<decltype(summary{}.*member.pointer)>;
    if constexpr (detail_of_summary::is_table<member_type> ||
                  detail_of_summary::is_optional_table<member_type>)
      use(member);
  });
}

/// The names of all tables: processes, commands, regions …
std::vector<std::string> table_names();

/// Writes the table with a name; nothing for another name. A table that the summary lacks has no
/// rows.
void write_csv(sink& to, summary const& all, std::string_view table);

}  // namespace trace2::program
