// Explains why a command took as long as it did.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/child_time.hpp>
#include <trace2/export/critical_path.hpp>
#include <trace2/export/explanation.hpp>
#include <trace2/export/nesting_limit.hpp>
#include <trace2/export/processes_inside.hpp>
#include <trace2/export/run_command.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/value/reflect.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The members of the event that "trace2 run" writes, as far as an explanation has them.
struct resource_use {
  std::optional<read::fine_duration> user_time{};
  std::optional<read::fine_duration> system_time{};
  std::optional<std::int64_t> max_rss_kib{};
};
BOOST_DESCRIBE_STRUCT(resource_use, (), (user_time, system_time, max_rss_kib))

/// Chooses a command and explains it. Model and labels must outlive it and its explanation.
class why {
 public:
  why(read::model const& trace, read::label_table const& labels, possible_gaps gaps = {})
      : trace_{trace}, labels_{labels}, gaps_{gaps} {}

  /// The slowest of the outermost commands; with `wanted` of all commands whose name or command
  /// line contains it. Nothing if there is none. What "trace2 run" ran counts, not itself.
  std::optional<explanation> explain(std::string_view wanted = {}) const {
    std::vector<explanation> all = explain_slowest(1, wanted);
    if (all.empty()) return {};
    return std::move(all.front());
  }

  /// The slowest `most` of the same commands, the slowest first; of equally slow ones the first.
  /// Cost: that of `explain` for each of them, but for what it takes to index the model once.
  std::vector<explanation> explain_slowest(std::size_t most, std::string_view wanted = {}) const {
    std::vector<target> all = candidates(wanted);
    std::uint64_t const count = all.size();
    for (target& one : all) one.wall = wall_of(one);
    std::stable_sort(all.begin(), all.end(),
                     [](target const& a, target const& b) { return a.wall > b.wall; });
    if (all.size() > most) all.resize(most);
    std::vector<explanation> result;
    critical_path path{trace_, labels_};
    for (target const& one : all) {
      result.push_back(explain_one(one, count, path));
      path.clear();
    }
    return result;
  }

 private:
  /// A command: a child of "trace2 run", with its process if it has one, or another process.
  struct target {
    read::child_node const* child = nullptr;
    read::node_index process = read::no_node;
    std::int64_t wall{};
  };

  explanation explain_one(target const& one, std::uint64_t candidate_count,
                          critical_path& path) const {
    explanation result{.command = name_of(one),
                       .process = one.process,
                       .wall = one.wall,
                       .candidates = candidate_count};
    if (one.child != nullptr) {
      path.of_child(*one.child);
      if (one.child->duration >= 0) result.code = one.child->code;
      result.is_unfinished = one.child->duration < 0;
      result.used = used();
    } else {
      read::process_node const& process = last_program_of(one);
      path.of_process(one.process);
      if (process.code >= 0) result.code = process.code;
      result.is_unfinished = process.state == read::process_state::running;
    }
    result.rows = path.rows();
    add_hints(result, path, one);
    return result;
  }

  // ---- the command ----

  std::vector<target> candidates(std::string_view wanted) const {
    std::vector<target> result;
    auto const add = [&](target const& one) {
      if (wanted.empty() || name_of(one).find(wanted) != std::string::npos ||
          (one.process != read::no_node &&
           trace_.processes[one.process].name.find(wanted) != std::string::npos))
        result.push_back(one);
    };
    if (!wanted.empty())
      for (read::node_index i = 0; i < trace_.processes.size(); ++i)
        if (!belongs_to_run(trace_.processes[i])) add({nullptr, i});
    for (read::node_index const root : trace_.roots)
      if (read::child_node const* const child = run_by(trace_.processes[root]))
        add({child, child->sessions.size() == 1 ? child->sessions.front() : read::no_node});
      else if (wanted.empty())
        add({nullptr, root});
    return result;
  }

  read::child_node const* run_by(read::process_node const& process) const {
    return command_run_by(trace_, labels_, process);
  }

  /// Whether it is an outermost "trace2 run", or all that such a run has run, and waited for.
  bool belongs_to_run(read::process_node const& process) const {
    if (process.parent == read::no_node) return run_by(process) != nullptr;
    read::process_node const& parent = trace_.processes[process.parent];
    if (process.child == read::no_node || parent.parent != read::no_node) return false;
    read::child_node const* const child = run_by(parent);
    return child != nullptr && child->sessions.size() == 1 && !time_of(trace_, *child).is_outlasted;
  }

  std::int64_t wall_of(target const& one) const {
    if (one.child != nullptr) return time_of(trace_, *one.child).duration;
    return span_of(trace_, one.process).total();
  }

  /// What a process has become tells how it ended.
  read::process_node const& last_program_of(target const& one) const {
    return trace_.processes[with_successors(trace_, {one.process}).back()];
  }

  std::string name_of(target const& one) const {
    if (one.process == read::no_node)
      return one.child->command.empty() ? std::string{labels_[one.child->what].name}
                                        : one.child->command;
    read::process_node const& process = trace_.processes[one.process];
    return process.command.empty() ? process.name : process.command;
  }

  // ---- resources ----

  /// The event that "trace2 run" writes, if there is just one.
  std::optional<processor_use> used() const {
    for (auto const& [id, sums] : trace_.data_sums) {
      auto const& label = labels_[id];
      if (label.category != "process" || label.name != "resource_use" || sums.count != 1) continue;
      std::pmr::monotonic_buffer_resource memory;
      resource_use told;
      if (read::json_reader{memory}.read({.text = sums.latest(), .kind = read::json_kind::object},
                                         told) &&
          told.user_time && told.system_time)
        return processor_use{told.user_time->in_nanoseconds(), told.system_time->in_nanoseconds(),
                             told.max_rss_kib.value_or(0)};
    }
    return {};
  }

  // ---- hints ----

  static constexpr double much = 0.1;  ///< of the wall time
  static constexpr std::size_t most_errors = 3;
  static constexpr std::uint64_t often = 1'000;  ///< entries of a region

  void add_hints(explanation& to, critical_path const& path, target const& of) const {
    hint_at_ending(to, of);
    hint_at_limit(to, of);
    hint_at_processes(to, of);
    hint_at_repetition(to);
    hint_at_threads(to, path.worst_straggler());
    hint_at_own_time(to);
    if (std::uint64_t const count = trace_.task_times.left_out; count != 0)
      to.hints.push_back({"Of tasks, " + std::to_string(count) + " parts found no room.",
                          "Waits for them are not explained; a shorter trace can be."});
  }

  void hint_at_ending(explanation& to, target const& of) const {
    bool const is_killed =
        of.process != read::no_node && last_program_of(of).state == read::process_state::killed;
    if (is_killed)
      to.hints.push_back(
          {"It was killed by signal " + std::to_string(last_program_of(of).code - 128) + ".",
           "The last lines of \"trace2 tree\" show what it was doing."});
    else if (to.is_unfinished)
      to.hints.push_back({"Its end is not in the trace: it still runs, or it was killed.",
                          "All times end at its last event."});
    hint_at_errors(to, of);
  }

  /// The first errors that the command, or a process inside, was the first to report.
  void hint_at_errors(explanation& to, target const& of) const {
    if (trace_.error_sums.empty()) return;
    std::vector<bool> const is_inside = processes_inside(
        trace_, of.child != nullptr ? of.child->sessions : std::vector{of.process});
    std::vector<read::label_id> formats;
    for (auto const& [id, sums] : trace_.error_sums)
      if (sums.reporter != read::no_node && is_inside[sums.reporter]) formats.push_back(id);
    std::sort(formats.begin(), formats.end());
    if (formats.size() > most_errors) formats.resize(most_errors);
    for (read::label_id const id : formats) {
      auto const& sums = trace_.error_sums.at(id);
      to.hints.push_back(
          {"Error of " + shown_text(sums.process) + ": " + shown_text(sums.message), {}});
    }
    if (!formats.empty()) to.hints.back().remedy = "\"trace2 summary\" counts all errors.";
  }

  void hint_at_limit(explanation& to, target const& of) const {
    bool const is_limited = gaps_.is_limited && of.child == nullptr;
    if (is_limited && is_at_nesting_limit(trace_, labels_))
      to.hints.push_back({std::string{nesting_limit_reason}, std::string{nesting_limit_remedy}});
  }

  void hint_at_processes(explanation& to, target const& of) const {
    std::int64_t time = 0;
    std::uint64_t count = 0;
    for (auto const& row : to.rows)
      if (row.kind == critical_path::kind::startup) {
        time = read::saturating_add(time, row.time);
        count += row.count;
      }
    // What "trace2 run" runs is one of them, and a single child may do what must be done.
    bool const is_itself_counted = of.child != nullptr && of.process != read::no_node;
    if (count < (is_itself_counted ? 3 : 2) || share_of(time, to.wall) < much) return;
    to.hints.push_back(
        {shown_share(share_of(time, to.wall)) + " of the time starts and ends processes (" +
             std::to_string(count) + " of them).",
         "Run fewer: one with more arguments, or one that reads its work from standard input. A "
         "scanner of files or a slow disk makes each start slow."});
  }

  void hint_at_repetition(explanation& to) const {
    for (auto const& row : to.rows)
      if (row.kind == critical_path::kind::region && row.count >= often &&
          share_of(row.time, to.wall) >= much)
        to.hints.push_back(
            {name_of(row.label) + " was entered " + std::to_string(row.count) + " times, for " +
                 shown_duration(row.time / static_cast<std::int64_t>(row.count)) + " each.",
             // In a recording a region takes as long as a timer's interval.
             trace_.is_fine ? "Do more at a time."
                            : "Do more at a time; a timer costs less than so many regions."});
  }

  void hint_at_threads(explanation& to, critical_path::straggler const& last) const {
    if (last.others == 0 || share_of(last.alone, to.wall) < much) return;
    to.hints.push_back({"Thread " + shown_text(last.thread) + " went on for " +
                            shown_duration(last.alone) + " after " + std::to_string(last.others) +
                            (last.others == 1 ? " other" : " others") + " had ended.",
                        "Divide the work into more and equal parts."});
  }

  void hint_at_own_time(explanation& to) const {
    for (auto const& row : to.rows)
      if (row.kind == critical_path::kind::own && row.process.empty() &&
          share_of(row.time, to.wall) >= 0.5)
        to.hints.push_back({"Most of the time lies outside of any region.",
                            gaps_.is_ring
                                ? "A ring has only the newest events of each thread. One of a "
                                  "larger TRACE2_BINARY_SIZE has more."
                                : "Its trace can't say more. A profiler can, or regions in its "
                                  "source."});
      else if (row.kind == critical_path::kind::wait && share_of(row.time, to.wall) >= 0.5)
        to.hints.push_back(
            {"Most of the time went to " + shown_text(row.name) + ", which has told nothing of it.",
             "Trace2 in it, or a profiler, can say more."});
      else if (row.kind == critical_path::kind::between && share_of(row.time, to.wall) >= 0.5)
        to.hints.push_back({"Most of the time went to " + shown_text(row.name) +
                                " itself, outside of the processes that it ran.",
                            "It tells nothing of this time; a script does with \"sh -x\"."});
      else if (row.kind == critical_path::kind::beside && share_of(row.time, to.wall) >= 0.5)
        to.hints.push_back({"Most of the time went to " + shown_text(row.name) +
                                ", which outlasted the wait for it, or ran processes at once.",
                            "\"trace2 why --command=NAME\" explains them one by one."});
  }

  std::string name_of(read::label_id id) const {
    return shown_name(labels_[id].category, labels_[id].name);
  }

  read::model const& trace_;
  read::label_table const& labels_;
  possible_gaps gaps_;
};

}}}  // namespace trace2::v0::exporter
