// Defines what firefox.hpp, firefox_tables.hpp, firefox_file.hpp and firefox_samples.hpp declare.
#include "convert/firefox.hpp"

#include <trace2/read/append_json.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/exit_code.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/read/traced_process.hpp>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

#include "convert/firefox_file.hpp"
#include "convert/firefox_samples.hpp"
#include "model/datum_condition.hpp"
#include "output/messages.hpp"
#include "samples/perf_script.hpp"

namespace trace2::program {

// ---- firefox_tables.hpp ----

void append_milliseconds(buffer& out, read::nanoseconds length) noexcept {
  constexpr std::uint64_t millisecond = 1'000'000;
  auto const bits = static_cast<std::uint64_t>(length.count());
  std::uint64_t size = length < read::no_time ? 0 - bits : bits;
  if (size >> 53 != 0) size -= size % 1'000;
  if (length < read::no_time) out.append('-');
  out.append_decimal(size / millisecond);
  std::uint64_t rest = size % millisecond;
  if (rest == 0) return;
  out.append('.');
  for (std::uint64_t digit = millisecond / 10; rest != 0; rest %= digit, digit /= 10)
    out.append(static_cast<char>('0' + rest / digit));
}

std::uint64_t firefox_tables::add(firefox_process&& process) {
  constexpr read::nanoseconds millisecond{1'000'000};
  if (processes_.empty())
    origin_ =
        process.begin - (process.begin.since_epoch() % millisecond + millisecond) % millisecond;
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

void firefox::child_started(read::traced_event const& now, read::open_child& child) {
  child.tag = child.number;
  auto const& event = std::get<event::child_start>(now.occurrence.event);
  std::string name = read::program_of(event);
  running_[child.tag] = {now.thread.tag, name.empty() ? "child" : std::move(name),
                         read::title_of(event, most_of_command), std::string{event.child_class}};
}

void firefox::child_ended(read::traced_event const& now, read::open_child const& child) {
  json_members data = child_data(child);
  if (auto const* const exit = now.occurrence.get<event::child_exit>())
    data.add("pid", std::to_string(exit->pid))
        .add("code", std::to_string(read::exit_code_of(exit->code, now.occurrence).value_or(-1)));
  if (auto const* const ready = now.occurrence.get<event::child_ready>())
    data.add("pid", std::to_string(ready->pid));
  show(child, now.at, data);
}

void firefox::task_began(read::traced_event const& now, read::open_task& task) {
  task.tag = now.thread.tag;
}

void firefox::task_resumed(read::traced_event const& now, read::open_task&) {
  if (firefox_thread* const on = tables_.thread(now.thread.tag))
    on->run_begin = on->run_end = now.at;
}

void firefox::task_ran(read::traced_process&, read::traced_thread& thread, read::open_task&,
                       read::moment since, read::nanoseconds time) {
  if (firefox_thread* const on = tables_.thread(thread.tag)) on->run_end = since + time;
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
  auto const add_time = [&](std::string_view name, read::nanoseconds time) {
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

void firefox::event(read::traced_event const& now) {
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

void firefox::show(std::uint64_t thread, std::string_view name, read::moment begin,
                   std::optional<read::moment> end, json_members& data) {
  if (end) end = std::max(begin, *end);
  tables_.add(thread, {name, begin, end, data.done().text});
}

void firefox::show(std::uint64_t thread, read::closed_region const& closed, json_members& data) {
  data.add_if_any("message", read::cut_text_visibly(closed.region.message(), most_of_text));
  if (!closed.is_complete) data.add("unfinished", "yes");
  auto const& label = labels_[closed.region.label];
  std::string const name = read::joined_name(label.category, label.name);
  // The measured time is exact; times of day are read later.
  read::moment const end = closed.region.begin + closed.total;
  show(thread, name.empty() ? "region" : name, closed.region.begin, std::min(end, closed.end),
       data);
}

void firefox::show(read::open_child const& child, read::moment end, json_members& data) {
  running_child const& of = running_[child.tag];
  show(of.thread, of.name, child.begin, end, data);
  running_.erase(child.tag);
}

json_members firefox::child_data(read::open_child const& child) {
  running_child const& of = running_[child.tag];
  json_members data = message_of("child", of.command);
  return data.add_if_any("class", of.child_class);
}

void firefox::add_datum(read::traced_event const& now, std::string_view category,
                        std::string_view key, std::string_view value) {
  json_members data = data_of("data", category, key);
  data.add("value", read::cut_text_visibly(value, most_of_text));
  show(now.thread.tag, read::joined_name(category, key), now.at, {}, data);
}

void firefox::mark(read::other_event const& event, read::traced_event const& now) {
  json_members members{data_};
  for (auto const& [name, value] : event.members) members.add(name, json_text{value.text});
  std::string const text{members.done().text};
  json_members data = message_of("message", text);
  show(now.thread.tag, now.occurrence.event_name, now.at, {}, data);
}

void firefox::mark(event::start const& event, read::traced_event const& now) {
  commands_[now.process.number] = read::shown_command(event.argv, most_of_command);
}

void firefox::mark(event::data const& event, read::traced_event const& now) {
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

void firefox::mark(event::data_json const& event, read::traced_event const& now) {
  add_datum(now, event.category, event.key, event.value.text);
}

void firefox::mark(event::error const& event, read::traced_event const& now) {
  json_members data = message_of("error", event.msg);
  show(now.thread.tag, "error", now.at, {}, data);
}

void firefox::mark(event::printf const& event, read::traced_event const& now) {
  json_members data = message_of("message", event.msg);
  show(now.thread.tag, "printf", now.at, {}, data);
}

void firefox::mark(event::signal const& event, read::traced_event const& now) {
  json_members data = message_of("error", "signal " + std::to_string(event.signo));
  show(now.thread.tag, "signal", now.at, {}, data);
}

void firefox::mark(event::exec const& event, read::traced_event const& now) {
  json_members data = message_of("message", read::shown_command(event.argv, most_of_text));
  show(now.thread.tag, "exec", now.at, {}, data);
}

void firefox::mark(event::timer const& event, read::traced_event const& now) {
  auto const shown = [](duration time) {
    return read::shown_duration(read::fine_duration{time}.in_nanoseconds());
  };
  add_datum(now, event.category, event.name,
            counted(event.intervals, "interval") + ", " + shown(event.t_total) + ", each " +
                shown(event.t_min) + " to " + shown(event.t_max));
}

void firefox::mark(event::counter const& event, read::traced_event const& now) {
  add_datum(now, event.category, event.name, std::to_string(event.count));
}

// ---- firefox_file.hpp ----

namespace {

/// `category_of` tells their places.
constexpr std::string_view categories =
    R"([{"name":"Other","color":"grey","subcategories":["Other"]},)"
    R"({"name":"Kernel","color":"orange","subcategories":["Other"]},)"
    R"({"name":"tracing","color":"purple","subcategories":["Other"]}])";

/// Names and messages may be secrets: the viewer can leave out texts with the format
/// "sanitized-string" when it uploads a profile.
constexpr std::string_view schemas =
    R"({"name":"process","display":["marker-chart","marker-table"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"message","label":"Command","format":"sanitized-string"},)"
    R"({"key":"code","label":"Exit code","format":"string"},)"
    R"({"key":"unfinished","label":"Unfinished","format":"string"}]},)"
    R"({"name":"thread","display":["marker-chart","marker-table"],"fields":[]},)"
    R"({"name":"region","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"category","label":"Category","format":"unique-string"},)"
    R"({"key":"label","label":"Label","format":"unique-string"},)"
    R"({"key":"message","label":"Message","format":"sanitized-string"},)"
    R"({"key":"task","label":"Task","format":"string"},)"
    R"({"key":"unfinished","label":"Unfinished","format":"string"}]},)"
    R"({"name":"task","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"category","label":"Category","format":"unique-string"},)"
    R"({"key":"label","label":"Label","format":"unique-string"},)"
    R"({"key":"message","label":"Message","format":"sanitized-string"},)"
    R"({"key":"task","label":"Task","format":"string"},)"
    R"({"key":"parent","label":"Parent","format":"string"},)"
    R"({"key":"running","label":"Running","format":"duration"},)"
    R"({"key":"waiting","label":"Waiting","format":"duration"},)"
    R"({"key":"unfinished","label":"Unfinished","format":"string"}]},)"
    R"({"name":"run","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("chartLabel":"run of {marker.name}","tableLabel":"run of task {marker.data.task}",)"
    R"("fields":[)"
    R"({"key":"category","label":"Category","format":"unique-string"},)"
    R"({"key":"label","label":"Label","format":"unique-string"},)"
    R"({"key":"task","label":"Task","format":"string"}]},)"
    R"({"name":"child","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"class","label":"Class","format":"string"},)"
    R"({"key":"message","label":"Command","format":"sanitized-string"},)"
    R"({"key":"pid","label":"Process id","format":"string"},)"
    R"({"key":"code","label":"Exit code","format":"string"},)"
    R"({"key":"unfinished","label":"Unfinished","format":"string"}]},)"
    R"({"name":"data","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.value}","fields":[)"
    R"({"key":"category","label":"Category","format":"unique-string"},)"
    R"({"key":"label","label":"Key","format":"unique-string"},)"
    R"({"key":"value","label":"Value","format":"sanitized-string"}]},)"
    R"({"name":"message","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"message","label":"Message","format":"sanitized-string"}]},)"
    R"({"name":"error","display":["marker-chart","marker-table","timeline-overview"],)"
    R"("tableLabel":"{marker.data.message}","fields":[)"
    R"({"key":"message","label":"Message","format":"sanitized-string"}]})";

int category_of(sampled_function const& what) noexcept {
  if (what.name == "tracing" && what.file.empty()) return 2;
  return sample_frame{what.name, what.file}.is_of_kernel() ? 1 : 0;
}

}  // namespace

void firefox_file::write() {
  write_meta();
  text(",\n\"libs\":[],\n\"threads\":[");
  for (std::size_t i = 0; i < tables_.threads().size(); ++i) write_thread(i);
  text("]");
  // Last, because the others put strings into its table.
  write_shared();
  text("}\n");
  flush();
}

void firefox_file::write_meta() {
  constexpr read::nanoseconds millisecond{1'000'000};
  constexpr std::size_t most_shown = 50;
  auto const& processes = tables_.processes();
  text("{\"meta\":{\"preprocessedProfileVersion\":60,\"version\":33,\"processType\":0,"
       "\"product\":");
  string(processes.empty() ? "trace2" : processes.front().name);
  text(",\"importedFrom\":\"trace2\",\"stackwalk\":1,\"startTime\":");
  piece_.append_decimal(tables_.origin().since_epoch() / millisecond);
  // The viewer would show the times of samples only.
  auto const [first, last] = range();
  text(",\"profilingStartTime\":");
  moment(first);
  text(",\"profilingEndTime\":");
  moment(last);
  text(",\"interval\":");
  append_milliseconds(piece_,
                      samples_.interval() > read::no_time ? samples_.interval() : millisecond);
  text(",\"symbolicated\":true,\"symbolicationNotSupported\":true,\"usesOnlyOneStackType\":true,"
       "\"sourceCodeIsNotOnSearchfox\":true,\"keepProfileThreadOrder\":true,"
       "\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\",\"threadCPUDelta\":\"ns\"}");
  // The viewer would hide threads that mostly wait.
  column("initialVisibleThreads", std::min(tables_.threads().size(), most_shown),
         [this](std::size_t i) { piece_.append_decimal(i); });
  text(",\"categories\":");
  text(categories);
  text(",\"markerSchema\":[");
  text(schemas);
  text("]");
  if (sample_set const& set = samples_.set(); !set.samples.empty()) {
    text(",\"extra\":[{\"label\":\"Samples\",\"entries\":["
         "{\"label\":\"Event\",\"format\":\"string\",\"value\":");
    string(set.event);
    text("},{\"label\":\"Samples\",\"format\":\"string\",\"value\":");
    string(std::to_string(set.samples.size()));
    text("},{\"label\":\"Of processes outside of the trace\",\"format\":\"string\",\"value\":");
    string(std::to_string(samples_.elsewhere()));
    text("}]}]");
  }
  text("}");
}

std::pair<read::moment, read::moment> firefox_file::range() const {
  read::moment first = tables_.first();
  read::moment last = tables_.last();
  for (std::size_t i = 0; i < tables_.threads().size(); ++i)
    if (auto const all = samples_.of(i); !all.empty()) {
      first = std::min(first, samples_.set().samples[all.front()].at);
      last = std::max(last, samples_.set().samples[all.back()].at);
    }
  return {first, last};
}

void firefox_file::write_thread(std::size_t index) {
  firefox_thread const& of = tables_.threads()[index];
  firefox_process const& process = tables_.processes()[of.process];
  text(index == 0 ? "\n" : ",\n");
  text("{\"processType\":\"default\",\"processName\":");
  string(process.name);
  text(",\"processStartupTime\":");
  moment(process.begin);
  text(",\"processShutdownTime\":");
  moment(process.end);
  text(",\"registerTime\":");
  moment(of.begin);
  text(",\"unregisterTime\":");
  moment(of.end);
  text(",\"pausedRanges\":[],\"showMarkersInTimeline\":true,\"name\":");
  string(of.name);
  text(of.is_main ? ",\"isMainThread\":true,\"pid\":" : ",\"isMainThread\":false,\"pid\":");
  string(process.pid);
  text(",\"tid\":");
  if (of.tid.empty())
    string(of.name);
  else
    text(of.tid);
  write_samples(index);
  write_markers(of.markers);
  text("}");
}

void firefox_file::write_samples(std::size_t thread) {
  auto const all = samples_.of(thread);
  auto const& samples = samples_.set().samples;
  text(",\"samples\":{\"length\":");
  piece_.append_decimal(all.size());
  column("time", all.size(), [&](std::size_t i) { moment(samples[all[i]].at); });
  column("stack", all.size(), [&](std::size_t i) {
    stack_id const stack = samples[all[i]].stack;
    if (stack == stack_table::no_caller) return text("null");
    piece_.append_decimal(stack - 1);
  });
  if (samples_.interval() > read::no_time) {
    buffer interval;
    append_milliseconds(interval, samples_.interval());
    text(",\"weightType\":\"tracing-ms\"");
    column_of("weight", all.size(), interval.view());
    // By which the viewer knows that a thread was waiting before a sample.
    column_of("threadCPUDelta", all.size(), std::to_string(samples_.interval().count()));
  } else {
    text(",\"weightType\":\"samples\",\"weight\":null");
  }
  text("}");
}

void firefox_file::write_markers(firefox_markers const& of) {
  text(",\"markers\":{\"length\":");
  piece_.append_decimal(of.count);
  column_of("category", of.count, "0");
  auto const ready = [this](std::string_view name, std::string const& values) {
    text(",\"");
    text(name);
    text("\":[");
    flush();
    to_.write(values);
    text("]");
  };
  ready("name", of.name);
  ready("startTime", of.begin);
  ready("endTime", of.end);
  ready("phase", of.phase);
  ready("data", of.data);
  text("}");
}

void firefox_file::write_shared() {
  stack_table const& stacks = samples_.set().stacks;
  std::size_t const count = stacks.stack_count() - 1;
  text(",\n\"shared\":{\"stackTable\":{\"length\":");
  piece_.append_decimal(count);
  // Number 0 is none of the stacks.
  auto const id = [](std::size_t i) { return static_cast<stack_id>(i + 1); };
  column("frame", count, [&](std::size_t i) { piece_.append_decimal(stacks.innermost(id(i))); });
  column("prefix", count, [&](std::size_t i) {
    stack_id const caller = stacks.caller(id(i));
    if (caller == stack_table::no_caller) return text("null");
    piece_.append_decimal(caller - 1);
  });
  text("}");
  write_functions();
  text(",\n\"nativeSymbols\":{\"length\":0,\"libIndex\":[],\"address\":[],\"name\":[],"
       "\"functionSize\":[]},\"sources\":{\"length\":0,\"uuid\":[],\"filename\":[]}");
  read::label_table const& strings = tables_.strings();
  column("stringArray", strings.size(), [&](std::size_t i) {
    string(strings[static_cast<read::label_id>(i)].name);
  });
  text("}");
}

void firefox_file::write_functions() {
  stack_table const& stacks = samples_.set().stacks;
  std::size_t const count = stacks.function_count();
  auto const function = [&](std::size_t i) -> sampled_function const& {
    return stacks.function(static_cast<function_id>(i));
  };
  auto const number = [this](auto value) { piece_.append_decimal(value); };

  text(",\n\"frameTable\":{\"length\":");
  number(count);
  column("func", count, number);
  column("category", count, [&](std::size_t i) { number(category_of(function(i))); });
  column_of("subcategory", count, "0");
  column_of("address", count, "-1");
  column_of("inlineDepth", count, "0");
  for (std::string_view const none : {"nativeSymbol", "innerWindowID", "line", "column"})
    column_of(none, count, "null");
  text("},\n\"funcTable\":{\"length\":");
  number(count);
  column("name", count, [&](std::size_t i) { number(tables_.string_of(function(i).name)); });
  std::unordered_map<std::string_view, std::size_t> resources;
  std::vector<std::string_view> files;
  column("resource", count, [&](std::size_t i) {
    std::string_view const file = function(i).file;
    if (file.empty()) return text("-1");
    auto const [place, is_new] = resources.try_emplace(file, files.size());
    if (is_new) files.push_back(file);
    number(place->second);
  });
  for (std::string_view const is_not : {"isJS", "relevantForJS"}) column_of(is_not, count, "false");
  for (std::string_view const none : {"source", "lineNumber", "columnNumber"})
    column_of(none, count, "null");
  text("},\n\"resourceTable\":{\"length\":");
  number(files.size());
  column("name", files.size(), [&](std::size_t i) { number(tables_.string_of(files[i])); });
  column_of("type", files.size(), "1");  // a library
  for (std::string_view const none : {"lib", "host"}) column_of(none, files.size(), "null");
  text("}");
}

template <class Append>
void firefox_file::column(std::string_view name, std::size_t count, Append append) {
  constexpr std::size_t enough = std::size_t{64} << 10;
  text(",\"");
  text(name);
  text("\":[");
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) text(",");
    append(i);
    if (piece_.size() > enough) flush();
  }
  text("]");
}

void firefox_file::column_of(std::string_view name, std::size_t count, std::string_view value) {
  column(name, count, [&](std::size_t) { piece_.append(value); });
}

void firefox_file::string(std::string_view text) { read::append_json_string(piece_, text); }

void firefox_file::moment(read::moment at) { append_milliseconds(piece_, tables_.relative(at)); }

void firefox_file::flush() {
  to_.write(piece_.view());
  piece_.clear();
}

// ---- firefox_samples.hpp ----

firefox_samples::firefox_samples(sample_set&& of) : set_{std::move(of)} {
  // No reader of JSON loses a number below this one.
  constexpr read::nanoseconds most{std::int64_t{1} << 53};
  set_.sort();
  interval_ = std::min(set_.interval(), most);
  std::erase_if(set_.samples,
                [](stack_sample const& one) { return one.kind != sample_kind::running; });
}

void firefox_samples::share_out(firefox_tables& to) {
  owners_.assign(set_.samples.size(), nobody);
  for (std::size_t i = 0; i < to.processes().size(); ++i) {
    firefox_process const& each = to.processes()[i];
    if (each.id != 0) lives_.try_emplace({each.id, each.begin}, i);
  }
  for (std::size_t i = 0; i < to.threads().size(); ++i) {
    firefox_thread const& each = to.threads()[i];
    std::uint64_t const tag = firefox_tables::tag_of(i);
    if (each.is_main) mains_.try_emplace(each.process, tag);
    take(tag, each);
  }
  for (std::size_t i = 0; i < owners_.size(); ++i)
    if (owners_[i] == nobody) owners_[i] = owner_of(set_.samples[i], to);
  order_.resize(owners_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::stable_sort(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return std::tie(owners_[a], set_.samples[a].at) < std::tie(owners_[b], set_.samples[b].at);
  });
}

std::span<std::uint32_t const> firefox_samples::of(std::size_t thread) const {
  std::uint64_t const tag = firefox_tables::tag_of(thread);
  auto const first = std::partition_point(order_.begin(), order_.end(),
                                          [&](std::uint32_t i) { return owners_[i] < tag; });
  auto const last = std::partition_point(first, order_.end(),
                                         [&](std::uint32_t i) { return owners_[i] == tag; });
  return {first, last};
}

void firefox_samples::take(std::uint64_t thread, firefox_thread const& of) {
  if (of.id == 0) return;
  auto const place = [&](read::moment at) {
    auto const found = std::lower_bound(
        set_.samples.begin(), set_.samples.end(), std::pair{of.id, at},
        [](stack_sample const& one, auto const& key) { return std::pair{one.tid, one.at} < key; });
    return static_cast<std::size_t>(found - set_.samples.begin());
  };
  std::size_t const end = place(of.end);
  for (std::size_t i = place(of.begin); i < end; ++i)
    if (owners_[i] == nobody) owners_[i] = static_cast<std::uint32_t>(thread);
}

std::uint32_t firefox_samples::owner_of(stack_sample const& one, firefox_tables& in) {
  std::uint32_t const pid = one.pid != 0 ? one.pid : one.tid;
  // A program may replace another one in its process.
  auto life = lives_.upper_bound({pid, one.at});
  if (life != lives_.begin() && std::prev(life)->first.first == pid) --life;
  if (life == lives_.end() || life->first.first != pid) {
    ++elsewhere_;
    return nobody;
  }
  if (auto const main = mains_.find(life->second); one.tid == pid && main != mains_.end())
    return static_cast<std::uint32_t>(main->second);
  std::uint64_t& others = others_[life->second];
  if (others == 0) {
    firefox_process const& process = in.processes()[life->second];
    others = in.add(firefox_thread{.process = life->second,
                                   .name = "other threads of the process",
                                   .begin = process.begin,
                                   .end = process.end});
  }
  return static_cast<std::uint32_t>(others);
}

}  // namespace trace2::program
