// Defines what sample_collector.hpp, sample_table.hpp, summary_samples.hpp and datum_groups.hpp
// declare.
#include "diff/sample_collector.hpp"

#include <trace2/event/data.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <functional>
#include <memory_resource>
#include <string_view>

#include "diff/datum_groups.hpp"
#include "diff/sample_table.hpp"
#include "diff/summary_samples.hpp"
#include "model/datum_condition.hpp"
#include "model/thread_role.hpp"

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

void sample_collector::task_region_entered(read::moment const&, read::open_task& task,
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

void sample_collector::event(read::moment const& now) {
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
  to_.memory().give_back(own.lengths.size() * per_lengths);
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
  to_.memory().give_back(own.sums.size() * per_sum);
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
    if (!to_.memory().take(per_sum)) return to_.count_left_out();
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
    add(process, measured::timer, labels[i], measure::time(all.*sample_quantiles[i].length, true));
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
      if (!to_.memory().take(per_lengths)) return to_.count_left_out();
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
  auto known = samples_.find(key);
  if (known == samples_.end()) {
    if (!memory_.take(per_sample)) return static_cast<void>(++left_out_);
    known = samples_.try_emplace(key, sample{.unit = added.unit}).first;
  }
  known->second.unit = std::min(known->second.unit, added.unit);
  std::vector<double>& values = known->second.values[static_cast<std::size_t>(to)];
  // A vector that grows exists twice for a moment.
  if (values.size() == values.capacity() &&
      !memory_.take(2 * sizeof(double) * std::max<std::size_t>(values.capacity(), 1)))
    return static_cast<void>(++left_out_);
  values.push_back(added.value);
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

void datum_groups::event(read::moment const& now) {
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

}  // namespace trace2::program
