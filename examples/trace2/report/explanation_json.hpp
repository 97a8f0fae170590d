// Writes why a command took as long as it did, for a report.
#pragma once

#include <trace2/export/critical_path.hpp>
#include <trace2/export/explanation.hpp>
#include <trace2/read/model.hpp>

#include <cstdint>

#include "json_stream.hpp"
#include "numbering.hpp"

namespace trace2_program {

/// Writes one object. Numbers that may be absent are 1 more than they are, and 0 if absent.
inline void write_explanation(json_stream& out, trace2::exporter::explanation const& of,
                              report_numbering& numbers) {
  using path = trace2::exporter::critical_path;
  out.open('{').name("command").text(of.command).name("wall").time(of.wall);
  out.name("process").number(
      of.process == trace2::read::no_node ? 0 : numbers.processes().number_of(of.process) + 1);
  out.name("candidates").number(static_cast<std::int64_t>(of.candidates));
  out.name("code").number(of.code ? std::int64_t{*of.code} + 1 : 0);
  out.name("unfinished").number(of.is_unfinished ? 1 : 0);
  if (of.used) {
    out.name("user").time(of.used->user).name("system").time(of.used->system);
    out.name("memory").number(of.used->most_memory);
  }
  out.name("rows").open('[');
  for (path::row const& row : of.rows) {
    out.open('[').text(name_of(row.kind));
    out.text(row.process).text(row.name);
    out.number(row.label == path::no_label ? 0 : std::int64_t{numbers.of_label(row.label)} + 1);
    out.time(row.time).number(static_cast<std::int64_t>(row.count)).close(']');
  }
  out.close(']').name("hints").open('[');
  for (trace2::exporter::hint const& one : of.hints)
    out.open('[').text(one.reason).text(one.remedy).close(']');
  out.close(']').close('}');
}

}  // namespace trace2_program
