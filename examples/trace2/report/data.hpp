// Writes the data of a report: one JSON object, whose long tables are columns of integers.
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/model.hpp"
#include "report/collector.hpp"
#include "report/json_stream.hpp"
#include "report/numbering.hpp"
#include "walk/folded.hpp"
#include "why/critical_path.hpp"
#include "why/critical_threads.hpp"
#include "why/why.hpp"

namespace trace2::program {

class sampled_trace;

/// Writes what a collector has found. report/trace.mjs describes the columns.
///
/// Moments are microseconds since the beginning of the trace, with decimals if they have any;
/// numbers of rows and codes that may be absent are 1 more than they are, and 0 if absent.
class report_data {
 public:
  static constexpr std::size_t most_commands = 100;  ///< that are explained
  static constexpr std::size_t most_stacks = 20'000;

  /// All arguments must outlive it. Takes the slices of the collector.
  report_data(report_collector& found, model const& trace, read::label_table const& labels,
              bool is_anonymous, sampled_trace const* samples = nullptr);

  /// `commands` are the slowest ones, the slowest first.
  void write(trace2::sink& to, std::vector<explanation> const& commands);

 private:
  using node_index = program::node_index;

  std::uint32_t text(std::string_view text) { return found_.texts().number_of(text); }
  read::nanoseconds relative(read::moment at) const noexcept;
  /// The same for a moment as a process's own lines tell it.
  read::nanoseconds relative(read::moment at, node_index process) const noexcept;

  // ---- the critical paths ----

  /// Where the paths of all commands lead through. No two of them share a process.
  void note_routes(std::vector<explanation> const& commands);

  // ---- tables ----

  /// The same as "trace2 summary --json", but for the processes, which have columns.
  void write_summary(json_stream& out) const;

  void write_processes(json_stream& out);

  void write_threads(json_stream& out);

  void write_slices(json_stream& out);

  void write_children(json_stream& out);

  void write_waits(json_stream& out);

  void write_marks(json_stream& out);

  static bool has_label(mark::kind what) noexcept;

  /// As "trace2 convert --to=folded" writes them. Stacks that are left out become one stack, so
  /// that all times still add up.
  void write_stacks(json_stream& out);
  /// Of the stacks that find room, which are the longest.
  static read::nanoseconds least_time(folded const& stacks);

  void write_samples(json_stream& out);

  void write_histograms(json_stream& out);

  // ---- what there is no room for ----

  /// Regions at their threads and depths, processes below those around them.
  void write_groups(json_stream& out);

  template <class PlaceOf>
  void write_groups(json_stream& out, std::string_view name, left_out_slices const& groups,
                    PlaceOf const& place_of) const {
    out.name(name).open('[');
    for (auto const& [key, group] : groups.all()) {
      std::int64_t const place = place_of(std::get<0>(key));
      if (place < 0) continue;
      out.open('[').number(place).number(std::get<1>(key));
      out.time(relative(group.begin)).time(group.end - group.begin);
      out.number(static_cast<std::int64_t>(group.count)).time(group.time).close(']');
    }
    out.close(']');
  }

  void write_left_out(json_stream& out);

  void write_texts(json_stream& out);

  report_collector& found_;
  model const& trace_;
  read::label_table const& labels_;
  sampled_trace const* samples_;
  bool is_anonymous_;
  report_numbering numbers_;
  std::vector<slice> slices_;
  std::vector<bool> on_path_;                                       ///< by process of the model
  std::unordered_map<node_index, critical_threads::visit> visits_;  ///< by thread
  std::unordered_map<child_node const*, critical_path::followed_child> followed_;
  std::uint64_t marks_left_out_ = 0;
  std::uint64_t samples_left_out_ = 0;
  std::uint64_t stacks_left_out_ = 0;
  read::nanoseconds stacks_left_out_time_{};
};

}  // namespace trace2::program
