// Writes a report: one page for a browser, which needs nothing but itself.
#pragma once

#include <trace2/export/comparison.hpp>
#include <trace2/export/left_out.hpp>
#include <trace2/export/summary_json.hpp>
#include <trace2/export/why.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/sink.hpp>

#include <string_view>
#include <vector>

#include "../chosen_trace.hpp"
#include "../inputs.hpp"
#include "../messages.hpp"
#include "../output.hpp"
#include "../privacy.hpp"
#include "collector.hpp"
#include "data.hpp"
#include "json_stream.hpp"
#include "packed_output.hpp"
#include "trace2_report_page.hpp"  // made from report.html, report.css and the modules beside it

namespace trace2_program {

/// What a page shows of a trace.
class reported_trace {
 public:
  reported_trace() = default;
  reported_trace(reported_trace const&) = delete;

  /// The collector of what is chosen, and its labels. Call `complete` when it has seen all.
  report_collector& collector() noexcept { return found_; }
  trace2::read::label_table& labels() noexcept { return labels_; }

  /// False if there is no command to show.
  bool complete(trace2::exporter::possible_gaps gaps) {
    trace_ = found_.complete();
    commands_ =
        trace2::exporter::why{trace_, labels_, gaps}.explain_slowest(report_data::most_commands);
    return !commands_.empty();
  }

  /// Writes one JSON object. Only once.
  void write(trace2::sink& to, privacy as) {
    report_data{found_, trace_, labels_, as == privacy::anonymous}.write(to, commands_);
  }

  trace2::exporter::left_out left_out() const {
    return trace2::exporter::left_out_of(trace_.missing);
  }

 private:
  trace2::read::label_table labels_;
  report_collector found_{labels_};
  trace2::read::model trace_;
  std::vector<trace2::exporter::explanation> commands_;
};

/// Writes a page with data in its middle. Nothing in a trace becomes markup: the data are letters
/// and digits until the page's own script reads them.
template <class WriteData>
void write_page(output& out, WriteData const& write_data) {
  for (std::string_view const part : report_page::before_data) out.write(part);
  packed_output packed{out};
  write_data(packed);
  packed.finish();
  for (std::string_view const part : report_page::after_data) out.write(part);
}

/// Writes the page of what is chosen.
inline followed write_report(chosen_trace& chosen, output& out) {
  reported_trace shown;
  followed const result =
      follow(chosen, shown.collector(), shown.labels(), [&out] { return out.error() != 0; });
  if (result == followed::nothing || !shown.complete(chosen.gaps())) return followed::nothing;
  write_page(out, [&](trace2::sink& to) { shown.write(to, chosen.shown_as()); });
  return report_left_out(shown.left_out(), result);
}

/// Writes the page of two traces and the differences between them. Both were followed once.
inline bool write_difference(chosen_trace& before, chosen_trace& after,
                             trace2::exporter::comparison const& made, output& out) {
  reported_trace shown[2];
  chosen_trace* const sides[] = {&before, &after};
  for (int i = 0; i < 2; ++i) {
    follow_again(*sides[i], shown[i].collector(), shown[i].labels());
    if (!shown[i].complete(sides[i]->gaps())) return false;
  }
  write_page(out, [&](trace2::sink& to) {
    json_stream data{to};
    data.open('{');
    shown[0].write(data.name("before").value(), before.shown_as());
    shown[1].write(data.name("after").value(), after.shown_as());
    write_json(data.name("comparison").value(), made);
    data.close('}');
  });
  return true;
}

}  // namespace trace2_program
