// Defines what sample_collector.hpp, sample_table.hpp, summary_samples.hpp, datum_groups.hpp and
// sampled_runs.hpp declare.
#include "diff/sample_collector.hpp"

#include <trace2/event/data.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory_resource>
#include <string_view>
#include <utility>

#include "diff/datum_groups.hpp"
#include "diff/differences.hpp"
#include "diff/sample_table.hpp"
#include "diff/sampled_runs.hpp"
#include "diff/summary_samples.hpp"
#include "model/datum_condition.hpp"
#include "model/thread_role.hpp"
#include "samples/function_profile.hpp"

namespace trace2::program {

// ---- sample_collector.hpp ----

void sample_collector::process_began(read::traced_process& process, read::traced_process*) {
  if (free_.empty()) {
    open_.emplace_back();
    process.tag = open_.size();
  } else {
    process.tag = free_.back();
    free_.pop_back();
  }
}

void sample_collector::thread_began(read::traced_process&, read::traced_thread& thread) {
  if (thread.is_main())
    thread.tag = tag_of(region_paths::outermost);
  else
    thread.tag =
        tag_inside(tag_of(region_paths::outermost), labels_.id_of({}, role_of(thread.name)));
}

void sample_collector::region_entered(read::traced_process&, read::traced_thread& thread,
                                      read::open_region& region, read::occurrence const&) {
  std::size_t const depth = thread.regions.size();
  std::uint64_t const around = depth > 1 ? thread.regions[depth - 2].tag : thread.tag;
  region.tag = tag_inside(around, region.label);
}

void sample_collector::region_left(read::traced_process& process, read::traced_thread&,
                                   read::closed_region const& closed) {
  add_region(process, closed);
}

void sample_collector::task_region_entered(read::traced_event const&, read::open_task& task,
                                           read::open_region& region) {
  std::size_t const depth = task.regions.size();
  std::uint64_t const around = depth > 1 ? task.regions[depth - 2].tag : tag_of_task(task);
  region.tag = tag_inside(around, region.label);
}

void sample_collector::task_region_left(read::traced_process& process, read::open_task&,
                                        read::closed_region const& closed) {
  add_region(process, closed);
}

void sample_collector::task_ended(read::traced_process& process, read::closed_task const& closed) {
  read::label_table::label const names = labels_[closed.task.label];
  add(process, measured::timer, labels_.id_of(names.category, sample_of_task(names.name)),
      measure::time(closed.total, process.is_fine));
  add(process, measured::timer, labels_.id_of(names.category, sample_of_task_running(names.name)),
      measure::time(closed.running(), process.is_fine));
}

void sample_collector::event(read::traced_event const& now) {
  if (auto const* const timer = now.occurrence.get<trace2::event::timer>())
    add(now.process, measured::timer, labels_.id_of(timer->category, timer->name),
        measure::time(timer->t_total));
  else if (auto const* const counter = now.occurrence.get<trace2::event::counter>())
    add(now.process, measured::counter, labels_.id_of(counter->category, counter->name),
        measure::count(counter->count));
  else if (auto const* const data = now.occurrence.get<trace2::event::data_json>()) {
    if (auto const lengths = interval_report::of(data->value.text); lengths) {
      if (!lengths->is_of_process) return;
      interval_distribution all;
      all.add(*lengths);
      add_quantiles(now.process,
                    labels_of(data->category, data->key, [](std::string name) { return name; }),
                    all);
    } else if (auto const phase = phase_report::of(data->value.text); phase) {
      add_phase(now.process, *data, *phase);
    }
  }
}

void sample_collector::process_ended(read::traced_process& process) {
  open_process& own = of(process);
  for (auto const& [label, told] : own.lengths) add_quantiles(process, told.labels, told.all);
  lengths_ -= own.lengths.size();
  bool const is_whole = process.state == read::process_state::ended ||
                        process.state == read::process_state::transformed;
  if (is_whole) {
    read::label_id const command = labels_.id_of({}, process.name());
    to_.count_run(side_);
    to_.add(side_, {measured::command, command, 0},
            measure::time(process.last - process.begin, process.is_fine));
    for (auto const& [what, sum] : own.sums)
      to_.add(side_, {kind_of(what), command, static_cast<std::uint32_t>(what)}, sum);
  } else {
    to_.count_unfinished(side_);
  }
  sums_ -= own.sums.size();
  own = {};
  free_.push_back(process.tag);
}

sample_collector::open_process& sample_collector::of(read::traced_process const& process) {
  return open_[static_cast<std::size_t>(process.tag - 1)];
}

std::uint64_t sample_collector::tag_inside(std::uint64_t around, read::label_id label) {
  if (around == no_tag) return no_tag;
  auto const path = to_.paths().find(path_of(around), label);
  return path ? tag_of(*path) : no_tag;
}

std::uint64_t sample_collector::tag_of_task(read::open_task& task) {
  if (task.tag == no_tag) {
    read::label_table::label const names = labels_[task.label];
    task.tag = tag_inside(tag_of(region_paths::outermost),
                          labels_.id_of(names.category, sample_of_task(names.name)));
  }
  return task.tag;
}

void sample_collector::add_region(read::traced_process const& process,
                                  read::closed_region const& closed) {
  if (closed.region.tag == no_tag) return to_.count_left_out();
  add(process, measured::region, path_of(closed.region.tag),
      measure::time(closed.total, process.is_fine));
}

void sample_collector::add(read::traced_process const& process, measured kind, std::uint32_t what,
                           measure const& added) {
  auto& own = of(process).sums;
  std::uint64_t const key = static_cast<std::uint64_t>(kind) << 32 | what;
  auto known = own.find(key);
  if (known == own.end()) {
    if (sums_ == most_sums) return to_.count_left_out();
    ++sums_;
    known = own.emplace(key, measure{0, added.unit}).first;
  }
  known->second.value += added.value;
}

void sample_collector::add_quantiles(read::traced_process const& process,
                                     quantile_labels const& labels,
                                     interval_distribution const& lengths) {
  interval_quantiles const all = lengths.quantiles();
  if (all.count == 0) return;
  for (std::size_t i = 0; i < std::size(sample_quantiles); ++i)
    add(process, measured::timer, labels[i],
        measure::time(read::nanoseconds{all.*sample_quantiles[i].length}, true));
}

void sample_collector::add_phase(read::traced_process const& process,
                                 trace2::event::data_json const& data, phase_report const& told) {
  std::string const name = phase_name(data.key, told);
  if (told.t_total)
    add(process, measured::timer, labels_.id_of(data.category, sample_of_phase(name)),
        measure::time(*told.t_total));
  told.for_each([&](phase_share const& share) {
    auto const name_of = [&](std::string_view sum) {
      return sample_in_phase(sum, data.category, name);
    };
    read::label_id const label = labels_.id_of(share.category, name_of(share.name));
    if (share.count)
      add(process, measured::counter, label, measure::count(*share.count));
    else if (share.t_total)
      add(process, measured::timer, label, measure::time(*share.t_total));
    if (share.lengths.values.empty()) return;
    auto& lengths = of(process).lengths;
    auto known = lengths.find(label);
    if (known == lengths.end()) {
      if (lengths_ == most_lengths) return to_.count_left_out();
      ++lengths_;
      known = lengths.try_emplace(label, labels_of(share.category, share.name, name_of)).first;
    }
    known->second.all.add(share.lengths);
  });
}

// ---- sample_table.hpp ----

std::string sample_of_phase(std::string_view name) { return std::string{name}.append(" (phase)"); }

std::string sample_in_phase(std::string_view sum, std::string_view category,
                            std::string_view phase) {
  return std::string{sum}.append(" in ").append(read::joined_name(category, phase));
}

std::string sample_of_task(std::string_view label) { return std::string{label}.append(" (task)"); }

std::string sample_of_task_running(std::string_view label) {
  return std::string{label}.append(" (task, running)");
}

void sample_table::add(side to, sample_key const& key, measure const& added) {
  if (values_ >= limits_.values) return count_left_out();
  auto known = samples_.find(key);
  if (known == samples_.end()) {
    if (samples_.size() >= limits_.samples) return count_left_out();
    known = samples_.try_emplace(key, sample{.unit = added.unit}).first;
  }
  known->second.unit = std::min(known->second.unit, added.unit);
  ++values_;
  known->second.values[static_cast<std::size_t>(to)].push_back(added.value);
}

std::uint64_t sample_table::unfinished(side of) const noexcept {
  return unfinished_[static_cast<std::size_t>(of)];
}

std::size_t sample_table::hash::operator()(sample_key const& key) const {
  std::uint64_t const id = std::uint64_t{key.command} << 32 | key.what;
  return read::table_hash{}(id * 4 + static_cast<std::uint64_t>(key.kind));
}

// ---- summary_samples.hpp ----

bool is_summary(std::string_view beginning) noexcept {
  return beginning.starts_with("{\"begin\":") &&
         beginning.find("\"process_count\":") != beginning.npos;
}

bool summary_samples::add(std::string_view json) {
  quantiles_.clear();
  sums_.clear();
  ended_ = 0;
  if (!read_all(json)) return false;
  if (ended_ == 0) return true;
  to_.count_run(side_);
  for (auto const& [key, value] : quantiles_) to_.add(side_, key, value);
  auto const ended = static_cast<double>(ended_);
  for (auto const& [key, sum] : sums_) to_.add(side_, key, {sum.value / ended, sum.unit / ended});
  return true;
}

bool summary_samples::read_all(std::string_view json) {
  read::json_scanner scanner{json};
  bool is_sound = true;
  auto const take = [&](read::json_member const& member) {
    if (member.name == "commands")
      is_sound = add_rows<command_row>(member.value) && is_sound;
    else if (member.name == "regions")
      is_sound = add_rows<region_row>(member.value) && is_sound;
    else if (member.name == "tasks")
      is_sound = add_rows<task_row>(member.value) && is_sound;
    else if (member.name == "timers")
      is_sound = add_rows<timer_row>(member.value) && is_sound;
    else if (member.name == "counters")
      is_sound = add_rows<counter_row>(member.value) && is_sound;
    else if (member.name == "phases")
      is_sound = add_rows<phase_row>(member.value) && is_sound;
  };
  return scanner.object(take) && scanner.is_at_end() && is_sound;
}

bool summary_samples::add_row(command_row const& row) {
  ended_ += row.count - std::min(row.unfinished, row.count);
  // A process that was cut off has made the median smaller.
  if (row.unfinished != 0) return true;
  return add(quantiles_, {measured::command, id_of({}, row.name), 0}, measure::time(row.median));
}

bool summary_samples::add_row(region_row const& row) {
  auto const path = to_.paths().find(region_paths::outermost, id_of(row.category, row.label));
  if (path) return add(sums_, {measured::region, any_command(), *path}, measure::time(row.total));
  to_.count_left_out();
  return true;
}

bool summary_samples::add_row(task_row const& row) {
  bool const is_new =
      add(sums_, {measured::timer, any_command(), id_of(row.category, sample_of_task(row.label))},
          measure::time(row.total));
  return add(sums_,
             {measured::timer, any_command(),
              id_of(row.category, sample_of_task_running(row.label))},
             measure::time(row.running)) &&
         is_new;
}

bool summary_samples::add_row(timer_row const& row) {
  if (row.nanoseconds) add_quantiles(row.category, row.name, *row.nanoseconds, std::identity{});
  return add(sums_, {measured::timer, any_command(), id_of(row.category, row.name)},
             measure::time(row.total));
}

bool summary_samples::add_row(counter_row const& row) {
  return add(sums_, {measured::counter, any_command(), id_of(row.category, row.name)},
             measure::count(row.count));
}

bool summary_samples::add_row(phase_row const& row) {
  measure const time = measure::time(row.total.value_or(duration{}));
  if (row.kind == "phase")
    return add(sums_,
               {measured::timer, any_command(), id_of(row.category, sample_of_phase(row.name))},
               time);
  bool const is_timer = row.kind == "timer";
  auto const name_of = [&](std::string_view sum) {
    return sample_in_phase(sum, row.category, row.name);
  };
  if (row.nanoseconds) add_quantiles(row.share_category, row.share_name, *row.nanoseconds, name_of);
  read::label_id const label = id_of(row.share_category, name_of(row.share_name));
  return add(sums_, {is_timer ? measured::timer : measured::counter, any_command(), label},
             is_timer ? time : measure::count(row.count));
}

bool summary_samples::add(found& to, sample_key const& key, measure const& added) const {
  auto const [known, is_new] = to.try_emplace(key, measure{0, added.unit});
  known->second.value += added.value;
  known->second.unit = std::min(known->second.unit, added.unit);
  return is_new || lacks_names_;
}

read::label_id summary_samples::id_of(std::string_view category, std::string_view name) {
  read::label_id const id = labels_.id_of(category, name);
  lacks_names_ = lacks_names_ || id == read::label_table::other;
  return id;
}

// ---- datum_groups.hpp ----

namespace {

bool is_more_frequent(compared_group const& a, compared_group const& b) noexcept {
  return a.commands != b.commands ? a.commands > b.commands : a.value < b.value;
}

bool comes_first(std::string_view a, std::string_view b) noexcept {
  auto const one = written_number::of(a);
  auto const other = written_number::of(b);
  if (one && other && !(*one == *other)) return *one < *other;
  return a < b;
}

}  // namespace

void datum_groups::event(read::traced_event const& now) {
  auto const* const datum = now.occurrence.get<trace2::event::data>();
  if (datum == nullptr || !is_named(*datum, datum_)) return;
  std::string value{text_of(datum->value, room_)};
  if (auto const known = tags_.find(value); known != tags_.end()) {
    now.process.tag = known->second;
  } else if (value.size() > longest || tags_.size() == most_values) {
    now.process.tag = lost;
  } else {
    groups_.push_back({value, 0});
    now.process.tag = tags_[std::move(value)] = groups_.size();
  }
}

void datum_groups::process_ended(read::traced_process& process) {
  if (process.tag == lost)
    ++lost_;
  else if (process.tag != no_tag)
    ++groups_[static_cast<std::size_t>(process.tag - 1)].commands;
}

compared_groups datum_groups::made(std::string& problem) const {
  std::vector<compared_group> sorted = groups_;
  std::erase_if(sorted, [](compared_group const& group) { return group.commands == 0; });
  if (lost_ != 0)
    problem = "has more than " + std::to_string(most_values) + " different values, or longer ones";
  else if (sorted.empty())
    problem = "no command has such a datum";
  else if (sorted.size() == 1)
    problem =
        "all commands that have it have the same value, " + read::shown_text(sorted.front().value);
  if (!problem.empty()) return {};
  std::sort(sorted.begin(), sorted.end(), is_more_frequent);
  compared_groups result{.datum = datum_, .values = sorted.size()};
  for (std::size_t i = 2; i < sorted.size(); ++i) result.others += sorted[i].commands;
  if (comes_first(sorted[1].value, sorted[0].value)) std::swap(sorted[0], sorted[1]);
  result.before = std::move(sorted[0]);
  result.after = std::move(sorted[1]);
  return result;
}

namespace {

bool has_ended_whole(process_node const& process) noexcept {
  return process.state == read::process_state::ended ||
         process.state == read::process_state::transformed;
}

/// True if a process goes on that is another node of the model before.
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
  std::unordered_map<sample_key, read::nanoseconds, sample_table::hash> walls;
  auto const add_wall = [&](sample_key const& to, read::nanoseconds time) { walls[to] += time; };
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
      read::nanoseconds const total = trace.regions[node].total;
      add_wall({measured::region, command, found.path}, total);
      if (at.path == region_paths::outermost) add_wall(outside, -total);
    }
  }
  // A thread that tells no number has no samples here, but it may have run.
  bool const may_have_run = !is_main && nodes_.size() == known &&
                            samples_.in_other_threads({process}).samples() != 0;
  if (may_have_run) return;
  for (auto const& [key, time] : walls) walls_[key] += time;
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

read::nanoseconds sampled_runs::wall(sample_key const& of) const {
  auto const found = walls_.find(of);
  return found == walls_.end() ? read::no_time : found->second;
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
    return read::seconds_of(side.samples().interval()) / static_cast<double>(side.runs(of));
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
  double const wall = read::seconds_of(side.wall(of));
  return {runs, samples, runs == 0 ? 0 : wall / static_cast<double>(runs)};
}

/// The rest of the wall times, in which no processor was used.
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
