// Defines what firefox.hpp and firefox_tables.hpp declare.
#include "convert/firefox.hpp"

#include <trace2/read/command_text.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/exit_code.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/shown.hpp>

#include <algorithm>
#include <charconv>
#include <variant>

#include "convert/firefox_file.hpp"
#include "model/datum_condition.hpp"
#include "output/messages.hpp"

namespace trace2::program {

// ---- firefox_tables.hpp ----

void append_milliseconds(buffer& out, std::int64_t nanoseconds) noexcept {
  constexpr std::uint64_t millisecond = 1'000'000;
  auto const bits = static_cast<std::uint64_t>(nanoseconds);
  std::uint64_t size = nanoseconds < 0 ? 0 - bits : bits;
  if (size >> 53 != 0) size -= size % 1'000;
  if (nanoseconds < 0) out.append('-');
  out.append_decimal(size / millisecond);
  std::uint64_t rest = size % millisecond;
  if (rest == 0) return;
  out.append('.');
  for (std::uint64_t digit = millisecond / 10; rest != 0; rest %= digit, digit /= 10)
    out.append(static_cast<char>('0' + rest / digit));
}

std::uint64_t firefox_tables::add(firefox_process&& process) {
  constexpr std::int64_t millisecond = 1'000'000;
  if (processes_.empty())
    origin_ = process.begin - (process.begin % millisecond + millisecond) % millisecond;
  if (!memory_.take(2 * (sizeof process + firefox_process::longest))) {
    ++threads_left_out_;
    return 0;
  }
  processes_.push_back(std::move(process));
  return tag_of(processes_.size() - 1);
}

std::uint64_t firefox_tables::add(firefox_thread&& thread) {
  if (!memory_.take(2 * (sizeof thread + thread.name.size()))) {
    ++threads_left_out_;
    return 0;
  }
  threads_.push_back(std::move(thread));
  return tag_of(threads_.size() - 1);
}

void firefox_tables::add(std::uint64_t thread, firefox_marker const& marker) {
  firefox_thread* const to = this->thread(thread);
  // Strings take up to twice what they hold.
  constexpr std::size_t numbers = 52;
  if (to == nullptr || !memory_.take(2 * (numbers + marker.data.size()))) {
    ++markers_left_out_;
    return;
  }
  first_ = std::min(first_, marker.begin);
  last_ = std::max(last_, marker.end.value_or(marker.begin));
  firefox_markers& columns = to->markers;
  std::string_view const comma = columns.count++ == 0 ? "" : ",";
  auto const add_number = [&](std::string& column, auto append) {
    scratch_.clear();
    append();
    column.append(comma).append(scratch_.view());
  };
  add_number(columns.name, [&] { scratch_.append_decimal(string_of(marker.name)); });
  add_number(columns.begin, [&] { append_milliseconds(scratch_, relative(marker.begin)); });
  add_number(columns.end, [&] {
    if (marker.end)
      append_milliseconds(scratch_, relative(*marker.end));
    else
      scratch_.append("null");
  });
  columns.phase.append(comma).append(marker.end ? "1" : "0");
  columns.data.append(comma).append(marker.data);
}

std::uint32_t firefox_tables::string_of(std::string_view text) {
  read::label_id const found = strings_.id_of({}, text);
  if (found == read::label_table::other) ++names_left_out_;
  return found;
}

// ---- firefox.hpp ----

void firefox::process_began(read::traced_process& process, read::traced_process*) {
  auto const known = ids_.find(process.number);
  process.tag = tables_.add(
      firefox_process{.pid = std::to_string(pids_.take(process.pid())),
                      .id = known == ids_.end() ? process.pid() : known->second,
                      .begin = process.begin});
}

void firefox::thread_began(read::traced_process& process, read::traced_thread& thread) {
  firefox_process const* const in = tables_.process(process.tag);
  if (in == nullptr) return;
  firefox_thread added{.process = static_cast<std::size_t>(process.tag - 1),
                       .name = thread.name,
                       .is_main = thread.is_main(),
                       .begin = thread.begin};
  if (added.is_main) {
    added.tid = in->pid;
    added.id = in->id;
  }
  thread.tag = tables_.add(std::move(added));
}

void firefox::region_left(read::traced_process&, read::traced_thread& thread,
                          read::closed_region const& closed) {
  json_members data = data_of("region", closed.region.label);
  show(thread.tag, closed, data);
}

void firefox::child_started(read::moment const& now, read::open_child& child) {
  child.tag = child.number;
  auto const& event = std::get<event::child_start>(now.occurrence.event);
  std::string name = read::program_of(event);
  running_[child.tag] = {now.thread.tag, name.empty() ? "child" : std::move(name),
                         read::title_of(event, most_of_command), std::string{event.child_class}};
}

void firefox::child_ended(read::moment const& now, read::open_child const& child) {
  json_members data = child_data(child);
  if (auto const* const exit = now.occurrence.get<event::child_exit>())
    data.add("pid", std::to_string(exit->pid))
        .add("code", std::to_string(read::exit_code_of(exit->code, now.occurrence).value_or(-1)));
  if (auto const* const ready = now.occurrence.get<event::child_ready>())
    data.add("pid", std::to_string(ready->pid));
  show(child, now.at, data);
}

void firefox::task_began(read::moment const& now, read::open_task& task) {
  task.tag = now.thread.tag;
}

void firefox::task_resumed(read::moment const& now, read::open_task&) {
  if (firefox_thread* const on = tables_.thread(now.thread.tag))
    on->run_begin = on->run_end = now.at;
}

void firefox::task_ran(read::traced_process&, read::traced_thread& thread, read::open_task&,
                       std::int64_t since, std::int64_t time) {
  if (firefox_thread* const on = tables_.thread(thread.tag))
    on->run_end = read::saturating_add(since, time);
}

void firefox::task_paused(read::traced_process&, read::traced_thread& thread,
                          read::open_task& task) {
  firefox_thread const* const on = tables_.thread(thread.tag);
  if (on == nullptr) return;
  json_members data = data_of("run", task.label);
  data.add("task", std::to_string(task.id));
  auto const& label = labels_[task.label];
  show(thread.tag, read::joined_name(label.category, label.name), on->run_begin, on->run_end, data);
}

void firefox::task_region_left(read::traced_process&, read::open_task& task,
                               read::closed_region const& closed) {
  json_members data = data_of("region", closed.region.label);
  data.add("task", std::to_string(task.id));
  show(task.tag, closed, data);
}

void firefox::task_ended(read::traced_process&, read::closed_task const& closed) {
  read::open_task const& task = closed.task;
  json_members data = data_of("task", task.label);
  data.add("task", std::to_string(task.id));
  if (task.parent != 0) data.add("parent", std::to_string(task.parent));
  data.add_if_any("message", read::cut_text_visibly(task.message(), most_of_text));
  auto const add_time = [&](std::string_view name, std::int64_t time) {
    value_.clear();
    append_milliseconds(value_, time);
    data.add(name, json_text{value_.view()});
  };
  add_time("running", closed.running());
  add_time("waiting", closed.waiting());
  if (!closed.is_complete) data.add("unfinished", "yes");
  auto const& label = labels_[task.label];
  show(task.tag, read::joined_name(label.category, label.name), task.begin, closed.end, data);
}

void firefox::event(read::moment const& now) {
  std::visit([&](auto const& event) { mark(event, now); }, now.occurrence.event);
}

void firefox::thread_ended(read::traced_process&, read::traced_thread& thread) {
  firefox_thread* const of = tables_.thread(thread.tag);
  if (of == nullptr) return;
  of->end = thread.last;
  if (of->is_main) return;
  json_members data{data_};
  show(thread.tag, thread.name, thread.begin, thread.last, data.add("type", "thread"));
}

void firefox::process_ended(read::traced_process& process) {
  for (read::open_child const& child : process.children) {
    json_members data = child_data(child);
    show(child, process.last, data.add("unfinished", "yes"));
  }
  firefox_process* const of = tables_.process(process.tag);
  if (of == nullptr) return;
  of->name = read::cut_text_visibly(process.name(), firefox_process::longest);
  // Known better than from the first event.
  of->begin = process.begin;
  of->end = process.last;
  json_members data = message_of("process", commands_[process.number]);
  commands_.erase(process.number);
  if (process.code) data.add("code", std::to_string(*process.code));
  if (process.state == read::process_state::running) data.add("unfinished", "yes");
  for (auto const& [name, thread] : process.threads)
    if (thread.is_main())
      return show(thread.tag, of->name, process.begin, process.last, data);
}

void firefox::write(sink& to) {
  samples_.share_out(tables_);
  firefox_file{to, tables_, samples_}.write();
}

program::left_out firefox::left_out() const {
  return program::left_out{}
      .add("threads", tables_.threads_left_out())
      .add("markers", tables_.markers_left_out())
      .add("names", tables_.names_left_out());
}

json_members firefox::data_of(std::string_view type, std::string_view category,
                              std::string_view label) {
  json_members data{data_};
  data.add("type", type);
  if (!category.empty()) data.add("category", tables_.string_of(category));
  if (!label.empty()) data.add("label", tables_.string_of(label));
  return data;
}

json_members firefox::message_of(std::string_view type, std::string_view text) {
  json_members data{data_};
  return data.add("type", type).add_if_any("message", read::cut_text_visibly(text, most_of_text));
}

void firefox::show(std::uint64_t thread, std::string_view name, std::int64_t begin,
                   std::optional<std::int64_t> end, json_members& data) {
  if (end) end = std::max(begin, *end);
  tables_.add(thread, {name, begin, end, data.done().text});
}

void firefox::show(std::uint64_t thread, read::closed_region const& closed, json_members& data) {
  data.add_if_any("message", read::cut_text_visibly(closed.region.message(), most_of_text));
  if (!closed.is_complete) data.add("unfinished", "yes");
  auto const& label = labels_[closed.region.label];
  std::string const name = read::joined_name(label.category, label.name);
  // The measured time is exact; times of day are read later.
  std::int64_t const end = read::saturating_add(closed.region.begin, closed.total);
  show(thread, name.empty() ? "region" : name, closed.region.begin, std::min(end, closed.end),
       data);
}

void firefox::show(read::open_child const& child, std::int64_t end, json_members& data) {
  running_child const& of = running_[child.tag];
  show(of.thread, of.name, child.begin, end, data);
  running_.erase(child.tag);
}

json_members firefox::child_data(read::open_child const& child) {
  running_child const& of = running_[child.tag];
  json_members data = message_of("child", of.command);
  return data.add_if_any("class", of.child_class);
}

void firefox::add_datum(read::moment const& now, std::string_view category, std::string_view key,
                        std::string_view value) {
  json_members data = data_of("data", category, key);
  data.add("value", read::cut_text_visibly(value, most_of_text));
  show(now.thread.tag, read::joined_name(category, key), now.at, {}, data);
}

void firefox::mark(read::other_event const& event, read::moment const& now) {
  json_members members{data_};
  for (auto const& [name, value] : event.members) members.add(name, json_text{value.text});
  std::string const text{members.done().text};
  json_members data = message_of("message", text);
  show(now.thread.tag, now.occurrence.event_name, now.at, {}, data);
}

void firefox::mark(event::start const& event, read::moment const& now) {
  commands_[now.process.number] = read::shown_command(event.argv, most_of_command);
}

void firefox::mark(event::data const& event, read::moment const& now) {
  std::string_view const value = text_of(event.value, value_);
  add_datum(now, event.category, event.key, value);
  firefox_thread* const on = tables_.thread(now.thread.tag);
  if (on == nullptr || on->id != 0 || event.category != "trace2" || event.key != "tid") return;
  std::int32_t number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  if (number <= 0) return;
  on->id = static_cast<std::uint32_t>(number);
  on->tid = std::to_string(number);
}

void firefox::mark(event::data_json const& event, read::moment const& now) {
  add_datum(now, event.category, event.key, event.value.text);
}

void firefox::mark(event::error const& event, read::moment const& now) {
  json_members data = message_of("error", event.msg);
  show(now.thread.tag, "error", now.at, {}, data);
}

void firefox::mark(event::printf const& event, read::moment const& now) {
  json_members data = message_of("message", event.msg);
  show(now.thread.tag, "printf", now.at, {}, data);
}

void firefox::mark(event::signal const& event, read::moment const& now) {
  json_members data = message_of("error", "signal " + std::to_string(event.signo));
  show(now.thread.tag, "signal", now.at, {}, data);
}

void firefox::mark(event::exec const& event, read::moment const& now) {
  json_members data = message_of("message", read::shown_command(event.argv, most_of_text));
  show(now.thread.tag, "exec", now.at, {}, data);
}

void firefox::mark(event::timer const& event, read::moment const& now) {
  auto const shown = [](duration time) {
    return read::shown_duration(read::fine_duration{time}.in_nanoseconds());
  };
  add_datum(now, event.category, event.name,
            counted(event.intervals, "interval") + ", " + shown(event.t_total) + ", each " +
                shown(event.t_min) + " to " + shown(event.t_max));
}

void firefox::mark(event::counter const& event, read::moment const& now) {
  add_datum(now, event.category, event.name, std::to_string(event.count));
}

}  // namespace trace2::program
