// Defines what why.hpp, why_text.hpp, why_csv.hpp and row_regions.hpp declare.
#include "why/why.hpp"

#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/moment.hpp>

#include <algorithm>
#include <limits>
#include <memory_resource>
#include <utility>

#include "model/child_time.hpp"
#include "model/nesting_limit.hpp"
#include "model/run_command.hpp"
#include "model/thread_role.hpp"
#include "output/shortened.hpp"
#include "statistics/stable_sort.hpp"
#include "walk/walk_item.hpp"
#include "why/meanwhile.hpp"
#include "why/processes_inside.hpp"
#include "why/row_regions.hpp"
#include "why/why_csv.hpp"
#include "why/why_text.hpp"

namespace trace2::program {

// ---- why.hpp ----

std::optional<explanation> why::explain(std::string_view wanted) const {
  std::vector<explanation> all = explain_slowest(1, wanted);
  if (all.empty()) return {};
  return std::move(all.front());
}

std::vector<explanation> why::explain_slowest(std::size_t most, std::string_view wanted) const {
  std::vector<target> all = candidates(wanted);
  std::uint64_t const count = all.size();
  for (target& one : all) one.wall = wall_of(one);
  sort_stably(all, [](target const& a, target const& b) { return a.wall > b.wall; });
  if (all.size() > most) all.resize(most);
  std::vector<explanation> result;
  critical_path path{trace_, labels_};
  for (target const& one : all) {
    result.push_back(explain_one(one, count, path));
    result.back().is_outermost_only = wanted.empty();
    path.clear();
  }
  return result;
}

explanation why::explain_one(target const& one, std::uint64_t candidate_count,
                             critical_path& path) const {
  explanation result{.command = name_of(one),
                     .process = one.process,
                     .wall = one.wall,
                     .is_filtered = gaps_.is_filtered,
                     .candidates = candidate_count};
  if (one.child != nullptr) {
    path.of_child(*one.child);
    if (one.child->duration) result.code = one.child->code;
    result.is_unfinished = !one.child->duration;
    result.used = used();
  } else {
    process_node const& process = last_program_of(one);
    path.of_process(one.process);
    result.code = process.code;
    result.is_unfinished = process.state == read::process_state::running;
  }
  result.signal = signal_of(one, result.used);
  result.rows = path.rows();
  result.stays = path.stays();
  result.followed = path.followed_children();
  result.visits = path.visits();
  result.meanwhile = busy_meanwhile(trace_, labels_, path, one.child, processes_of(one));
  add_hints(result, path, one);
  return result;
}

std::vector<why::target> why::candidates(std::string_view wanted) const {
  std::vector<target> result;
  auto const add = [&](target const& one) {
    if (wanted.empty() || name_of(one).find(wanted) != std::string::npos ||
        (one.process != no_node &&
         trace_.processes[one.process].name.find(wanted) != std::string::npos))
      result.push_back(one);
  };
  if (!wanted.empty())
    for (node_index i = 0; i < trace_.processes.size(); ++i)
      if (!belongs_to_run(trace_.processes[i])) add({nullptr, i});
  for (node_index const root : trace_.roots)
    if (trace_.processes[root].detached_from != no_node)
      continue;  // Nobody waits for it.
    else if (child_node const* const child = run_by(trace_.processes[root]))
      add({child, child->sessions.size() == 1 ? child->sessions.front() : no_node});
    else if (wanted.empty())
      add({nullptr, root});
  return result;
}

child_node const* why::run_by(process_node const& process) const {
  return command_run_by(trace_, labels_, process);
}

bool why::belongs_to_run(process_node const& process) const {
  if (process.parent == no_node) return run_by(process) != nullptr;
  process_node const& parent = trace_.processes[process.parent];
  if (process.child == no_node || parent.parent != no_node) return false;
  child_node const* const child = run_by(parent);
  return child != nullptr && child->sessions.size() == 1 && !time_of(trace_, *child).is_outlasted;
}

read::nanoseconds why::wall_of(target const& one) const {
  if (one.child != nullptr) return time_of(trace_, *one.child).duration;
  return span_of(trace_, one.process).total();
}

process_node const& why::last_program_of(target const& one) const {
  return trace_.processes[with_successors(trace_, {one.process}).back()];
}

std::vector<bool> why::processes_of(target const& one) const {
  return processes_inside(trace_,
                          one.child != nullptr ? one.child->sessions : std::vector{one.process});
}

std::string why::name_of(target const& one) const {
  if (one.process == no_node)
    return one.child->command.empty() ? std::string{labels_[one.child->what].name}
                                      : one.child->command;
  process_node const& process = trace_.processes[one.process];
  return process.command.empty() ? process.name : process.command;
}

std::optional<processor_use> why::used() const {
  for (auto const& [id, sums] : trace_.data_sums) {
    auto const& label = labels_[id];
    if (label.category != "process" || label.name != "resource_use" || sums.count != 1) continue;
    std::pmr::monotonic_buffer_resource memory;
    resource_use told;
    if (read::json_reader{memory}.read({.text = sums.latest(), .kind = read::json_kind::object},
                                       told) &&
        told.user_time && told.system_time)
      return processor_use{*told.user_time, *told.system_time, told.max_rss_kib.value_or(0),
                           told.killed_by_signal};
  }
  return {};
}

std::optional<std::int64_t> why::signal_of(target const& one,
                                           std::optional<processor_use> const& use) const {
  if (one.process != no_node) {
    process_node const& process = last_program_of(one);
    if (process.state == read::process_state::killed && process.code) return *process.code - 128;
  }
  return use ? use->killed_by_signal : std::nullopt;
}

void why::add_hints(explanation& to, critical_path const& path, target const& of) const {
  hint_at_ending(to, of);
  hint_at_limit(to, of);
  hint_at_processes(to, of);
  hint_at_repetition(to);
  hint_at_threads(to, path.worst_straggler());
  hint_at_own_time(to, of);
  if (std::uint64_t const count = trace_.task_times.left_out; count != 0)
    to.hints.push_back({"Of tasks, " + std::to_string(count) + " parts found no room.",
                        "Waits for them are not explained; a shorter trace can be."});
}

void why::hint_at_ending(explanation& to, target const& of) const {
  if (to.signal)
    to.hints.push_back({"It was killed by signal " + std::to_string(*to.signal) + ".",
                        "The last lines of \"trace2 tree\" show what it was doing."});
  else if (to.is_unfinished)
    to.hints.push_back({"Its end is not in the trace: it still runs, or it was killed.",
                        "All times end at its last event."});
  hint_at_errors(to, of);
}

void why::hint_at_errors(explanation& to, target const& of) const {
  if (trace_.error_sums.empty()) return;
  std::vector<bool> const is_inside = processes_of(of);
  std::vector<read::label_id> formats;
  for (auto const& [id, sums] : trace_.error_sums)
    if (sums.reporter != no_node && is_inside[sums.reporter]) formats.push_back(id);
  std::sort(formats.begin(), formats.end());
  if (formats.size() > most_errors) formats.resize(most_errors);
  for (read::label_id const id : formats) {
    auto const& sums = trace_.error_sums.at(id);
    to.hints.push_back(
        {"Error of " + read::shown_text(sums.process) + ": " + read::shown_text(sums.message), {}});
  }
  if (!formats.empty()) to.hints.back().remedy = "\"trace2 summary\" counts all errors.";
}

void why::hint_at_limit(explanation& to, target const& of) const {
  bool const is_limited = gaps_.is_limited && of.child == nullptr;
  if (is_limited && is_at_nesting_limit(trace_, labels_))
    to.hints.push_back({std::string{nesting_limit_reason}, std::string{nesting_limit_remedy}});
}

void why::hint_at_processes(explanation& to, target const& of) const {
  read::nanoseconds time{};
  std::uint64_t count = 0;
  for (auto const& row : to.rows)
    if (row.kind == critical_path::kind::startup) {
      time += row.time;
      count += row.count;
    }
  // The command of "trace2 run" is one of them, and a single child may do what must be done.
  bool const is_itself_counted = of.child != nullptr && of.process != no_node;
  if (count < (is_itself_counted ? 3 : 2) || read::share_of(time, to.wall) < much) return;
  to.hints.push_back(
      {read::shown_share(read::share_of(time, to.wall)) +
           " of the time starts and ends processes (" + std::to_string(count) + " of them).",
       "Run fewer: one with more arguments, or one that reads its work from standard input. A "
       "scanner of files or a slow disk makes each start slow."});
}

void why::hint_at_repetition(explanation& to) const {
  for (auto const& row : to.rows)
    if (row.kind == critical_path::kind::region && row.count >= often &&
        read::share_of(row.time, to.wall) >= much)
      to.hints.push_back(
          {name_of(row.label) + " was entered " + std::to_string(row.count) + " times, for " +
               read::shown_duration(row.time / static_cast<std::int64_t>(row.count)) + " each.",
           // In a recording a region takes as long as a timer's interval.
           trace_.is_fine ? "Do more at a time."
                          : "Do more at a time; a timer costs less than so many regions."});
}

void why::hint_at_threads(explanation& to, critical_path::straggler const& last) const {
  if (last.others == 0 || read::share_of(last.alone, to.wall) < much) return;
  to.hints.push_back({"Thread " + read::shown_text(last.thread) + " went on for " +
                          read::shown_duration(last.alone) + " after " +
                          std::to_string(last.others) + (last.others == 1 ? " other" : " others") +
                          " had ended.",
                      "Divide the work into more and equal parts."});
}

std::string why::source_of_more(target const& of, read::nanoseconds wall) const {
  std::vector<process_timer> timers;
  for (process_timer const& one : trace_.process_timers)
    if (one.process == of.process && read::share_of(one.total.in_nanoseconds(), wall) >= much)
      timers.push_back(one);
  if (!timers.empty()) {
    sort_stably(timers, [](auto const& a, auto const& b) { return a.total > b.total; });
    bool const has_threads = trace_.processes[of.process].threads.size() > 1;
    std::string told =
        has_threads ? "The timers of all its threads say more: " : "Its timers say more: ";
    for (std::size_t i = 0; i < std::min(timers.size(), most_timers); ++i)
      told.append(i == 0 ? "" : ", ")
          .append(name_of(timers[i].label) + " " +
                  read::shown_duration(timers[i].total.in_nanoseconds()) + " [" +
                  std::to_string(timers[i].intervals) + "x]");
    return told + (timers.size() > most_timers ? ", and more." : ".");
  }
  if (gaps_.is_ring)
    return "A ring has only the newest events of each thread. One of a larger TRACE2_BINARY_SIZE "
           "has more.";
  return "Its trace can't say more. \"trace2 run --samples\" can, or regions in its source.";
}

void why::hint_at_own_time(explanation& to, target const& of) const {
  for (auto const& row : to.rows)
    if (row.kind == critical_path::kind::self && row.process.empty() &&
        is_most(row.time, to.wall) && !gaps_.is_filtered)
      to.hints.push_back(
          {"Most of the time lies outside of any region.", source_of_more(of, to.wall)});
    else if (row.kind == critical_path::kind::wait && is_most(row.time, to.wall))
      to.hints.push_back({"Most of the time went to " + read::shown_text(row.name) +
                              ", which has told nothing of it.",
                          "Trace2 in it, or a profiler, can say more."});
    else if (row.kind == critical_path::kind::between && is_most(row.time, to.wall))
      to.hints.push_back({"Most of the time went to " + read::shown_text(row.name) +
                              " itself, outside of the processes that it ran.",
                          "It tells nothing of this time; a script does with \"sh -x\"."});
    else if (row.kind == critical_path::kind::beside && is_most(row.time, to.wall))
      to.hints.push_back({"Most of the time went to " + read::shown_text(row.name) +
                              ", which outlasted the wait for it, or ran processes at once.",
                          "\"trace2 why --command=NAME\" explains them one by one."});
}

std::string why::name_of(read::label_id id) const {
  return read::shown_name(labels_[id].category, labels_[id].name);
}

// ---- why_text.hpp ----

why_text::why_text(sink& to, read::label_table const& labels, std::size_t most_rows,
                   std::size_t width, text_style style)
    : to_{to},
      labels_{labels},
      most_rows_{most_rows},
      width_{std::max<std::size_t>(width, 50)},
      style_{style} {}

void why_text::write(explanation const& of) const {
  write_title(of);
  std::vector<line> const lines = lines_of(of);
  std::size_t width_of_bars = 0;
  for (line const& one : lines) width_of_bars = std::max(width_of_bars, bar_of(one, of.wall));
  for (line const& one : lines) write_line(one, of.wall, width_of_bars);
  for (hint const& one : of.hints) {
    to_.write("\n");
    write_wrapped(one.reason, "* ");
    if (!one.remedy.empty()) write_wrapped(one.remedy, "  ");
  }
}

void why_text::write_title(explanation const& of) const {
  std::string facts = "  " + read::shown_duration(of.wall);
  if (of.is_unfinished)
    facts += "  unfinished";
  else if (of.signal)
    facts += "  killed by signal " + std::to_string(*of.signal);
  else if (of.code)
    facts += "  exit " + std::to_string(*of.code);
  if (of.used) {
    facts += "  user " + read::shown_duration(of.used->user.in_nanoseconds());
    facts += "  system " + read::shown_duration(of.used->system.in_nanoseconds());
    if (of.used->most_memory > 0)
      facts += "  " + std::to_string((of.used->most_memory + 512) / 1'024) + " MiB";
  }
  std::size_t const room = std::max<std::size_t>(width_, facts.size() + 12) - facts.size();
  to_.write(style_.bold(read::shortened_command(read::shown_text(of.command), room)) + facts +
            "\n");
  if (of.candidates > 1)
    to_.write(style_.dim(read::shortened("the slowest of " + std::to_string(of.candidates) +
                                             (of.is_outermost_only ? " outermost" : " such") +
                                             " commands; --command=NAME chooses another",
                                         width_)) +
              "\n");
}

std::vector<why_text::line> why_text::lines_of(explanation const& of) const {
  std::vector<line> all;
  std::vector<std::string_view> seen;
  line startup;
  std::uint64_t count = 0;
  for (critical_path::row const& row : of.rows) {
    if (row.time <= read::no_time) continue;
    if (row.kind != critical_path::kind::startup) {
      all.push_back({row.time, name_of(row, of.is_filtered), {}, mark_of(row), {}, {}});
      auto const number = static_cast<std::size_t>(&row - of.rows.data());
      if (number < of.details.size()) all.back().below = of.details[number];
      // The longest row of a process comes first.
      if (std::find(seen.begin(), seen.end(), row.process) != seen.end()) continue;
      seen.push_back(row.process);
      all.back().meanwhile = meanwhile_of(of, row.process);
      continue;
    }
    startup.time += row.time;
    count += row.count;
    std::string name = read::shown_text(row.name);
    if (name.starts_with("git ")) name.erase(0, 4);
    startup.details += (startup.details.empty() ? "" : ", ") + name + " " +
                       read::shown_duration(row.time, of.wall);
  }
  if (startup.time > read::no_time) {
    startup.name.name =
        "start and end of " + std::to_string(count) + (count == 1 ? " process" : " processes");
    all.push_back(startup);
  }
  sort_stably(all, [](line const& a, line const& b) { return a.time > b.time; });
  auto const small = std::find_if(
      all.begin(), all.end(), [&](line const& one) { return percent_of(one.time, of.wall) == 0; });
  auto const large = static_cast<std::size_t>(small - all.begin());
  bool const wants_all = most_rows_ == std::numeric_limits<std::size_t>::max();
  if (all.size() > most_rows_ || (large < all.size() && !wants_all))
    keep(all, std::min(large, most_rows_ - 1));
  return all;
}

void why_text::keep(std::vector<line>& all, std::size_t count) {
  line rest{.name = {.name = std::to_string(all.size() - count) + " more"}};
  for (std::size_t i = count; i < all.size(); ++i) rest.time += all[i].time;
  all.resize(count);
  all.push_back(rest);
}

std::vector<std::string> why_text::meanwhile_of(explanation const& of, std::string_view process) {
  constexpr std::size_t readable = 32;
  std::vector<std::string> all;
  for (busy_process const& one : of.meanwhile)
    if (one.process == process && percent_of(one.time, of.wall) > 0)
      all.push_back(shortened_in_command(read::shown_text(one.name), readable) + " " +
                    read::shown_duration(one.time, of.wall));
  return all;
}

std::string why_text::listed(std::vector<std::string> const& all, std::size_t room) {
  constexpr std::size_t most = 3;
  std::string text = "meanwhile: ";
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string const next = (i == 0 ? "" : ", ") + all[i];
    std::size_t const left = all.size() - i;
    std::string const rest = left == 1 ? "" : ", " + std::to_string(left - 1) + " more";
    bool const fits = read::width_of(text + next + rest) <= room;
    if (i != 0 && (i >= most || !fits)) return text + ", " + std::to_string(left) + " more";
    text += next;
  }
  return text;
}

std::string why_text::mark_of(critical_path::row const& row) {
  bool const is_counted = row.count > 1 && row.kind != critical_path::kind::self;
  return is_counted ? " [" + std::to_string(row.count) + "x]" : "";
}

why_text::called why_text::name_of(critical_path::row const& row, bool is_filtered) const {
  std::string const process = row.process.empty() ? "" : read::shown_text(row.process);
  std::string const inside = process.empty() ? "" : process + ": ";
  std::string const label = row.label == critical_path::no_label ? "" : name_of(row.label);
  std::string const name = read::shown_text(row.name);
  switch (row.kind) {
    case critical_path::kind::self:
      if (!process.empty()) return {{}, process, {}};
      return {{}, is_filtered ? "self, or in other categories" : "self, outside of any region", {}};
    case critical_path::kind::phase:
      return {inside, "phase " + label, {}};
    case critical_path::kind::region:
      return {inside, label, {}};
    case critical_path::kind::thread:
      return {inside, "thread " + name, label.empty() ? "" : ": " + label};
    case critical_path::kind::task:
      return {inside, "task " + name_of_task(row), {}};
    case critical_path::kind::task_wait:
      return {inside, "task " + name_of_task(row), ": waited"};
    case critical_path::kind::between:
      return {inside, name, ", outside of its processes"};
    default:
      return {inside, name, ": waited for" + (label.empty() ? "" : " in " + label)};
  }
}

std::string why_text::name_of_task(critical_path::row const& row) const {
  return name_of(row.label) + (row.name.empty() ? "" : " " + read::shown_text(row.name));
}

std::string why_text::name_of(read::label_id id) const {
  return read::shown_name(labels_[id].category, labels_[id].name);
}

std::string why_text::fitted(called const& name, std::size_t room) {
  // A third of the room belongs to the name at any rate, and a third to the process around it.
  std::size_t const least = std::min(read::width_of(name.inside + name.name), room / 3);
  std::string const tail = shortened_in_middle(name.tail, room - least);
  std::size_t const left = room - std::min(room, read::width_of(tail));
  std::string const inside = shortened_in_middle(
      name.inside, std::max(left / 3, left - std::min(left, read::width_of(name.name))));
  return inside + shortened_in_command(name.name, left - read::width_of(inside)) + tail;
}

std::size_t why_text::percent_of(read::nanoseconds time, read::nanoseconds wall) noexcept {
  return static_cast<std::size_t>(read::share_of(time, wall) * 100 + 0.5);
}

std::size_t why_text::bar_of(line const& one, read::nanoseconds wall) noexcept {
  constexpr std::size_t per_character = 10;
  return (percent_of(one.time, wall) + per_character / 2) / per_character;
}

void why_text::write_line(line const& one, read::nanoseconds wall,
                          std::size_t width_of_bars) const {
  std::string const time = read::shown_duration(one.time, wall);
  std::size_t const percent = percent_of(one.time, wall);
  std::string const share = percent == 0 ? "<1%" : std::to_string(percent) + "%";
  std::string text(time.size() < 12 ? 12 - time.size() : 0, ' ');
  text += time + std::string(share.size() < 5 ? 5 - share.size() : 0, ' ') + share + " ";
  std::size_t const taken = text.size() + width_of_bars + (width_of_bars == 0 ? 0 : 1);
  std::size_t const room = width_ - std::min(width_, taken);
  std::string const name = fitted(one.name, room - std::min(room, one.mark.size())) + one.mark;
  std::size_t const left = room - std::min(room, read::width_of(name));
  std::string const details =
      one.details.empty() || left < 12 ? "" : "  " + read::shortened(one.details, left - 2);
  text.append(bar_of(one, wall), '#').resize(taken, ' ');
  to_.write(text + name + (details.empty() ? details : style_.dim(details)) + "\n");
  if (!one.meanwhile.empty())
    to_.write(std::string(taken, ' ') +
              style_.dim(read::shortened(listed(one.meanwhile, room), room)) + "\n");
  for (std::string const& detail : one.below)
    to_.write(std::string(taken, ' ') + style_.dim(read::shortened(detail, room)) + "\n");
}

void why_text::write_wrapped(std::string_view text, std::string_view begin) const {
  std::string row{begin};
  bool is_first = true;
  while (!text.empty()) {
    std::size_t const size = std::min(text.find(' '), text.size());
    std::string const word = read::shortened(std::string{text.substr(0, size)}, width_ - 2);
    if (!is_first && read::width_of(row) + 1 + read::width_of(word) > width_) {
      to_.write(row + "\n");
      row = " ";
    }
    if (!is_first) row += ' ';
    row += word;
    is_first = false;
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  to_.write(row + "\n");
}

// ---- why_csv.hpp ----

std::vector<why_row> rows_of(explanation const& of, read::label_table const& labels) {
  std::vector<why_row> rows;
  for (critical_path::row const& part : of.rows) {
    if (part.time <= read::no_time) continue;
    why_row row{.time = read::fine_duration{part.time},
                .share = read::share_of(part.time, of.wall),
                .kind = name_of(part.kind),
                .process = part.process,
                .name = part.name,
                .count = part.count};
    if (part.label != critical_path::no_label) {
      row.category = labels[part.label].category;
      row.label = labels[part.label].name;
    }
    rows.push_back(row);
  }
  return rows;
}

// ---- row_regions.hpp ----

namespace {

/// Adds the nodes of a thread whose label is wanted; those of tasks that it ran only for a task.
class thread_search {
 public:
  thread_search(critical_path::row const& row, model const& trace, std::vector<node_index>& to)
      : row_{row}, trace_{trace}, to_{to} {}

  void run(node_index root) {
    bool const is_root_wanted =
        row_.label == critical_path::no_label && row_.kind != critical_path::kind::task;
    if (is_root_wanted) {
      to_.push_back(root);
      return;
    }
    std::vector<open> left{{root, false}};
    while (!left.empty()) {
      auto const [node, is_in_task] = left.back();
      left.pop_back();
      for (node_index inner = trace_.regions[node].first_child; inner != no_node;
           inner = trace_.regions[inner].next) {
        region_node const& region = trace_.regions[inner];
        bool const is_run = region.kind == region_kind::run;
        bool const is_of_task = row_.kind == critical_path::kind::task;
        bool const has_label = region.label == row_.label;
        bool const is_inside = is_of_task && (is_in_task || (is_run && has_label));
        if (is_inside || (!is_of_task && !is_run && has_label)) to_.push_back(inner);
        if (is_of_task || !is_run) left.push_back({inner, is_inside});
      }
    }
  }

 private:
  struct open {
    node_index node;
    bool is_in_task;
  };
  critical_path::row const& row_;
  model const& trace_;
  std::vector<node_index>& to_;
};

}  // namespace

std::vector<node_index> regions_of(critical_path::row const& row, explanation const& of,
                                   model const& trace) {
  using kind = critical_path::kind;
  std::vector<node_index> found;
  bool const has_samples = row.kind == kind::self || row.kind == kind::region ||
                           row.kind == kind::thread || row.kind == kind::task;
  if (!has_samples) return found;
  thread_search search{row, trace, found};
  for (critical_path::stay const& stay : of.stays) {
    if (stay.name != row.process) continue;
    for (node_index const index : trace.processes[stay.process].threads) {
      thread_node const& thread = trace.threads[index];
      bool const is_wanted = row.kind == kind::task     ? true
                             : row.kind == kind::thread ? role_of(thread.name) == row.name
                                                        : thread.is_main();
      if (is_wanted) search.run(thread.root);
    }
  }
  return found;
}

}  // namespace trace2::program
