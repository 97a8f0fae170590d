// Defines what tree.hpp, model_walk.hpp, folded.hpp, region_paths.hpp and tree_rows.hpp declare.
#include "walk/tree.hpp"

#include <trace2/read/moment.hpp>
#include <trace2/value/utf8.hpp>

#include <algorithm>
#include <utility>

#include "model/child_time.hpp"
#include "model/thread_role.hpp"
#include "output/line_output.hpp"
#include "output/shown_disturbances.hpp"
#include "samples/sampled_trace.hpp"
#include "walk/folded.hpp"
#include "walk/model_walk.hpp"
#include "walk/region_paths.hpp"
#include "walk/tree_rows.hpp"

namespace trace2::program {

// ---- tree.hpp ----

namespace {

/// Below a line.
constexpr std::size_t most_functions = 4;

}  // namespace

void tree::write(model const& trace, read::label_table const& labels) {
  trace_ = &trace;
  is_fine_ = trace.is_fine;
  longest_ = read::no_time;
  for (node_index const root : trace.roots)
    longest_ = std::max(longest_, span_of(trace, root).total());
  left_out_ = left_out_of(model_walk{trace, labels}.visit(*this));
  if (!left_out_.empty())
    to_.write(options_.style.dim("  ... " + left_out_.text() + " more") + "\n");
  show_legend();
}

void tree::enter(model_walk::item const& item) {
  if (inside_run_ > 0) {
    ++inside_run_;
    return;
  }
  if (levels_.empty()) {
    whole_ = item.total;
    levels_.emplace_back();
  }
  bool const is_shown =
      has_line(item) && read::share_of(item.total, whole_) >= options_.least_share;
  if (hidden_ > 0 || (has_line(item) && !is_shown)) {
    if (hidden_++ == 0) levels_.back().add(item);
    return;
  }
  if (is_shown && levels_.size() <= options_.depth) show(item);
  // A main thread shares the line of its process, whose level is open by now.
  if (levels_.size() - (is_shown ? 0 : 1) <= options_.depth) show_details(item);
  if (!is_shown) return;
  levels_.emplace_back();
  if (item.kind == model_walk::kind::run) inside_run_ = 1;
}

void tree::leave(model_walk::item const& item) {
  if (inside_run_ > 0 && --inside_run_ > 0) return;
  if (hidden_ > 0) {
    if (--hidden_ == 0 && levels_.size() == 1) end_root();
  } else if (has_line(item)) {
    rest const left_out = levels_.back();
    if (left_out.count > 0 && levels_.size() <= options_.depth) show_rest(left_out);
    levels_.pop_back();
    if (levels_.size() == 1) end_root();
  }
}

void tree::rest::add(model_walk::item const& item) noexcept {
  ++count;
  total += item.total;
}

void tree::end_root() {
  if (levels_.back().count > 0) show_rest(levels_.back());
  levels_.clear();
}

void tree::show_legend() {
  std::string text;
  auto const explain = [&text](bool is_shown, std::string_view meaning) {
    if (is_shown) text.append(text.empty() ? "\n" : "; ").append(meaning);
  };
  explain(shown_words_.self, options_.is_filtered
                                 ? "self: no region or child, or in other categories"
                                 : "self: no region or child");
  explain(shown_words_.waiting, "waiting: not running");
  explain(shown_words_.untraced, "untraced: start, end, no trace");
  if (!text.empty()) to_.write(options_.style.dim(text) + "\n");
  shown_words_ = {};
}

bool tree::has_line(model_walk::item const& item) noexcept {
  if (item.kind == model_walk::kind::wait) return item.total > read::no_time;
  return item.kind != model_walk::kind::main_thread && !is_in_line_of_child(item);
}

bool tree::is_in_line_of_child(model_walk::item const& item) noexcept {
  return item.kind == model_walk::kind::process && item.is_only_one;
}

void tree::notes::add(std::string const& note, bool is_alarming) {
  std::string const bracketed = "[" + note + "]";
  text += " " + (is_alarming ? style.alarming(bracketed) : style.dim(bracketed));
  width += 1 + read::width_of(bracketed);
}

std::string tree::beginning(read::nanoseconds time) const {
  return right_aligned(read::shown_duration(time, longest_, is_fine_), 12) + "  " +
         right_aligned(read::shown_share(read::share_of(time, whole_)), 6) + "  " +
         std::string(2 * (levels_.size() - 1), ' ');
}

void tree::show(model_walk::item const& item) {
  shown_words_.self = shown_words_.self || item.kind == model_walk::kind::self;
  shown_words_.waiting = shown_words_.waiting || item.kind == model_walk::kind::waiting;
  shown_words_.untraced = shown_words_.untraced || item.kind == model_walk::kind::untraced;
  std::string line = beginning(item.total);
  notes const marks = notes_of(item);
  std::size_t const taken = line.size() + marks.width;
  constexpr std::size_t least = 16;
  std::size_t const room = std::max(least, options_.width > taken ? options_.width - taken : 0);
  std::string const name = read::shortened(name_of(item, room), room);
  bool const is_process = item.process != nullptr && item.kind != model_walk::kind::wait &&
                          item.kind != model_walk::kind::task;
  line += is_process ? options_.style.bold(name) : name;
  to_.write(line + marks.text + "\n");
}

void tree::show_details(model_walk::item const& item) const {
  std::vector<std::string> lines;
  if (item.region != nullptr)
    lines = details_of(item);
  else if (item.kind == model_walk::kind::process && options_.samples != nullptr)
    lines = options_.samples->lines_of_other_threads(
        {static_cast<node_index>(item.process - trace_->processes.data())}, most_functions);
  constexpr std::size_t columns_of_times = 22;
  std::size_t const indent = columns_of_times + 2 * (levels_.size() + (has_line(item) ? 1 : 0) - 1);
  for (std::string const& line : lines)
    to_.write(options_.style.dim(read::shortened(std::string(indent, ' ') + line, options_.width)) +
              "\n");
}

std::vector<std::string> tree::details_of(model_walk::item const& item) const {
  std::vector<node_index> regions{static_cast<node_index>(item.region - trace_->regions.data())};
  read::nanoseconds const time = item.kind == model_walk::kind::run ? item.total : item.exclusive;
  // Items inside the tasks that a thread ran have no lines.
  for (std::size_t i = 0; item.kind == model_walk::kind::run && i < regions.size(); ++i)
    for (node_index inner = trace_->regions[regions[i]].first_child; inner != no_node;
         inner = trace_->regions[inner].next)
      regions.push_back(inner);
  std::vector<std::string> lines;
  if (options_.samples != nullptr) lines = options_.samples->lines(regions, time, most_functions);
  if (std::string found = shown_disturbances(*trace_, regions); !found.empty())
    lines.push_back(std::move(found));
  return lines;
}

void tree::show_rest(rest const& left_out) const {
  to_.write(beginning(left_out.total) +
            options_.style.dim(std::to_string(left_out.count) + " more") + "\n");
}

std::string tree::name_of(process_node const& process) {
  return read::shown_text(process.command.empty() ? process.name : process.command);
}

std::string tree::name_of(model_walk::item const& item, std::size_t room) const {
  std::string const name = read::shown_text(item.name);
  switch (item.kind) {
    case model_walk::kind::process:
      return read::shortened_command(name_of(*item.process), room);
    case model_walk::kind::thread:
      return "thread " + name;
    case model_walk::kind::wait:
      return "waiting for " + name;
    case model_walk::kind::run:
      return "ran task " + read::shown_name(item.category, item.name);
    case model_walk::kind::task:
      return "task " + read::shown_name(item.category, item.name);
    case model_walk::kind::child:
      return item.process != nullptr ? read::shortened_command(name_of(*item.process), room)
                                     : "child " + name;
    default:
      return read::shown_name(item.category, item.name) +
             (item.message.empty() ? "" : " " + read::shown_text(item.message));
  }
}

tree::notes tree::notes_of(model_walk::item const& item) const {
  notes result{options_.style};
  if (item.kind == model_walk::kind::wait) return result;
  if (item.duration > item.total) result.add("took " + read::shown_duration(item.duration), false);
  bool const is_process = item.kind == model_walk::kind::process;
  bool const is_child = item.kind == model_walk::kind::child;
  if (!is_child && item.is_beside) result.add("beside", false);
  if (is_process && item.process->detached_from != no_node) result.add("detached", false);
  if ((is_process || is_child) && item.process != nullptr && item.process->is_guessed_child)
    result.add("guessed", false);
  bool const only_waits = item.region != nullptr && item.region->kind == region_kind::wait;
  if (only_waits) result.add("waits", false);
  if (is_process)
    note_end(result, *item.process);
  else if (is_child)
    note_ends(result, item);
  else
    note_counts(result, item);
  return result;
}

void tree::note_ends(notes& to, model_walk::item const& item) {
  std::size_t const before = to.width;
  if (item.process != nullptr) note_end(to, *item.process);
  if (to.width == before) note_end(to, *item.child);
}

void tree::note_end(notes& to, process_node const& process) {
  switch (process.state) {
    case read::process_state::running:
      return to.add("unfinished", true);
    case read::process_state::transformed:
      return to.add("exec", false);
    case read::process_state::killed:
      return to.add("killed by signal " + std::to_string(process.code.value_or(128) - 128), true);
    default:
      if (read::is_failure(process.code)) to.add("exit " + std::to_string(*process.code), true);
  }
}

void tree::note_end(notes& to, child_node const& child) {
  if (child.is_left_alone)
    to.add("background", false);
  else if (!child.duration)
    to.add("unfinished", true);
  else if (child.pid == -1)
    to.add("not started", true);
  else if (read::is_failure(child.code))
    to.add("exit " + std::to_string(*child.code), true);
}

void tree::note_counts(notes& to, model_walk::item const& item) const {
  if (item.count > 1) to.add(std::to_string(item.count) + "x", false);
  if (item.region != nullptr && item.region->overlapped > read::no_time)
    to.add("overlaps others, took " + read::shown_duration(item.total + item.region->overlapped),
           false);
  if (item.incomplete > 0)
    to.add(item.count > 1 ? std::to_string(item.incomplete) + " unfinished" : "unfinished", true);
}

std::string tree::right_aligned(std::string const& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

// ---- model_walk.hpp ----

model_walk::model_walk(model const& trace, read::label_table const& labels)
    : trace_{trace},
      labels_{labels},
      started_in_(trace.regions.size()),
      has_children_(trace.regions.size()) {
  if (!trace.tasks.empty()) tasks_of_.resize(trace.regions.size());
  for (task_node const& task : trace.tasks) tasks_of_[task.place].push_back(&task);
  for (std::size_t i = 0; i < trace.children.size(); ++i) {
    auto const index = static_cast<node_index>(i);
    child_node const& child = trace.children[i];
    for (node_index const region : {child.region, child.end_region}) {
      if (region == no_node) continue;
      started_in_[region].push_back({index, false});
      has_children_[region] = true;
    }
  }
  for (std::size_t i = 0; i < trace.threads.size(); ++i) {
    node_index const place = trace.threads[i].place;
    if (place == no_node) continue;
    started_in_[place].push_back({static_cast<node_index>(i), true});
  }
  for (std::vector<started_item>& all : started_in_)
    if (!all.empty() && all.back().is_thread)
      std::stable_sort(all.begin(), all.end(),
                       [this](started_item const& a, started_item const& b) {
                         return begin_of(a) < begin_of(b);
                       });
}

bool model_walk::is_stranger(process_node const& node) const noexcept {
  return node.parent != no_node && node.child == no_node && !is_successor(trace_, node);
}

bool model_walk::is_only_one(process_node const& node) const noexcept {
  if (node.child == no_node) return false;
  child_node const& child = trace_.children[node.child];
  return child.sessions.size() == 1 && !time_of(trace_, child).is_script;
}

bool model_walk::shares_line_of(process_node const& node) const noexcept {
  return is_only_one(node) ||
         std::any_of(node.strangers.begin(), node.strangers.end(), [this](node_index stranger) {
           return is_successor(trace_, trace_.processes[stranger]);
         });
}

read::nanoseconds model_walk::lasted(child_node const& node) const noexcept {
  read::nanoseconds longest{};
  for (node_index const session : node.sessions)
    for (node_index part = trace_.processes[session].detached; part != no_node;
         part = trace_.processes[part].detached)
      longest = std::max(longest, trace_.processes[part].lasted);
  return longest;
}

node_index model_walk::place_of(child_node const& node) noexcept {
  return node.waited_at_end > node.waited ? node.end_region : node.region;
}

// ---- folded.hpp ----

folded::folded(model const& trace, read::label_table const& labels, sampled_trace const* samples)
    : trace_{trace}, samples_{samples} {
  left_out_ = left_out_of(model_walk{trace, labels}.visit(*this)).add("stacks", stacks_left_out_);
}

void folded::write(sink& to) const {
  line_output lines{to, true};
  for (auto const& [stack, all] : sums_)
    lines.write(
        std::string{stack}.append(" ").append(read::microseconds_text(all.time)).append("\n"));
}

void folded::enter(model_walk::item const& item) {
  bool const is_apart = !open_.empty() && runs_beside(item);
  if (open_.empty()) outermost_ = item.name;
  bool const is_in_task =
      item.kind == model_walk::kind::task ||
      (item.kind != model_walk::kind::process && item.kind != model_walk::kind::thread &&
       !open_.empty() && open_.back().is_in_task);
  open_.push_back({stack_.size(), begin_, item.is_beside, is_in_task});
  if (is_apart) begin_stack_beside(item);
  if (has_frame(item.kind)) add_frame(item);
  if (samples_ != nullptr && item.kind == model_walk::kind::process) add_other_threads(item);
  if (item.exclusive <= read::no_time || is_in_task) return;
  read::nanoseconds time = item.exclusive;
  if (samples_ != nullptr && item.region != nullptr)
    time -= add_functions(
        samples_->in({static_cast<node_index>(item.region - trace_.regions.data())}), time);
  if (time > read::no_time) add({.time = time});
}

void folded::leave(model_walk::item const&) {
  stack_.resize(open_.back().size);
  begin_ = open_.back().begin;
  open_.pop_back();
}

bool folded::has_frame(model_walk::kind of) noexcept {
  return of == model_walk::kind::process || of == model_walk::kind::thread ||
         of == model_walk::kind::region || of == model_walk::kind::run || is_of_child(of);
}

bool folded::is_of_child(model_walk::kind of) noexcept {
  return of == model_walk::kind::child || of == model_walk::kind::wait;
}

bool folded::runs_beside(model_walk::item const& item) const noexcept {
  if (item.kind != model_walk::kind::process) return item.kind == model_walk::kind::thread;
  return item.is_beside || (item.process->child != no_node && open_.back().is_beside);
}

void folded::begin_stack_beside(model_walk::item const& item) {
  begin_ = stack_.size();
  append("beside ");
  append(outermost_);
  if (item.kind != model_walk::kind::thread) return;
  stack_ += ';';
  append(item.process->name);
}

void folded::add(sum const& more) {
  std::string_view const stack = std::string_view{stack_}.substr(begin_);
  auto found = sums_.find(stack);
  if (found == sums_.end()) {
    if (!memory_.take(stack.size() + per_stack)) {
      ++stacks_left_out_;
      return;
    }
    found = sums_.emplace(stack, sum{}).first;
  }
  found->second.time += more.time;
  found->second.samples += more.samples;
}

read::nanoseconds folded::add_functions(function_profile const& found, read::nanoseconds most) {
  if (found.samples() == 0) return read::no_time;
  auto const count = static_cast<std::int64_t>(found.samples());
  read::nanoseconds const whole =
      samples_->interval() == read::no_time || most / count < samples_->interval()
          ? most
          : count * samples_->interval();
  read::nanoseconds const each_sample = whole / count;
  read::nanoseconds left = whole;
  auto const paths = found.paths();
  for (function_profile::path const& path : paths) {
    std::size_t const size = stack_.size();
    for (function_id const each : path.functions) {
      stack_ += ';';
      append(samples_->function(each).name);
      stack_ += "()";
    }
    // The last one has what division leaves.
    read::nanoseconds const time =
        &path == &paths.back() ? left : static_cast<std::int64_t>(path.samples) * each_sample;
    left -= time;
    if (time > read::no_time) add({.time = time, .samples = path.samples});
    stack_.resize(size);
  }
  return whole;
}

void folded::add_other_threads(model_walk::item const& item) {
  auto const found =
      samples_->in_other_threads({static_cast<node_index>(item.process - trace_.processes.data())});
  if (found.samples() == 0 || samples_->interval() == read::no_time) return;
  std::string const stack = std::exchange(stack_, {});
  std::size_t const begin = std::exchange(begin_, 0);
  append("beside ");
  append(outermost_);
  stack_ += ';';
  append(item.name);
  stack_ += ";other threads";
  add_functions(found, read::nanoseconds::max());
  stack_ = stack;
  begin_ = begin;
}

void folded::add_frame(model_walk::item const& item) {
  if (stack_.size() > begin_) stack_ += ';';
  if (is_of_child(item.kind)) append("child");
  if (item.kind == model_walk::kind::run) append(item.category.empty() ? "task" : "task:");
  if (item.kind == model_walk::kind::region || item.kind == model_walk::kind::run)
    append(item.category);
  if (is_of_child(item.kind) || item.kind == model_walk::kind::run ||
      (!item.category.empty() && !item.name.empty()))
    stack_ += ':';
  append(item.kind == model_walk::kind::thread ? role_of(item.name) : item.name);
  if (item.message.empty()) return;
  stack_ += ' ';
  append(item.message);
}

void folded::append(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    utf8_character const next = utf8_character_at(text, at);
    if (!next.is_well_formed())
      stack_ += replacement_character;
    else if (next.code_point == U';' || next.code_point < U' ')
      stack_ += ',';
    else
      stack_ += text.substr(at, next.size);
    at += next.size;
  }
}

// ---- region_paths.hpp ----

std::optional<path_id> region_paths::find(path_id around, read::label_id label) {
  std::uint64_t const key = std::uint64_t{around} << 32 | label;
  if (auto const known = known_.find(key); known != known_.end()) return known->second;
  int const depth = paths_[around].depth + 1;
  if (depth > deepest || paths_.size() > most_) return {};
  auto const added = static_cast<path_id>(paths_.size());
  paths_.push_back({around, label, depth});
  known_.emplace(key, added);
  return added;
}

std::vector<std::string> region_paths::names(path_id path, read::label_table const& labels) const {
  std::vector<std::string> result;
  for (; path != outermost; path = paths_[path].around) {
    auto const& label = labels[paths_[path].label];
    result.push_back(read::joined_name(label.category, label.name));
  }
  std::reverse(result.begin(), result.end());
  return result;
}

// ---- tree_rows.hpp ----

namespace {

std::string_view name_of_kind(walk_kind kind) noexcept {
  static constexpr std::string_view names[] = {"process", "process", "thread",  "region",
                                               "child",   "wait",    "run",     "task",
                                               "self",    "waiting", "untraced"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace

tree_rows::tree_rows(model const& trace, read::label_table const& labels,
                     tree_options const& options)
    : options_{options}, trace_{trace}, is_fine_{trace.is_fine} {
  left_out_ = left_out_of(model_walk{trace, labels}.visit(*this));
}

bool tree_rows::has_row(model_walk::item const& item) noexcept {
  using kind = model_walk::kind;
  if (item.kind == kind::wait) return item.total > read::no_time;
  return item.kind != kind::main_thread && !(item.kind == kind::process && item.is_only_one);
}

void tree_rows::enter(model_walk::item const& item) {
  if (inside_++ == 0 && item.kind == model_walk::kind::process) whole_ = item.total;
  if (hidden_ > 0) {
    ++hidden_;
    return;
  }
  // The samples of a main thread are in the row of its process, which is the latest one.
  if (item.kind == model_walk::kind::main_thread && !rows_.empty() && hidden_ == 0 &&
      open_ <= options_.depth)
    add_details(item);
  if (!has_row(item)) return;
  // The regions of tasks that a thread ran are those of the tasks.
  bool const is_shown =
      open_ < options_.depth && read::share_of(item.total, whole_) >= options_.least_share;
  if (is_shown) add(item);
  if (!is_shown || item.kind == model_walk::kind::run) hidden_ = 1;
  ++open_;
}

void tree_rows::leave(model_walk::item const& item) {
  --inside_;
  if (hidden_ > 0 && --hidden_ > 0) return;
  if (has_row(item)) --open_;
}

void tree_rows::add(model_walk::item const& item) {
  auto const length = [this](read::nanoseconds of) { return read::fine_duration{of, is_fine_}; };
  bool const is_task = item.kind == model_walk::kind::task;
  tree_row row{.level = static_cast<int>(open_),
               .kind = name_of_kind(item.kind),
               .category = item.category,
               .name = item.name,
               .total = length(item.total),
               .share = read::share_of(item.total, whole_),
               .count = item.count,
               .unfinished = item.incomplete};
  if (!item.message.empty()) row.message = item.message;
  if (item.process != nullptr && !is_task && item.kind != model_walk::kind::wait) {
    row.sid = item.process->sid;
    if (item.kind != model_walk::kind::thread) {
      if (!item.process->command.empty()) row.name = item.process->command;
      row.code = item.process->code;
      row.unfinished = item.process->state == read::process_state::running ? 1 : 0;
    }
  }
  if (item.child != nullptr && item.kind == model_walk::kind::child) {
    row.duration = length(item.duration);
    if (!row.code) row.code = item.child->code;
  }
  rows_.push_back(row);
  add_details(item);
}

void tree_rows::add_details(model_walk::item const& item) {
  if (item.region == nullptr) return;
  std::vector<node_index> const regions{
      static_cast<node_index>(item.region - trace_.regions.data())};
  rows_.back().disturbances = disturbances_in(trace_, regions);
  if (options_.samples == nullptr) return;
  constexpr std::size_t most = 100;
  auto const found = options_.samples->in(regions);
  rows_.back().samples = found.samples();
  if (found.samples() != 0) rows_.back().functions = options_.samples->rows(found, most);
  rows_.back().waits = options_.samples->waits_in(regions, most);
  if (item.kind != model_walk::kind::main_thread) return;
  auto const others = options_.samples->in_other_threads(
      {static_cast<node_index>(item.process - trace_.processes.data())});
  if (others.samples() != 0)
    rows_.back().other_threads = {others.samples(), options_.samples->rows(others, most)};
}

}  // namespace trace2::program
