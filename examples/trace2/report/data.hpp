// Writes the data of a report: one JSON object, whose long tables are columns of integers.
#pragma once

#include <trace2/export/critical_path.hpp>
#include <trace2/export/folded.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/summarize.hpp>
#include <trace2/export/summary_json.hpp>
#include <trace2/export/why.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../messages.hpp"
#include "collector.hpp"
#include "explanation_json.hpp"
#include "json_stream.hpp"
#include "numbering.hpp"

namespace trace2_program {

/// Writes what a collector has found. report/trace.mjs describes the columns.
///
/// Moments are microseconds since the beginning of the trace, with decimals if they have any;
/// numbers of rows and codes that may be absent are 1 more than they are, and 0 if absent.
class report_data {
 public:
  static constexpr std::size_t most_commands = 100;  ///< that are explained
  static constexpr std::size_t most_stacks = 20'000;

  /// All arguments must outlive it. Takes the slices of the collector.
  report_data(report_collector& found, trace2::read::model const& trace,
              trace2::read::label_table const& labels, bool is_anonymous)
      : found_{found},
        trace_{trace},
        labels_{labels},
        is_anonymous_{is_anonymous},
        numbers_{trace} {
    slices_ =
        found.slices().take([this](slice const& one) { return numbers_.is_kept(one.thread); });
  }

  /// `commands` are the slowest ones, the slowest first.
  void write(trace2::sink& to, std::vector<trace2::exporter::explanation> const& commands) {
    // Tables first: they number the texts and labels that come last.
    json_stream out{to};
    out.open('{').name("program").text(std::string{"trace2 "} + version);
    out.name("anonymous").number(is_anonymous_ ? 1 : 0);
    out.name("begin")
        .number(trace2::read::whole_microseconds(trace_.begin))
        .name("wall")
        .time(trace_.wall());
    out.name("explained").open('[');
    for (auto const& command : commands) write_explanation(out, command, numbers_);
    out.close(']');
    write_summary(out);
    write_processes(out);
    write_threads(out);
    write_slices(out);
    write_children(out);
    write_waits(out);
    write_marks(out);
    write_stacks(out);
    write_histograms(out);
    write_groups(out);
    write_left_out(out);
    write_texts(out);
    out.close('}');
  }

 private:
  using node_index = trace2::read::node_index;

  std::uint32_t text(std::string_view text) { return found_.texts().number_of(text); }
  std::int64_t relative(std::int64_t at) const noexcept {
    return trace2::read::saturating_add(at, -trace_.begin);
  }

  // ---- tables ----

  /// The same as "trace2 summary --json", but for the processes, which have columns.
  void write_summary(json_stream& out) const {
    auto made = trace2::exporter::summarizer{trace_, labels_}.make();
    made.processes.clear();
    trace2::exporter::write_json(out.name("summary").value(), made);
  }

  void write_processes(json_stream& out) {
    auto const& rows = numbers_.processes().all();
    auto const of = [this](node_index i) -> auto const& { return trace_.processes[i]; };
    out.name("processes").open('{');
    out.column("name", rows, [&](auto i) { return text(of(i).name); });
    out.column("command", rows, [&](auto i) { return text(of(i).command); });
    out.column("repository", rows, [&](auto i) { return text(of(i).repository); });
    out.column("sid", rows, [&](auto i) { return text(of(i).sid); });
    out.column("parent", rows, [&](auto i) { return numbers_.processes().number_around(i) + 1; });
    out.column("child", rows, [&](auto i) {
      return of(i).child == trace2::read::no_node ? 0 : numbers_.of_child(of(i).child);
    });
    out.time_differences("begin", rows, [&](auto i) { return relative(of(i).begin); });
    out.times("wall", rows, [&](auto i) { return of(i).wall(); });
    out.column("code", rows, [&](auto i) { return std::int64_t{of(i).code} + 1; });
    out.column("state", rows, [&](auto i) { return of(i).state; });
    out.column("errors", rows, [&](auto i) { return of(i).errors; });
    out.close('}');
  }

  void write_threads(json_stream& out) {
    auto const of = [this](node_index i) -> auto const& { return trace_.threads[i]; };
    auto const& rows = numbers_.threads();
    out.name("threads").open('{');
    out.column("name", rows, [&](auto i) { return text(of(i).name); });
    out.column("process", rows,
               [&](auto i) { return numbers_.processes().number_of(of(i).process); });
    out.column("main", rows, [&](auto i) { return of(i).is_main(); });
    out.time_differences("begin", rows, [&](auto i) { return relative(of(i).begin); });
    out.times("wall", rows, [&](auto i) { return of(i).end - of(i).begin; });
    out.close('}');
  }

  void write_slices(json_stream& out) {
    out.name("slices").open('{');
    out.differences("thread", slices_,
                    [&](slice const& one) { return numbers_.of_thread(one.thread); });
    out.time_differences("begin", slices_, [&](slice const& one) { return relative(one.begin); });
    out.times("wall", slices_, [](slice const& one) { return one.total; });
    out.times("inside", slices_, [](slice const& one) { return one.total - one.own; });
    out.column("depth", slices_, [](slice const& one) { return one.depth; });
    out.column("label", slices_, [&](slice const& one) { return numbers_.of_label(one.label); });
    out.column("message", slices_, [](slice const& one) { return one.message; });
    out.column("place", slices_, [](slice const& one) { return one.place; });
    out.column("unfinished", slices_, [](slice const& one) { return !one.is_complete; });
    out.close('}');
  }

  void write_children(json_stream& out) {
    auto const of = [this](node_index i) -> auto const& { return trace_.children[i]; };
    auto const& rows = numbers_.children();
    out.name("children").open('{');
    out.column("thread", rows,
               [&](auto i) { return numbers_.of_thread(numbers_.place_of(i).thread); });
    out.column("depth", rows, [&](auto i) { return numbers_.place_of(i).depth; });
    out.column("label", rows, [&](auto i) { return numbers_.of_label(of(i).what); });
    out.column("command", rows, [&](auto i) { return text(of(i).command); });
    out.time_differences("begin", rows, [&](auto i) { return relative(of(i).begin); });
    out.times("wall", rows,
              [&](auto i) { return of(i).duration < 0 ? 0 : of(i).duration + 1'000; });
    out.times("waited", rows, [&](auto i) { return of(i).waited; });
    out.column("pid", rows, [&](auto i) { return std::int64_t{of(i).pid} + 1; });
    out.column("code", rows, [&](auto i) { return std::int64_t{of(i).code} + 1; });
    out.close('}');
  }

  void write_waits(json_stream& out) {
    std::vector<wait> rows;
    for (wait const& one : found_.waits())
      if (numbers_.of_child(one.child) != 0) rows.push_back(one);
    out.name("waits").open('{');
    out.differences("child", rows,
                    [&](wait const& one) { return numbers_.of_child(one.child) - 1; });
    out.time_differences("begin", rows, [&](wait const& one) { return relative(one.since); });
    out.times("wall", rows, [](wait const& one) { return one.time; });
    out.close('}');
  }

  void write_marks(json_stream& out) {
    std::vector<mark> rows;
    for (mark const& one : found_.marks())
      if (numbers_.is_kept(one.thread)) rows.push_back(one);
    marks_left_out_ = found_.marks_left_out() + found_.marks().size() - rows.size();
    out.name("marks").open('{');
    out.column("kind", rows, [](mark const& one) { return one.what; });
    out.differences("thread", rows,
                    [&](mark const& one) { return numbers_.of_thread(one.thread); });
    out.time_differences("at", rows, [&](mark const& one) { return relative(one.at); });
    out.column("depth", rows, [](mark const& one) { return one.depth; });
    out.column("label", rows, [&](mark const& one) {
      return has_label(one.what) ? std::int64_t{numbers_.of_label(one.label)} + 1 : 0;
    });
    out.column("text", rows, [](mark const& one) { return one.text; });
    out.close('}');
  }

  static bool has_label(mark::kind what) noexcept {
    return what == mark::kind::data || what == mark::kind::timer || what == mark::kind::counter;
  }

  /// As "trace2 convert --to=folded" writes them. What is left out is one stack, so that all times
  /// still sum up.
  void write_stacks(json_stream& out) {
    trace2::exporter::folded const stacks{trace_, labels_};
    auto const write = [&out](std::string const& stack, std::int64_t time) {
      out.text(stack + " " + trace2::exporter::microseconds_text(time));
    };
    out.name("stacks").open('[');
    std::size_t count = 0;
    for (auto const& [stack, time] : stacks.times())
      if (count++ < most_stacks)
        write(stack, time);
      else
        stacks_left_out_time_ = trace2::read::saturating_add(stacks_left_out_time_, time);
    stacks_left_out_ = count - std::min(count, most_stacks);
    if (stacks_left_out_ != 0)
      write(std::to_string(stacks_left_out_) + " more stacks", stacks_left_out_time_);
    out.close(']');
  }

  void write_histograms(json_stream& out) {
    region_histograms const& histograms = found_.histograms();
    out.name("histogram_steps").open('[');
    for (std::size_t i = 0; i < region_histograms::steps; ++i)
      if (histograms.is_shown(i)) out.number(region_histograms::begin_of(i));
    out.close(']');
    out.name("histograms").open('[');
    for (auto const& [id, counts] : histograms.all()) {
      out.open('[').number(numbers_.of_label(id));
      for (std::size_t i = 0; i < counts.size(); ++i)
        if (histograms.is_shown(i)) out.number(static_cast<std::int64_t>(counts[i]));
      out.close(']');
    }
    out.close(']');
  }

  // ---- what there is no room for ----

  /// Regions at their threads and depths, processes below those around them.
  void write_groups(json_stream& out) {
    write_groups(out, "more_slices", found_.slices().groups(), [this](node_index thread) {
      return numbers_.is_kept(thread) ? numbers_.of_thread(thread) : -1;
    });
    write_groups(out, "more_processes", numbers_.processes().groups(),
                 [](node_index around) { return std::int64_t{around}; });
  }

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

  void write_left_out(json_stream& out) {
    out.name("left_out").open('[');
    auto const add = [&](std::string_view what, std::uint64_t count, std::int64_t time) {
      if (count == 0) return;
      out.open('[').text(what).number(static_cast<std::int64_t>(count)).time(time).close(']');
    };
    add("shorter processes", numbers_.processes().left_out(), numbers_.processes().left_out_time());
    add("shorter regions", found_.slices().left_out(), found_.slices().left_out_time());
    add("children", trace_.children.size() - numbers_.children().size(), 0);
    add("waits", found_.waits_left_out(), 0);
    add("values and messages", marks_left_out_, 0);
    add("errors", found_.errors_left_out(), 0);
    add("stacks", stacks_left_out_, stacks_left_out_time_);
    add("regions in histograms", found_.histograms().left_out(), 0);
    add("texts", found_.texts().left_out() + found_.messages_left_out(), 0);
    out.close(']');
  }

  void write_texts(json_stream& out) {
    out.name("labels").open('{');
    out.column("category", numbers_.labels(), [&](auto id) { return text(labels_[id].category); });
    out.column("name", numbers_.labels(), [&](auto id) { return text(labels_[id].name); });
    out.close('}').name("texts").open('[');
    for (std::string const& one : found_.texts().all()) out.text(one);
    out.close(']');
  }

  report_collector& found_;
  trace2::read::model const& trace_;
  trace2::read::label_table const& labels_;
  bool is_anonymous_;
  report_numbering numbers_;
  std::vector<slice> slices_;
  std::uint64_t marks_left_out_ = 0;
  std::uint64_t stacks_left_out_ = 0;
  std::int64_t stacks_left_out_time_ = 0;
};

}  // namespace trace2_program
