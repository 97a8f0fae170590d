// Turns a trace into rows of tables.
#pragma once

#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/read/append_json.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/open_tasks.hpp>
#include <trace2/read/remark.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <variant>
#include <vector>

#include "output/left_out.hpp"
#include "output/messages.hpp"
#include "statistics/interval_distribution.hpp"
#include "tables/distinct_sids.hpp"
#include "tables/kept_texts.hpp"
#include "tables/row_writer.hpp"
#include "tables/rows.hpp"

namespace trace2::program::tables {

/// A visitor for a tracker. Gives a row to its writer when all of the row is known. Memory: the
/// tracker bounds the number of running processes and children; texts without room are counted.
class collector final : public read::tracker_visitor {
  using moment = read::traced_event;
  using process_type = read::traced_process;
  using thread_type = read::traced_thread;

 public:
  collector(row_writer& to, read::label_table& labels) : to_{to}, labels_{labels} {}

  void process_began(process_type& process, process_type* parent) override {
    process.tag = 0;
    if (!sids_.add(process.sid) || !to_.wants(process.sid)) return;
    process.tag = 1;
    open_process& added = open_.try_emplace(process.number, kept()).first->second;
    if (parent != nullptr && parent->tag != 0) added.parent = key(parent->number);
  }

  void region_left(process_type& process, thread_type& thread,
                   read::closed_region const& closed) override {
    write_region(process, closed, thread.regions, {.thread = key(thread.number)});
  }

  void task_began(moment const& now, read::open_task& task) override {
    // A trace may call a task its own parent.
    read::open_task const* const parent = now.process.tasks.find(task.parent);
    task.tag = parent != nullptr && parent->number < task.number ? parent->number : no_parent;
  }

  void task_region_left(process_type& process, read::open_task& task,
                        read::closed_region const& closed) override {
    write_region(process, closed, task.regions, {.task = key(task.number)});
  }

  void task_ended(process_type& process, read::closed_task const& closed) override {
    if (process.tag == 0) return;
    read::open_task const& task = closed.task;
    auto const& label = labels_[task.label];
    to_.write(task_row{.task = key(task.number),
                       .process = key(process.number),
                       .parent = task.tag == no_parent ? number{} : number{key(task.tag)},
                       .task_id = most(task.id),
                       .parent_id = task.parent == 0 ? number{} : number{most(task.parent)},
                       .category = label.category,
                       .label = label.name,
                       .message = present(task.message()),
                       .begin = {task.begin},
                       .duration_us = {closed.total},
                       .running_us = {closed.running()},
                       .is_complete = closed.is_complete});
  }

  void child_started(moment const& now, read::open_child& child) override {
    if (now.process.tag == 0) return;
    auto const& event = std::get<trace2::event::child_start>(now.occurrence.event);
    open_child& added = children_.try_emplace(child.number, kept()).first->second;
    added.around = around(now);
    added.texts.keep(added.child_class, event.child_class);
    added.texts.keep(added.hook, event.hook_name);
    added.texts.keep_json(added.arguments, event.argv);
  }

  void child_ended(moment const& now, read::open_child const& child) override {
    auto const* const exit = now.occurrence.get<trace2::event::child_exit>();
    auto const* const ready = now.occurrence.get<trace2::event::child_ready>();
    child_row row;
    if (exit != nullptr) {
      row.pid = exit->pid;
      row.code = read::exit_code_of(exit->code, now.occurrence);
    } else if (ready != nullptr) {
      row.pid = ready->pid;
      row.ready = ready->ready;
    }
    end_child(now.process, child, now.at, row);
  }

  void event(moment const& now) override {
    auto const found = open_.find(now.process.number);
    if (found == open_.end()) return;
    if (found->second.timer) write_timer(found->second, now.occurrence);
    std::visit([&](auto const& event) { note(event, now, found->second); }, now.occurrence.event);
  }

  void remarked(process_type& process, read::remark const& told) override {
    if (told.kind == read::remark_kind::number_out_of_range) cut_numbers_ += told.count;
    if (process.tag != 0)
      to_.write(remark_row{.process = key(process.number),
                           .kind = name_of(told.kind),
                           .place = present(told.where),
                           .remark = told.text});
  }

  void thread_ended(process_type& process, thread_type& thread) override {
    if (process.tag == 0) return;
    to_.write(thread_row{.thread = key(thread.number),
                         .process = key(process.number),
                         .name = thread.name,
                         .begin = {thread.begin},
                         .end = {thread.last}});
  }

  void process_ended(process_type& process) override {
    auto const found = open_.find(process.number);
    if (found == open_.end()) return;
    for (read::open_child const& child : process.children)
      end_child(process, child, process.last, {});
    if (found->second.timer) write_timer(found->second, {});
    write(process, found->second);
    open_.erase(found);
  }

  /// Says how many numbers became the nearest end of a range: that of the reader, or of a column.
  void say_cut_numbers() const {
    if (cut_numbers_ != 0)
      say(counted(cut_numbers_, "number") + (cut_numbers_ == 1 ? " is" : " are") +
          " beyond the range of the tables, which have the largest that they can hold instead");
  }

  program::left_out left_out() const {
    return program::left_out{}.add("texts", texts_left_out_).add("processes", sids_.left_out());
  }

 private:
  struct open_process {
    explicit open_process(kept_texts its_texts) noexcept : texts{std::move(its_texts)} {}

    kept_texts texts;
    number parent{};
    std::string arguments;
    std::string hierarchy;
    std::string version;
    std::string worktree;
    std::int64_t errors = 0;
    // The latest timer, until the next event, which may tell its lengths to the nanosecond.
    std::optional<timer_row> timer;
    std::string timer_category;
    std::string timer_name;
  };
  /// What a row belongs to, by keys.
  struct place {
    number thread{};
    number task{};
    number region{};
  };
  struct open_child {
    explicit open_child(kept_texts its_texts) noexcept : texts{std::move(its_texts)} {}

    kept_texts texts;
    place around{};
    std::string child_class;
    std::string hook;
    std::string arguments;
  };

  static constexpr std::uint64_t no_parent = 0;

  kept_texts kept() noexcept { return {memory_, texts_left_out_}; }

  /// Processes, threads, tasks, regions and children are counted from 1 on in each trace.
  std::int64_t key(std::uint64_t counted) const noexcept {
    return first_key_ + static_cast<std::int64_t>(counted);
  }

  std::int64_t most(std::uint64_t count) noexcept {
    constexpr auto limit = std::numeric_limits<std::int64_t>::max();
    if (count <= static_cast<std::uint64_t>(limit)) return static_cast<std::int64_t>(count);
    ++cut_numbers_;
    return limit;
  }

  /// The thread of an event, the task that it runs, and the innermost region of this task or, while
  /// it runs none, of the thread.
  place around(moment const& now) const noexcept {
    read::open_task const* const task = now.thread.task;
    auto const& open = now.thread.regions_around();
    return {.thread = key(now.thread.number),
            .task = task != nullptr ? number{key(task->number)} : number{},
            .region = open.empty() ? number{} : number{key(open.back().number)}};
  }

  /// `open` ends with the region.
  void write_region(process_type const& process, read::closed_region const& closed,
                    std::vector<read::open_region> const& open, place const& of) {
    if (process.tag == 0) return;
    auto const& label = labels_[closed.region.label];
    std::size_t const depth = open.size();
    to_.write(region_row{.region = key(closed.region.number),
                         .process = key(process.number),
                         .thread = of.thread,
                         .task = of.task,
                         .parent = depth < 2 ? number{} : number{key(open[depth - 2].number)},
                         .nesting = closed.region.level,
                         .category = label.category,
                         .label = label.name,
                         .message = present(closed.region.message()),
                         .begin = {closed.region.begin},
                         .duration_us = {closed.total},
                         .self_us = {closed.self()},
                         .is_complete = closed.is_complete});
  }

  void end_child(process_type& process, read::open_child const& child, read::moment at,
                 child_row row) {
    auto const found = children_.find(child.number);
    if (found == children_.end()) return;
    open_child& open = found->second;
    row.child = key(child.number);
    row.process = key(process.number);
    row.thread = open.around.thread;
    row.task = open.around.task;
    row.region = open.around.region;
    row.child_id = child.id;
    row.child_class = present(open.child_class);
    row.hook = present(open.hook);
    row.arguments = present(open.arguments);
    row.begin = {child.begin};
    row.duration_us = {at - child.begin};
    to_.write(row);
    children_.erase(found);
  }

  void write(process_type const& process, open_process const& open) {
    std::string const name = process.name();
    to_.write(process_row{.process = key(process.number),
                          .parent = open.parent,
                          .sid = process.sid,
                          .parent_sid = present(process.parent_sid()),
                          .depth = process.depth(),
                          .pid = process.pid(),
                          .name = name,
                          .program = present(process.exe),
                          .verb = present(process.verb),
                          .mode = present(process.mode),
                          .hierarchy = present(open.hierarchy),
                          .arguments = present(open.arguments),
                          .version = present(open.version),
                          .worktree = present(open.worktree),
                          .begin = {process.begin},
                          .end = {process.last},
                          .wall_us = {process.last - process.begin},
                          .state = read::name_of(process.state),
                          .code = process.code,
                          .errors = open.errors});
  }

  // ---- events that are rows, or a part of their process's ----

  template <class Event>
  void note(Event const&, moment const&, open_process&) {}

  void note(trace2::event::version const& event, moment const&, open_process& of) {
    of.texts.keep(of.version, event.exe);
  }
  void note(trace2::event::start const& event, moment const&, open_process& of) {
    of.texts.keep_json(of.arguments, event.argv);
  }
  void note(trace2::event::cmd_name const& event, moment const&, open_process& of) {
    of.texts.keep(of.hierarchy, event.hierarchy);
  }
  void note(trace2::event::def_repo const& event, moment const&, open_process& of) {
    if (of.worktree.empty()) of.texts.keep(of.worktree, event.worktree);
  }

  void note(trace2::event::error const& event, moment const& now, open_process& of) {
    ++of.errors;
    place const inside = around(now);
    to_.write(error_row{.process = key(now.process.number),
                        .thread = key(now.thread.number),
                        .task = inside.task,
                        .region = inside.region,
                        .moment = {now.at},
                        .message = event.msg,
                        .format = present(event.fmt)});
  }

  void note(trace2::event::data const& event, moment const& now, open_process&) {
    event.value.visit([&](auto value) {
      if constexpr (std::is_same_v<decltype(value), trace2::text>) {
        write_data(event, value, false, now);
      } else {
        value_.clear();
        read::append_json(value_, value);
        write_data(event, value_.view(), false, now);
      }
    });
  }
  void note(trace2::event::data_json const& event, moment const& now, open_process&) {
    write_data(event, event.value.text, true, now);
  }
  template <class Data>
  void write_data(Data const& event, std::string_view value, bool is_json, moment const& now) {
    place const inside = around(now);
    to_.write(data_row{.process = key(now.process.number),
                       .thread = key(now.thread.number),
                       .task = inside.task,
                       .region = inside.region,
                       .moment = {now.at},
                       .category = event.category,
                       .key = event.key,
                       .value = value,
                       .is_json = is_json});
  }

  static time_value time_of(read::fine_duration length) noexcept {
    return {length.in_nanoseconds()};
  }
  template <trace2::event::sum_of Whose>
  void note(trace2::event::timer_sum<Whose> const& event, moment const& now, open_process& open) {
    open.texts.keep(open.timer_category, event.category);
    open.texts.keep(open.timer_name, event.name);
    open.timer = timer_row{.process = key(now.process.number),
                           .thread = owner<Whose>(now),
                           .intervals = most(event.intervals),
                           .total_us = time_of(event.t_total),
                           .min_us = time_of(event.t_min),
                           .max_us = time_of(event.t_max)};
  }
  void write_timer(open_process& open, read::occurrence const& next) {
    timer_row& row = *open.timer;
    row.category = open.timer_category;
    row.name = open.timer_name;
    auto const* const told = next.get<trace2::event::data_json>();
    if (told != nullptr && told->category == row.category && told->key == row.name)
      if (auto const lengths = interval_report::of(told->value.text);
          lengths && lengths->is_of_process == !row.thread) {
        row.min_us = {lengths->shortest};
        row.max_us = {lengths->longest};
      }
    to_.write(row);
    open.timer.reset();
  }
  template <trace2::event::sum_of Whose>
  void note(trace2::event::counter_sum<Whose> const& event, moment const& now, open_process&) {
    to_.write(counter_row{.process = key(now.process.number),
                          .thread = owner<Whose>(now),
                          .category = event.category,
                          .name = event.name,
                          .count = most(event.count)});
  }
  template <trace2::event::sum_of Whose>
  number owner(moment const& now) const noexcept {
    return Whose == trace2::event::sum_of::thread ? number{key(now.thread.number)} : number{};
  }

  row_writer& to_;
  read::label_table& labels_;
  std::int64_t first_key_ = to_.last_key();
  read::memory_budget memory_{read::limits::export_memory};
  std::uint64_t texts_left_out_ = 0;
  distinct_sids sids_;
  std::unordered_map<std::uint32_t, open_process> open_;    // by number
  std::unordered_map<std::uint64_t, open_child> children_;  // by number
  std::uint64_t cut_numbers_ = 0;
  trace2::buffer value_;
};

}  // namespace trace2::program::tables
