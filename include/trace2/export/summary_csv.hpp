// Writes one table of a summary as comma-separated values.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/csv.hpp>
#include <trace2/export/summary.hpp>
#include <trace2/export/summary_json.hpp>
#include <trace2/sink.hpp>
#include <trace2/value/reflect.hpp>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

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
inline std::vector<std::string> table_names() {
  std::vector<std::string> names;
  for_each_table([&](auto member) { names.emplace_back(member.name); });
  return names;
}

/// Writes the table with a name; nothing for another name. A table that the summary lacks has no
/// rows.
inline void write_csv(sink& to, summary const& all, std::string_view table) {
  for_each_table([&](auto member) {
    if (member.name != table) return;
    auto const& rows = all.*member.pointer;
    if constexpr (requires { rows.value(); })
      write_csv(to, rows ? *rows : typename std::remove_cvref_t<decltype(rows)>::value_type{});
    else
      write_csv(to, rows);
  });
}

}}}  // namespace trace2::v0::exporter
