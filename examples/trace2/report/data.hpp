// Writes the data of a report: one JSON object, whose long tables are columns of integers.
#pragma once

#include <trace2/export/critical_path.hpp>
#include <trace2/export/folded.hpp>
#include <trace2/export/summarize.hpp>
#include <trace2/export/summary_json.hpp>
#include <trace2/export/why.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../messages.hpp"
#include "collector.hpp"
#include "json_stream.hpp"
#include "kept_processes.hpp"
#include "stack_lines.hpp"

namespace trace2_program {

/// Writes what a collector has found. report/trace.mjs describes the columns.
///
/// Moments are microseconds since the beginning of the trace; numbers of rows and codes that may be
/// absent are 1 more than they are, and 0 if absent.
class report_data {
 public:
  static constexpr std::size_t most_commands = 100;  ///< that are explained

  /// All arguments must outlive it. Takes the slices of the collector.
  report_data(report_collector& found, trace2::read::model const& trace,
              trace2::read::label_table const& labels, bool is_anonymous)
      : found_{found}, trace_{trace}, labels_{labels}, is_anonymous_{is_anonymous}, kept_{trace} {
    find_places();
    slices_ = found.slices().take([this](slice const& one) { return is_kept(one.thread); });
    number_children();
  }

  /// `commands` are the slowest ones, the slowest first.
  void write(trace2::sink& to, std::vector<trace2::exporter::explanation> const& commands) {
    // Tables first: they number the texts and labels that come last.
    json_stream out{to};
    out.open('{').name("program").text(std::string{"trace2 "} + version);
    out.name("anonymous").number(is_anonymous_ ? 1 : 0);
    out.name("begin").number(trace_.begin).name("wall").number(trace_.wall());
    out.name("explained").open('[');
    for (auto const& command : commands) write_explanation(out, command);
    out.close(']');
    write_summary(out);
    write_processes(out);
    write_threads(out);
    write_slices(out);
    write_children(out);
    write_waits(out);
    write_marks(out);
    write_stacks(out);
    write_left_out(out);
    write_texts(out);
    out.close('}');
  }

 private:
  using node_index = trace2::read::node_index;

  /// Where a child was started: its thread, and the number of regions around it.
  struct place {
    node_index thread{};
    int depth{};
  };

  bool is_kept(node_index thread) const noexcept {
    return kept_.number_of(trace_.threads[thread].process) != kept_processes::none;
  }

  void find_places() {
    places_.resize(trace_.regions.size());
    for (std::size_t i = 0; i < trace_.threads.size(); ++i)
      places_[trace_.threads[i].root].thread = static_cast<node_index>(i);
    // A region stands behind the one around it.
    for (std::size_t i = 0; i < trace_.regions.size(); ++i)
      if (node_index const parent = trace_.regions[i].parent; parent != trace2::read::no_node)
        places_[i] = {places_[parent].thread, places_[parent].depth + 1};
    thread_numbers_.resize(trace_.threads.size());
    for (std::size_t i = 0; i < trace_.threads.size(); ++i)
      if (is_kept(static_cast<node_index>(i))) {
        thread_numbers_[i] = threads_.size();
        threads_.push_back(static_cast<node_index>(i));
      }
  }

  void number_children() {
    child_numbers_.resize(trace_.children.size());
    for (std::size_t i = 0; i < trace_.children.size(); ++i)
      if (kept_.number_of(trace_.children[i].process) != kept_processes::none) {
        children_.push_back(static_cast<node_index>(i));
        child_numbers_[i] = children_.size();  // 1 more than the row
      }
  }

  std::uint32_t label(trace2::read::label_id id) {
    if (id >= label_numbers_.size()) label_numbers_.resize(id + 1);
    if (label_numbers_[id] == 0) {
      used_labels_.push_back(id);
      label_numbers_[id] = static_cast<std::uint32_t>(used_labels_.size());
    }
    return label_numbers_[id] - 1;
  }
  std::uint32_t text(std::string_view text) { return found_.texts().number_of(text); }
  std::int64_t relative(std::int64_t at) const noexcept {
    return trace2::read::saturating_add(at, -trace_.begin);
  }

  // ---- tables ----

  void write_explanation(json_stream& out, trace2::exporter::explanation const& of) {
    using path = trace2::exporter::critical_path;
    static constexpr std::string_view kinds[] = {"own",     "region", "thread", "startup",
                                                 "between", "wait",   "beside"};
    out.open('{').name("command").text(of.command).name("wall").number(of.wall);
    out.name("process").number(
        of.process == trace2::read::no_node ? 0 : kept_.number_of(of.process) + 1);
    out.name("candidates").number(static_cast<std::int64_t>(of.candidates));
    out.name("code").number(of.code ? std::int64_t{*of.code} + 1 : 0);
    out.name("unfinished").number(of.is_unfinished ? 1 : 0);
    if (of.used) {
      out.name("user").number(of.used->user).name("system").number(of.used->system);
      out.name("memory").number(of.used->most_memory);
    }
    out.name("rows").open('[');
    for (path::row const& row : of.rows) {
      out.open('[').text(kinds[static_cast<std::size_t>(row.kind)]);
      out.text(row.process).text(row.name);
      out.number(row.label == path::no_label ? 0 : std::int64_t{label(row.label)} + 1);
      out.number(row.time).number(static_cast<std::int64_t>(row.count)).close(']');
    }
    out.close(']').name("hints").open('[');
    for (trace2::exporter::hint const& one : of.hints)
      out.open('[').text(one.reason).text(one.remedy).close(']');
    out.close(']').close('}');
  }

  /// The same as "trace2 summary --json", but for the processes, which have columns.
  void write_summary(json_stream& out) const {
    auto made = trace2::exporter::summarizer{trace_, labels_}.make();
    made.processes.clear();
    trace2::exporter::write_json(out.name("summary").value(), made);
  }

  void write_processes(json_stream& out) {
    auto const& rows = kept_.all();
    auto const of = [this](node_index i) -> auto const& { return trace_.processes[i]; };
    out.name("processes").open('{');
    out.column("name", rows, [&](auto i) { return text(of(i).name); });
    out.column("command", rows, [&](auto i) { return text(of(i).command); });
    out.column("repository", rows, [&](auto i) { return text(of(i).repository); });
    out.column("sid", rows, [&](auto i) { return text(of(i).sid); });
    out.column("parent", rows, [&](auto i) { return kept_.number_around(i) + 1; });
    out.column("child", rows, [&](auto i) {
      return of(i).child == trace2::read::no_node ? 0 : child_numbers_[of(i).child];
    });
    out.differences("begin", rows, [&](auto i) { return relative(of(i).begin); });
    out.column("wall", rows, [&](auto i) { return of(i).wall(); });
    out.column("code", rows, [&](auto i) { return std::int64_t{of(i).code} + 1; });
    out.column("state", rows, [&](auto i) { return of(i).state; });
    out.column("errors", rows, [&](auto i) { return of(i).errors; });
    out.close('}');
  }

  void write_threads(json_stream& out) {
    auto const of = [this](node_index i) -> auto const& { return trace_.threads[i]; };
    out.name("threads").open('{');
    out.column("name", threads_, [&](auto i) { return text(of(i).name); });
    out.column("process", threads_, [&](auto i) { return kept_.number_of(of(i).process); });
    out.column("main", threads_, [&](auto i) { return of(i).is_main(); });
    out.differences("begin", threads_, [&](auto i) { return relative(of(i).begin); });
    out.column("wall", threads_, [&](auto i) { return of(i).end - of(i).begin; });
    out.close('}');
  }

  void write_slices(json_stream& out) {
    out.name("slices").open('{');
    out.differences("thread", slices_, [&](slice const& one) {
      return static_cast<std::int64_t>(thread_numbers_[one.thread]);
    });
    out.differences("begin", slices_, [&](slice const& one) { return relative(one.begin); });
    out.column("wall", slices_, [](slice const& one) { return one.total; });
    out.column("inside", slices_, [](slice const& one) { return one.total - one.own; });
    out.column("depth", slices_, [](slice const& one) { return one.depth; });
    out.column("label", slices_, [&](slice const& one) { return label(one.label); });
    out.column("message", slices_, [](slice const& one) { return one.message; });
    out.column("place", slices_, [](slice const& one) { return one.place; });
    out.column("unfinished", slices_, [](slice const& one) { return !one.is_complete; });
    out.close('}');
  }

  void write_children(json_stream& out) {
    auto const of = [this](node_index i) -> auto const& { return trace_.children[i]; };
    out.name("children").open('{');
    auto const place_of = [&](node_index i) { return places_[of(i).region]; };
    out.column("thread", children_, [&](auto i) { return thread_numbers_[place_of(i).thread]; });
    out.column("depth", children_, [&](auto i) { return place_of(i).depth; });
    out.column("label", children_, [&](auto i) { return label(of(i).what); });
    out.column("command", children_, [&](auto i) { return text(of(i).command); });
    out.differences("begin", children_, [&](auto i) { return relative(of(i).begin); });
    out.column("wall", children_, [&](auto i) { return of(i).duration + 1; });
    out.column("waited", children_, [&](auto i) { return of(i).waited; });
    out.column("pid", children_, [&](auto i) { return std::int64_t{of(i).pid} + 1; });
    out.column("code", children_, [&](auto i) { return std::int64_t{of(i).code} + 1; });
    out.close('}');
  }

  void write_waits(json_stream& out) {
    std::vector<wait> rows;
    for (wait const& one : found_.waits())
      if (child_numbers_[one.child] != 0) rows.push_back(one);
    out.name("waits").open('{');
    out.differences("child", rows, [&](wait const& one) {
      return static_cast<std::int64_t>(child_numbers_[one.child]) - 1;
    });
    out.differences("begin", rows, [&](wait const& one) { return relative(one.since); });
    out.column("wall", rows, [](wait const& one) { return one.time; });
    out.close('}');
  }

  void write_marks(json_stream& out) {
    std::vector<mark> rows;
    for (mark const& one : found_.marks())
      if (is_kept(one.thread)) rows.push_back(one);
    marks_left_out_ = found_.marks_left_out() + found_.marks().size() - rows.size();
    out.name("marks").open('{');
    out.column("kind", rows, [](mark const& one) { return one.what; });
    out.differences("thread", rows, [&](mark const& one) {
      return static_cast<std::int64_t>(thread_numbers_[one.thread]);
    });
    out.differences("at", rows, [&](mark const& one) { return relative(one.at); });
    out.column("depth", rows, [](mark const& one) { return one.depth; });
    out.column("label", rows, [&](mark const& one) {
      return one.what == mark::kind::data ? label(one.label) + 1 : 0;
    });
    out.column("text", rows, [](mark const& one) { return one.text; });
    out.close('}');
  }

  void write_stacks(json_stream& out) {
    stack_lines lines{out.name("stacks").open('[')};
    trace2::exporter::folded{trace_, labels_}.write(lines);
    lines.finish();
    out.close(']');
    stacks_left_out_ = lines.left_out();
    stacks_left_out_time_ = lines.left_out_time();
  }

  // ---- what there is no room for ----

  void write_left_out(json_stream& out) {
    out.name("left_out").open('[');
    auto const add = [&](std::string_view what, std::uint64_t count, std::int64_t time) {
      if (count == 0) return;
      out.open('[').text(what).number(static_cast<std::int64_t>(count)).number(time).close(']');
    };
    add("shorter processes", kept_.left_out(), kept_.left_out_time());
    add("shorter regions", found_.slices().left_out(), found_.slices().left_out_time());
    add("children", trace_.children.size() - children_.size(), 0);
    add("waits", found_.waits_left_out(), 0);
    add("values and messages", marks_left_out_, 0);
    add("errors", found_.errors_left_out(), 0);
    add("stacks", stacks_left_out_, stacks_left_out_time_);
    add("texts", found_.texts().left_out() + found_.messages_left_out(), 0);
    out.close(']');
  }

  void write_texts(json_stream& out) {
    out.name("labels").open('{');
    out.column("category", used_labels_, [&](auto id) { return text(labels_[id].category); });
    out.column("name", used_labels_, [&](auto id) { return text(labels_[id].name); });
    out.close('}').name("texts").open('[');
    for (std::string const& one : found_.texts().all()) out.text(one);
    out.close(']');
  }

  report_collector& found_;
  trace2::read::model const& trace_;
  trace2::read::label_table const& labels_;
  bool is_anonymous_;
  kept_processes kept_;
  std::vector<slice> slices_;
  std::vector<node_index> threads_;          ///< that are kept
  std::vector<std::size_t> thread_numbers_;  ///< by thread of the model
  std::vector<place> places_;                ///< in each region of the model
  std::vector<node_index> children_;         ///< that are kept
  std::vector<std::size_t> child_numbers_;   ///< by child of the model: 1 more than the row, or 0
  std::vector<trace2::read::label_id> used_labels_;
  std::vector<std::uint32_t> label_numbers_;  ///< by label: 1 more than the number, or 0
  std::uint64_t marks_left_out_ = 0;
  std::uint64_t stacks_left_out_ = 0;
  std::int64_t stacks_left_out_time_ = 0;
};

}  // namespace trace2_program
