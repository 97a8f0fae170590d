// Defines what sampled_runs.hpp declares.
#include "diff/sampled_runs.hpp"

#include <trace2/read/saturating.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "diff/differences.hpp"
#include "model/thread_role.hpp"
#include "samples/function_profile.hpp"

namespace trace2::program {

namespace {

bool has_ended_whole(process_node const& process) noexcept {
  return process.state == read::process_state::ended ||
         process.state == read::process_state::transformed;
}

/// Whether a process goes on that is another node of the model before.
bool goes_on(model const& trace, node_index process) {
  node_index const before = trace.processes[process].detached_from;
  return before != no_node && trace.processes[before].detached == process;
}

}  // namespace

sampled_runs::sampled_runs(sampled_trace const& samples, model const& trace,
                           read::label_table& labels, region_paths& paths)
    : samples_{samples}, labels_{labels}, paths_{paths} {
  auto const is_sampled = [&](process_node const& process) {
    return has_ended_whole(process) && samples.covers(process.begin, process.end);
  };
  for (node_index i = 0; i < trace.processes.size(); ++i) {
    process_node const& process = trace.processes[i];
    if (!is_sampled(process)) continue;
    if (!goes_on(trace, i)) ++runs_[labels_.id_of({}, process.name)];
    add_threads(i, trace);
  }
  for (task_node const& task : trace.tasks) {
    process_node const& process = trace.processes[task.process];
    auto const names = labels_[trace.regions[task.root].label];
    read::label_id const label = labels_.id_of(names.category, sample_of_task(names.name));
    auto const path = paths_.find(region_paths::outermost, label);
    if (is_sampled(process) && path)
      add_tree(task.process, {task.root, *path, true}, trace);
  }
}

void sampled_runs::add_threads(node_index process, model const& trace) {
  for (node_index const index : trace.processes[process].threads) {
    thread_node const& thread = trace.threads[index];
    auto const path = thread.is_main() ? region_paths::outermost
                                       : paths_.find(region_paths::outermost,
                                                     labels_.id_of({}, role_of(thread.name)));
    if (path) add_tree(process, {thread.root, *path, true}, trace);
  }
}

void sampled_runs::add_tree(node_index process, place const& root, model const& trace) {
  bool const is_main = root.path == region_paths::outermost;
  std::size_t const known = nodes_.size();
  read::label_id const command = labels_.id_of({}, trace.processes[process].name);
  sample_key const outside{measured::command, command, 0};
  std::unordered_map<sample_key, std::int64_t, sample_table::hash> walls;
  auto const add_wall = [&](sample_key const& to, std::int64_t time) {
    walls[to] = read::saturating_add(walls[to], time);
  };
  if (is_main) add_wall(outside, trace.regions[root.node].total);
  std::vector<place> left{root};
  while (!left.empty()) {
    place const at = left.back();
    left.pop_back();
    if (samples_.in({at.node}).samples() != 0) nodes_.push_back({command, at.path, at.node});
    for (node_index node = trace.regions[at.node].first_child; node != no_node;
         node = trace.regions[node].next) {
      place const found = inside(at, node, trace);
      left.push_back(found);
      if (!found.has_path) continue;
      std::int64_t const total = trace.regions[node].total;
      add_wall({measured::region, command, found.path}, total);
      if (at.path == region_paths::outermost) add_wall(outside, -total);
    }
  }
  // A thread that tells no number has no samples here, but it may have run.
  bool const may_have_run = !is_main && nodes_.size() == known &&
                            samples_.in_other_threads({process}).samples() != 0;
  if (may_have_run) return;
  for (auto const& [key, time] : walls) walls_[key] = read::saturating_add(walls_[key], time);
}

sampled_runs::place sampled_runs::inside(place const& around, node_index node,
                                         model const& trace) const {
  region_node const& region = trace.regions[node];
  if (around.has_path && region.kind != region_kind::run)
    if (auto const path = paths_.find(around.path, region.label)) return {node, *path, true};
  return {node, around.path, false};
}

std::uint64_t sampled_runs::runs(sample_key const& of) const {
  auto const found = runs_.find(of.command);
  return found == runs_.end() ? 0 : found->second;
}

std::int64_t sampled_runs::wall(sample_key const& of) const {
  auto const found = walls_.find(of);
  return found == walls_.end() ? 0 : found->second;
}

function_profile sampled_runs::functions(sample_key const& of) const {
  // A path has a larger number than the one around it.
  std::vector<bool> is_inside(paths_.size());
  is_inside[of.what] = true;
  if (of.kind == measured::region)
    for (path_id path = of.what + 1; path < is_inside.size(); ++path)
      is_inside[path] = is_inside[paths_.around(path)];
  std::vector<node_index> found;
  for (sampled_node const& each : nodes_)
    if (each.command == of.command && is_inside[each.path]) found.push_back(each.node);
  return samples_.in(found);
}

// ---- functions_of ----

namespace {

/// Makes times of numbers of samples.
class sample_times {
 public:
  sample_times(sampled_runs const& before, sampled_runs const& after, sample_key const& of)
      : before_{per_sample(before, of)}, after_{per_sample(after, of)} {}

  time_change of(std::uint64_t before, std::uint64_t after) const noexcept {
    time_change time{static_cast<double>(before) * before_, static_cast<double>(after) * after_};
    time.change = time.after - time.before;
    time.uncertainty =
        std::hypot(uncertainty_of(before) * before_, uncertainty_of(after) * after_);
    return time;
  }

 private:
  static double per_sample(sampled_runs const& side, sample_key const& of) {
    return static_cast<double>(side.samples().interval()) / 1e9 /
           static_cast<double>(side.runs(of));
  }

  double before_;
  double after_;
};

/// The functions of both sides, which have names in common, but no numbers.
class function_pairs {
 public:
  void add(side of, sampled_runs const& side, function_profile const& found) {
    for (function_share const& share : found.shares()) {
      if (share.own == 0) continue;
      sampled_function const& what = side.samples().function(share.function);
      own_[{what.name, what.file}][static_cast<std::size_t>(of)] += share.own;
    }
  }

  std::vector<function_change> changes(sample_times const& times) const {
    std::vector<function_change> all;
    for (auto const& [name, own] : own_)
      all.push_back({name.first, name.second, times.of(own[0], own[1])});
    std::stable_sort(all.begin(), all.end(), [](auto const& a, auto const& b) {
      return std::abs(a.time.change) > std::abs(b.time.change);
    });
    return all;
  }

 private:
  std::map<std::pair<std::string_view, std::string_view>, std::array<std::uint64_t, 2>> own_{};
};

sampled_side sampled_side_of(sampled_runs const& side, sample_key const& of,
                             std::uint64_t samples) {
  std::uint64_t const runs = side.runs(of);
  double const wall = static_cast<double>(side.wall(of)) / 1e9;
  return {runs, samples, runs == 0 ? 0 : wall / static_cast<double>(runs)};
}

/// What is left of the walls: no processor's.
time_change waiting_of(row_functions const& row, time_change busy) noexcept {
  busy.before = std::max(0.0, row.before.wall - busy.before);
  busy.after = std::max(0.0, row.after.wall - busy.after);
  busy.change = busy.after - busy.before;
  return busy;
}

row_functions functions_in(sample_key const& key, sampled_runs const& before,
                           sampled_runs const& after) {
  constexpr std::size_t most = 100;
  function_profile const one = before.functions(key);
  function_profile const other = after.functions(key);
  row_functions row{.before = sampled_side_of(before, key, one.samples()),
                    .after = sampled_side_of(after, key, other.samples())};
  if (row.before.runs == 0 || row.after.runs == 0) return row;
  sample_times const times{before, after, key};
  function_pairs pairs;
  pairs.add(side::before, before, one);
  pairs.add(side::after, after, other);
  row.functions = pairs.changes(times);
  if (row.functions.size() > most) row.functions.resize(most);
  if (before.samples().tells_waiting(before.wall(key)) ||
      after.samples().tells_waiting(after.wall(key)))
    row.waiting = waiting_of(row, times.of(one.samples(), other.samples()));
  return row;
}

}  // namespace

std::vector<row_functions> functions_of(comparison const& all, sampled_runs const& before,
                                        sampled_runs const& after) {
  constexpr std::size_t most = 100;
  std::vector<row_functions> found;
  for (difference const& each : differences_of(all)) {
    if (found.size() == most) break;
    found.push_back(functions_in(each.row->key, before, after));
    found.back().row = static_cast<std::uint64_t>(each.row - all.rows.data());
  }
  return found;
}

}  // namespace trace2::program
