// Writes a report: one page for a browser, which needs nothing but itself.
#pragma once

#include <trace2/export/left_out.hpp>
#include <trace2/export/why.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>

#include <string_view>

#include "../chosen_trace.hpp"
#include "../inputs.hpp"
#include "../messages.hpp"
#include "../output.hpp"
#include "../privacy.hpp"
#include "collector.hpp"
#include "data.hpp"
#include "packed_output.hpp"
#include "trace2_report_page.hpp"  // made from report.html, report.css and the modules beside it

namespace trace2_program {

/// Writes the page, with the data of what is chosen in its middle. Nothing in a trace becomes
/// markup: the data are letters and digits until the page's own script reads them.
inline followed write_report(chosen_trace& chosen, output& out) {
  trace2::read::label_table labels;
  report_collector found{labels};
  followed const result = follow(chosen, found, labels, [&out] { return out.error() != 0; });
  if (result == followed::nothing) return result;
  trace2::read::model const trace = found.complete();
  auto const commands =
      trace2::exporter::why{trace, labels, chosen.may_be_limited()}.explain_slowest(
          report_data::most_commands);
  if (commands.empty()) return followed::nothing;

  for (std::string_view const part : report_page::before_data) out.write(part);
  packed_output packed{out};
  bool const is_anonymous = chosen.shown_as() == privacy::anonymous;
  report_data{found, trace, labels, is_anonymous}.write(packed, commands);
  packed.finish();
  for (std::string_view const part : report_page::after_data) out.write(part);
  return report_left_out(trace2::exporter::left_out_of(trace.missing), result);
}

}  // namespace trace2_program
