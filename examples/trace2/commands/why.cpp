// Defines what why.hpp declares.
#include "commands/why.hpp"

#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/reflect.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/chosen_trace.hpp"
#include "input/found_inputs.hpp"
#include "input/inputs.hpp"
#include "input/joined_samples.hpp"
#include "input/selection.hpp"
#include "model/model_builder.hpp"
#include "options/choosing.hpp"
#include "options/row_limit.hpp"
#include "output/colour.hpp"
#include "output/csv.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"
#include "output/remarks.hpp"
#include "output/shown_disturbances.hpp"
#include "output/table.hpp"
#include "samples/sampled_trace.hpp"
#include "summary/summary_json.hpp"
#include "why/row_regions.hpp"
#include "why/why.hpp"
#include "why/why_csv.hpp"
#include "why/why_text.hpp"

namespace trace2::program {

struct processor_use_row {
  read::fine_duration user{};
  read::fine_duration system{};
  std::int64_t most_memory{};  ///< KiB; 0 if unknown
};
BOOST_DESCRIBE_STRUCT(processor_use_row, (), (user, system, most_memory))

struct hint_row {
  std::string_view reason{};
  std::string_view remedy{};
};
BOOST_DESCRIBE_STRUCT(hint_row, (), (reason, remedy))

/// The samples of a row of the path.
struct sampled_row {
  std::uint64_t row{};  ///< its place in the path, from 0 on
  std::uint64_t count{};
  std::vector<function_row> functions{};
  std::optional<row_waits> waits{};
};
BOOST_DESCRIBE_STRUCT(sampled_row, (), (row, count, functions, waits))

/// The disturbances by the system in a row of the path.
struct disturbed_row {
  std::uint64_t row{};  ///< its place in the path, from 0 on
  disturbance_sums counts{};
};
BOOST_DESCRIBE_STRUCT(disturbed_row, (), (row, counts))

/// All of an explanation in JSON.
struct explained_command {
  std::string_view command{};
  std::optional<std::string_view> sid{};  ///< none if only its parent tells of it
  read::fine_duration wall{};
  std::optional<std::int64_t> code{};
  bool is_unfinished = false;
  std::uint64_t candidates{};  ///< commands among which it was chosen
  std::optional<processor_use_row> used{};
  std::vector<why_row> path{};
  std::optional<sample_sums> samples{};
  std::optional<std::vector<sampled_row>> functions{};
  std::optional<std::vector<sampled_row>> other_threads{};  ///< of the process of a row
  std::optional<std::vector<disturbed_row>> disturbances{};
  std::vector<hint_row> hints{};
  std::optional<std::vector<remark_row>> remarks{};
  program::left_out left_out{};
};
BOOST_DESCRIBE_STRUCT(explained_command, (),
                      (command, sid, wall, code, is_unfinished, candidates, used, path, samples,
                       functions, other_threads, disturbances, hints, remarks, left_out))

namespace {

/// A row of the path that has a time.
struct timed_row {
  std::size_t place{};      ///< in the rows of the explanation
  std::uint64_t number{};   ///< in the path as it is shown
  std::vector<node_index> regions{};
  std::vector<node_index> processes{};  ///< none if a row before has the same
};

std::vector<timed_row> timed_rows(explanation const& of, model const& trace) {
  std::vector<timed_row> all;
  std::vector<std::string_view> seen;
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    critical_path::row const& row = of.rows[i];
    if (row.time <= read::no_time) continue;
    timed_row& added = all.emplace_back(timed_row{i, all.size(), regions_of(row, of, trace)});
    if (std::find(seen.begin(), seen.end(), row.process) != seen.end()) continue;
    seen.push_back(row.process);
    std::vector<node_index>& processes = added.processes;
    for (critical_path::stay const& stay : of.stays)
      if (stay.name == row.process) processes.push_back(stay.process);
    std::sort(processes.begin(), processes.end());
    processes.erase(std::unique(processes.begin(), processes.end()), processes.end());
  }
  return all;
}

void add_samples(explained_command& to, sampled_trace const& samples,
                 std::vector<timed_row> const& rows) {
  constexpr std::size_t most = 100;
  to.samples = samples.sums();
  auto& functions = to.functions.emplace();
  auto& other_threads = to.other_threads.emplace();
  for (timed_row const& row : rows) {
    function_profile const found = samples.in(row.regions);
    auto waits = samples.waits_in(row.regions, most);
    if (found.samples() != 0 || waits)
      functions.push_back(
          {row.number, found.samples(), samples.rows(found, most), std::move(waits)});
    function_profile const others = samples.in_other_threads(row.processes);
    if (others.samples() != 0)
      other_threads.push_back({row.number, others.samples(), samples.rows(others, most), {}});
  }
}

std::vector<disturbed_row> disturbed_rows(std::vector<timed_row> const& rows, model const& trace) {
  std::vector<disturbed_row> all;
  for (timed_row const& row : rows)
    if (auto const found = disturbances_in(trace, row.regions))
      all.push_back({row.number, *found});
  return all;
}

void note_details(explanation& of, sampled_trace const* samples, model const& trace) {
  constexpr std::size_t most = 5;
  of.details.resize(of.rows.size());
  for (timed_row const& row : timed_rows(of, trace)) {
    read::nanoseconds time{};
    for (node_index const region : row.regions) time += trace.regions[region].self();
    std::vector<std::string>& lines = of.details[row.place];
    if (samples != nullptr) lines = samples->lines(row.regions, time, most);
    if (std::string found = shown_disturbances(trace, row.regions); !found.empty())
      lines.push_back(std::move(found));
    if (samples == nullptr) continue;
    for (std::string& line : samples->lines_of_other_threads(row.processes, most))
      lines.push_back(std::move(line));
  }
}

void write_explained(output& out, explanation const& of, model const& trace,
                     read::label_table const& labels, std::optional<sampled_trace> const& samples) {
  auto const length = [&](read::nanoseconds time) {
    return read::fine_duration{time, trace.is_fine};
  };
  explained_command all{.command = of.command,
                        .wall = length(of.wall),
                        .code = of.code,
                        .is_unfinished = of.is_unfinished,
                        .candidates = of.candidates,
                        .path = rows_of(of, labels),
                        .remarks = rows_of(trace.remarks),
                        .left_out = left_out_of(trace.missing)};
  std::vector<timed_row> const rows = timed_rows(of, trace);
  if (samples) add_samples(all, *samples, rows);
  if (!trace.disturbances.empty()) all.disturbances = disturbed_rows(rows, trace);
  if (of.process != no_node) all.sid = trace.processes[of.process].sid;
  if (of.used)
    all.used = {length(of.used->user.in_nanoseconds()), length(of.used->system.in_nanoseconds()),
                of.used->most_memory};
  for (hint const& each : of.hints) all.hints.push_back({each.reason, each.remedy});
  write_json(out, all);
}

}  // namespace

followed write_why(wanted_trace const& wanted, why_options const& options, text_style style,
                   output& out) {
  auto samples = samples_of(options.samples);
  if (!samples && !options.samples.empty()) return followed::nothing;
  read::label_table labels;
  model_builder builder{labels};
  selection_options others = wanted.selection.options();
  std::string const command = std::exchange(others.command, {});
  selection const without_command{others};
  chosen_trace chosen{find_inputs(wanted.paths),
                      without_command.chooses_commands() ? wanted.selection : without_command};
  if (samples) join(*samples, builder, chosen);
  followed const result = follow(chosen, builder, labels);
  model const trace = builder.complete();
  if (samples) samples->complete();
  auto explained = why{trace, labels, chosen.gaps()}.explain(command);
  if (!explained) {
    if (!command.empty() && result == followed::all && chosen.is_any_kept())
      say("no command is called \"" + command + "\"");
    return followed::nothing;
  }
  if (options.is_json) {
    write_explained(out, *explained, trace, labels, samples);
  } else if (options.is_csv) {
    write_csv(out, rows_of(*explained, labels));
    say_remarks(trace.remarks);
  } else {
    note_details(*explained, samples ? &*samples : nullptr, trace);
    why_text{out, labels, options.rows.most(), out.text_width(), style}.write(*explained);
    if (samples) out.write("\n" + style.dim(samples->summary()) + "\n");
    write_remarks(trace.remarks, style, out);
  }
  return report_left_out(left_out_of(trace.missing), result);
}

int commands::why(why_command_options const& options) {
  output out{std::string{}};
  return finish(out, write_why({options.paths, options.chosen.selection()}, options.shown,
                               options.colour.style(out), out));
}

}  // namespace trace2::program
