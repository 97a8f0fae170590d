// Defines what otlp.hpp, otlp_process.hpp, otlp_tasks.hpp, otlp_spans.hpp, otlp_span_list.hpp,
// otlp_measures.hpp, otlp_names.hpp, span_identity.hpp, value_set.hpp declare.
#include "convert/otlp.hpp"

#include <trace2/read/append_json.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/traced_process.hpp>

#include <bit>
#include <charconv>
#include <cstring>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "convert/other_event_json.hpp"
#include "convert/otlp_measures.hpp"
#include "convert/otlp_names.hpp"
#include "convert/otlp_process.hpp"
#include "convert/otlp_schema.hpp"
#include "convert/otlp_span_list.hpp"
#include "convert/otlp_spans.hpp"
#include "convert/otlp_tasks.hpp"
#include "convert/otlp_values.hpp"
#include "convert/quick_sha256.hpp"
#include "convert/span_identity.hpp"
#include "convert/value_set.hpp"
#include "system/characters.hpp"

namespace trace2::program {

// ---- otlp.hpp ----

otlp::otlp(sink& to, read::label_table& labels, std::optional<trace_parent> outer,
           std::size_t most_waiting, std::size_t longest_line)
    : otlp_tasks{to, labels, most_waiting, longest_line}, outer_{std::move(outer)} {}

otlp::otlp(otlp_receiver& to, read::label_table& labels, std::optional<trace_parent> outer,
           std::size_t longest)
    : otlp_tasks{to, labels, read::limits::waiting_spans, longest}, outer_{std::move(outer)} {}

otlp::~otlp() = default;

void otlp::process_began(read::traced_process& process, read::traced_process* parent) {
  otlp_process& open = begin(process);
  open.id = identity_of(process.sid);
  if (parent != nullptr)
    open.id.trace_id = of(*parent).id.trace_id;
  else if (outer_)
    open.adopt(*outer_);
}

void otlp::thread_began(read::traced_process& process, read::traced_thread& thread) {
  if (!thread.is_main()) identify(of(process), 't', thread);
}

void otlp::region_entered(read::traced_process& process, read::traced_thread&,
                          read::open_region& region, read::occurrence const& line) {
  otlp_process& around = of(process);
  identify(around, 'r', region);
  if (otlp_region* const open = around.begin_region(region.number))
    open->repo = line.repo.has_value() ? line.repo.value : 1;
}

void otlp::region_left(read::traced_process& process, read::traced_thread& thread,
                       read::closed_region const& closed) {
  otlp_process& open = of(process);
  otlp_region const notes = open.end_region(closed.region.number);
  std::string const name = span_name(labels_[closed.region.label]);
  std::string const repo = std::to_string(notes.repo);
  std::string const level = std::to_string(closed.region.level);
  std::string const data = notes.data.json();
  otlp_span& span = begin_span(open, name, closed.region.begin, closed.end);
  span.spanId = id_of(closed.region);
  span.parentSpanId = around(open, thread, thread.regions.size() - 1);
  span.attributes.add("trace2.span.type", "region")
      .add("trace2.region.repoid", repo)
      .add("trace2.region.nesting", level)
      .add("thread.name", thread.name)
      .add_if_any("trace2.region.message", open.cut(closed.region.message()));
  if (closed.region.only_waits) span.attributes.add("trace2.region.waits", "true");
  span.attributes.add_if_any("trace2.region.data", data);
  span.events = notes.values;
  add(process, open, span);
}

void otlp::child_started(read::traced_event const& now, read::open_child& child) {
  otlp_process& open = of(now.process);
  auto const& event = std::get<event::child_start>(now.occurrence.event);
  child.tag = ++open.inner_count;
  otlp_command* const begun = open.begin_command(open.children, child.tag);
  if (begun == nullptr) return;
  begun->id = inner_span_id(open.id.span_id, 'c', child.tag);
  begun->begin = child.begin;
  begun->name = name_of(event);
  begun->argv = open.fit_json(event.argv, begun->memory);
  begun->thread = now.thread.name;
  begun->kind = read::cut_text(event.child_class, longest_name);
  begun->hook = read::cut_text(event.hook_name, longest_name);
}

void otlp::child_ended(read::traced_event const& now, read::open_child const& child) {
  auto const* const exit = now.occurrence.get<event::child_exit>();
  auto const* const ready = now.occurrence.get<event::child_ready>();
  end_child(now.process, child, now.at, exit != nullptr ? exit->pid : ready->pid,
            exit != nullptr ? read::exit_code_of(exit->code, now.occurrence) : read::exit_code{},
            ready != nullptr ? ready->ready : std::string_view{});
}

void otlp::event(read::traced_event const& now) {
  otlp_process& open = of(now.process);
  std::visit([&](auto const& event) { open.note(event, now); }, now.occurrence.event);
  if (auto const* const exec = now.occurrence.get<event::exec>()) begin_exec(*exec, now);
  if (auto const* const result = now.occurrence.get<event::exec_result>()) end_exec(*result, now);
}

void otlp::thread_ended(read::traced_process& process, read::traced_thread& thread) {
  if (thread.is_main()) return;
  otlp_process& open = of(process);
  otlp_sums const sums = open.end_thread(thread.number);
  std::string const timers = sums.timers.json();
  std::string const counters = sums.counters.json();
  otlp_span& span = begin_span(open, std::string_view{thread.name}, thread.begin, thread.last);
  span.spanId = id_of(thread);
  span.attributes.add("trace2.span.type", "thread")
      .add("thread.name", thread.name)
      .add_if_any("trace2.thread.timers", timers)
      .add_if_any("trace2.thread.counters", counters);
  add(process, open, span);
}

void otlp::process_ended(read::traced_process& process) {
  otlp_process& open = of(process);
  for (read::open_child const& child : process.children)
    end_child(process, child, process.last, -1, {}, {});
  for (auto const& [id, exec] : open.execs) add_exec(process, open, exec, process.last, {});
  add_process(process, open);
  end(process);
}

void otlp::end_child(read::traced_process& process, read::open_child const& child, read::moment at,
                     int pid, read::exit_code code, std::string_view ready) {
  otlp_process& open = of(process);
  auto const found = open.children.find(child.tag);
  if (found == open.children.end()) return;
  otlp_command const ended = std::move(found->second);
  open.children.erase(found);
  std::string const pid_text = std::to_string(pid);
  std::string const code_text = std::to_string(code.value_or(-1));
  otlp_span& span = begin_span(open, ended.name, ended.begin, at);
  span.spanId = ended.id;
  span.attributes.add("trace2.span.type", "child")
      .add("trace2.child.argv", ended.argv)
      .add("thread.name", ended.thread)
      .add_if_any("trace2.child.class", ended.kind)
      .add_if_any("trace2.child.hook", ended.hook)
      .add("trace2.child.pid", pid_text)
      .add("trace2.child.exitcode", code_text)
      .add_if_any("trace2.child.ready", read::cut_text(ready, longest_name));
  add(process, open, span);
}

void otlp::begin_exec(event::exec const& event, read::traced_event const& now) {
  otlp_process& open = of(now.process);
  ++open.inner_count;
  otlp_command* const begun = open.begin_command(open.execs, event.exec_id);
  if (begun == nullptr) return;
  begun->id = inner_span_id(open.id.span_id, 'e', open.inner_count);
  begun->begin = now.at;
  begun->name = name_of(event);
  begun->argv = open.fit_json(event.argv, begun->memory);
  begun->kind = read::cut_text(event.exe, longest_name);
}

void otlp::end_exec(event::exec_result const& event, read::traced_event const& now) {
  otlp_process& open = of(now.process);
  auto const found = open.execs.find(event.exec_id);
  if (found == open.execs.end()) return;
  otlp_command const ended = std::move(found->second);
  open.execs.erase(found);
  add_exec(now.process, open, ended, now.at, std::to_string(event.code));
}

void otlp::add_exec(read::traced_process const& process, otlp_process& open,
                    otlp_command const& exec, read::moment end, std::string const& code) {
  otlp_span& span = begin_span(open, exec.name, exec.begin, end);
  span.spanId = exec.id;
  span.attributes.add("trace2.span.type", "exec")
      .add_if_any("trace2.exec.exe", exec.kind)
      .add("trace2.exec.argv", exec.argv)
      .add_if_any("trace2.exec.exitcode", code);
  add(process, open, span);
}

void otlp::add_process(read::traced_process const& process, otlp_process& open) {
  otlp_process_name const name{process};
  // The receiver takes the code of `atexit` as it is.
  bool const has_ended = process.state == read::process_state::ended;
  std::string const code = std::to_string(process.code.value_or(has_ended ? 0 : -1));
  std::string const repositories = json_of_any(open.repositories);
  std::string const parameters = json_of_any(open.parameters);
  std::string const data = open.data.json();
  std::string const timers = open.total.timers.json();
  std::string const counters = open.total.counters.json();
  open.events.insert(open.events.end(), std::move_iterator{open.values.begin()},
                     std::move_iterator{open.values.end()});
  otlp_span& span = begin_span(open, name.qualified(), process.begin, process.last);
  span.spanId = open.id.span_id;
  span.parentSpanId = open.id.parent_id;
  span.kind = otlp_span::server;
  span.events = open.events;
  span.attributes.insert(span.attributes.end(), open.attributes.begin(), open.attributes.end());
  span.attributes.add("trace2.span.type", "process")
      .add("trace2.cmd.name", name.program())
      .add("trace2.cmd.name_verb", name.program_and_verb())
      .add("trace2.cmd.name_verb_mode", name.qualified())
      .add_if_any("trace2.cmd.hierarchy", open.hierarchy)
      .add("trace2.cmd.exit_code", code)
      .add_if_any("trace2.repo.set", repositories)
      .add_if_any("trace2.param.set", parameters)
      .add_if_any("trace2.process.data", data)
      .add_if_any("trace2.process.timers", timers)
      .add_if_any("trace2.process.counters", counters);
  if (process.code) span.attributes.add_number("process.exit.code", *process.code);
  if (read::is_failure(process.code)) span.status = {open.error, otlp_status::error};
  add(process, open, span);
}

// ---- otlp_process.hpp ----

otlp_process::otlp_process(read::memory_budget& budget, otlp_lines& encoder)
    : otlp_texts{budget}, encoder_{encoder} {
  resource.reserve(usual_attributes);
  attributes.reserve(usual_attributes);
}

void otlp_process::adopt(trace_parent const& parent) {
  id.trace_id = parent.trace_id;
  if (!id.parent_id) id.parent_id = parent.span_id;
}

otlp_region* otlp_process::begin_region(std::uint64_t number) {
  otlp_region added{memory.another()};
  if (!added.memory.take(sizeof added + per_entry)) {
    ++values_left_out;
    return nullptr;
  }
  return &regions.insert_or_assign(number, std::move(added)).first->second;
}

otlp_region otlp_process::end_region(std::uint64_t number) {
  auto const found = regions.find(number);
  if (found == regions.end()) return otlp_region{memory.another()};
  otlp_region ended = std::move(found->second);
  regions.erase(found);
  return ended;
}

otlp_sums otlp_process::end_thread(std::uint64_t number) {
  auto const found = threads.find(number);
  if (found == threads.end()) return otlp_sums{memory.another()};
  otlp_sums ended = std::move(found->second);
  threads.erase(found);
  return ended;
}

void otlp_process::note(event::start const& event, read::traced_event const&) {
  add_attribute("trace2.cmd.argv", keep_json(event.argv));
  resource.set({"process.executable.name", {keep(executable_name(event.argv))}})
      .set({"process.command_line", {keep(read::command_text(event.argv, longest_command))}});
}

void otlp_process::note(event::cmd_ancestry const& event, read::traced_event const&) {
  add_attribute("trace2.cmd.ancestry", keep_json(event.ancestry));
}

void otlp_process::note(event::alias const& event, read::traced_event const&) {
  add_attribute("trace2.cmd.alias.key", keep(event.alias));
  add_attribute("trace2.cmd.alias.value", keep_json(event.argv));
}

void otlp_process::note(event::error const& event, read::traced_event const& now) {
  if (error.empty()) {
    error = fit(event.msg);
    add_attribute("trace2.cmd.error.format", keep(event.fmt));
    add_attribute("trace2.cmd.error.message", error);
  }
  add_event(now, "error", "trace2.cmd.error.message", event.msg);
}

void otlp_process::note(event::printf const& event, read::traced_event const& now) {
  add_event(now, "printf", "message", event.msg);
}

void otlp_process::note(read::other_event const& event, read::traced_event const& now) {
  if (!now.occurrence.text.empty())
    return add_event(now, event.event_name, "trace2.event", now.occurrence.text);
  short_buffer<value_set::most_bytes + 1> json;
  append_other_event(json, now.occurrence, false);
  add_event(now, event.event_name, "trace2.event", json.view());
}

void otlp_process::note(event::def_repo const& event, read::traced_event const& now) {
  set(repositories, std::to_string(now.occurrence.repo.value), event.worktree);
}

void otlp_process::note(event::def_param const& event, read::traced_event const& now) {
  set(parameters, event.param, event.value);
  if (event.param == "remote.origin.url")
    resource.set({"vcs.repository.url.full", {keep(event.value)}})
        .set({"vcs.repository.name", {keep(repository_name(event.value))}});
  if (event.param == "TRACEPARENT" && now.process.depth() == 0)
    if (auto const parent = parse_trace_parent(event.value)) {
      id.parent_id.reset();  // the process knows better than the outer context
      adopt(*parent);
    }
}

void otlp_process::note(event::data const& event, read::traced_event const& now) {
  event.value.visit([&](auto value) {
    if constexpr (std::is_same_v<decltype(value), trace2::text>)
      note_value(now, event, value);
    else
      note_value(now, event, json_of(value));
  });
}

void otlp_process::note(event::data_json const& event, read::traced_event const& now) {
  note_value(now, event, event.value.text);
  count(measures.add_lengths(event, memory));
}

void otlp_process::note(event::timer const& event, read::traced_event const&) {
  count(total.set_timer(event));
  count(measures.add_timer(event, memory));
}

void otlp_process::note(event::th_timer const& event, read::traced_event const& now) {
  count(sums_of(now.thread).set_timer(event));
}

void otlp_process::note(event::counter const& event, read::traced_event const&) {
  count(total.set_counter(event));
  count(measures.add_counter(event.category, event.name, event.count, memory));
}

void otlp_process::note(event::th_counter const& event, read::traced_event const& now) {
  count(sums_of(now.thread).set_counter(event));
}

void otlp_process::add_attribute(std::string_view name, std::string_view kept) {
  if (attributes.size() < most_settings && !kept.empty())
    attributes.add(name, kept);
  else if (!kept.empty())
    ++values_left_out;
}

void otlp_process::set(std::map<std::string, std::string>& settings, std::string_view name,
                       std::string_view value) {
  std::string const key{read::cut_text(name, value_set::most_bytes)};
  bool const is_known = settings.count(key) != 0;
  if (!is_known && (settings.size() >= most_settings || !memory.take(key.size()))) {
    ++values_left_out;
    return;
  }
  settings[key] = fit(value);
}

void otlp_process::add_event(read::traced_event const& now, std::string_view name,
                             std::string_view attribute, std::string_view value) {
  std::string_view const its_name = read::cut_text(name, read::label_table::longest);
  if (events.size() == most_events || !push(events, memory, now, its_name, attribute, value))
    ++events_left_out;
}

std::uint64_t otlp_process::innermost_on(read::traced_thread const& thread) noexcept {
  auto const& open = thread.regions_around();
  if (!open.empty()) return open.back().number;
  return thread.task != nullptr ? thread.task->number_among_regions() : 0;
}

bool otlp_process::push(std::vector<otlp_encoded_event>& to, read::memory_share& room,
                        read::traced_event const& now, std::string_view name,
                        std::string_view attribute, std::string_view value) {
  std::string_view const kept = read::cut_text(value, value_set::most_bytes);
  otlp_attribute const only{attribute, {.stringValue = kept}};
  std::size_t const attribute_count = kept.empty() ? 0 : 1;
  // Encoding takes the most time of all, and makes the texts longer.
  if (!room.has(per_entry + name.size() + kept.size())) return false;
  otlp_encoded_event event;
  if (!encoder_.encode({otlp_time(now.at), name, {&only, attribute_count}}, event.bytes) ||
      !room.take(per_entry + event.bytes.capacity()))
    return false;
  count(kept.size() == value.size());
  to.push_back(std::move(event));
  return true;
}

// ---- otlp_tasks.hpp ----

void otlp_tasks::task_began(read::traced_event const& now, read::open_task& task) {
  otlp_process& open = of(now.process);
  otlp_region* const notes = open.begin_region(task.number_among_regions());
  if (notes != nullptr) notes->around = place_of(open, now, task);
}

void otlp_tasks::task_linked(read::traced_event const& now, read::open_task& task,
                             read::task_event const& link) {
  otlp_process& open = of(now.process);
  constexpr std::size_t per_link = 2 * (sizeof(otlp_link) + otlp_span::per_link);
  auto const notes = open.regions.find(task.number_among_regions());
  if (notes == open.regions.end() || !notes->second.memory.take(per_link)) {
    ++open.values_left_out;
    return;
  }
  bool const waits = link.kind == read::task_link_kind::waits_for;
  bool const is_caused = link.kind == read::task_link_kind::caused_by;
  notes->second.links.push_back({open.id.trace_id, span_of(open, link.other),
                                 otlp_attributes{}.add("trace2.link.kind", waits       ? "waits_for"
                                                                           : is_caused ? "caused_by"
                                                                                       : "other")});
}

void otlp_tasks::task_region_entered(read::traced_event const& now, read::open_task&,
                                     read::open_region& region) {
  otlp_process& open = of(now.process);
  identify(open, 'r', region);
  open.begin_region(region.number);
}

void otlp_tasks::task_region_left(read::traced_process& process, read::open_task& task,
                                  read::closed_region const& closed) {
  otlp_process& open = of(process);
  otlp_region const notes = open.end_region(closed.region.number);
  std::string const name = span_name(labels_[closed.region.label]);
  std::string const id = std::to_string(task.id);
  std::string const level = std::to_string(closed.region.level);
  std::string const waiting =
      closed.region.waited > read::no_time ? seconds(closed.region.waited) : std::string{};
  std::string const data = notes.data.json();
  otlp_span& span = begin_span(open, name, closed.region.begin, closed.end);
  span.spanId = id_of(closed.region);
  span.parentSpanId = around(open, task, task.regions.size() - 1);
  span.attributes.add("trace2.span.type", "region")
      .add("trace2.task.id", id)
      .add("trace2.region.nesting", level)
      .add_if_any("trace2.region.message", open.cut(closed.region.message()));
  if (closed.region.only_waits) span.attributes.add("trace2.region.waits", "true");
  span.attributes.add_if_any("trace2.region.waiting", waiting)
      .add_if_any("trace2.region.data", data);
  span.events = notes.values;
  add(process, open, span);
}

void otlp_tasks::task_ended(read::traced_process& process, read::closed_task const& closed) {
  otlp_process& open = of(process);
  read::open_task const& task = closed.task;
  otlp_region notes = open.end_region(task.number_among_regions());
  std::string const name = span_name(labels_[task.label], "task");
  std::string const id = std::to_string(task.id);
  std::string const running = seconds(closed.running());
  std::string const waiting = seconds(closed.waiting());
  std::string const data = notes.data.json();
  otlp_span& span = begin_span(open, name, task.begin, closed.end);
  span.spanId = span_of(open, task.id);
  if (notes.around) span.parentSpanId = notes.around;
  span.attributes.add("trace2.span.type", "task")
      .add("trace2.task.id", id)
      .add("trace2.task.running", running)
      .add("trace2.task.waiting", waiting)
      .add_if_any("trace2.task.message", open.cut(task.message()));
  if (!closed.is_complete) span.attributes.add("trace2.task.unfinished", "true");
  span.attributes.add_if_any("trace2.task.data", data);
  span.events = notes.values;
  if (!notes.links.empty()) span.links = std::move(notes.links);
  add(process, open, span);
}

std::string otlp_tasks::seconds(read::nanoseconds length) {
  return otlp_process::json_of(read::fine_duration{length});
}

otlp_span_id otlp_tasks::span_of(otlp_process const& open, std::uint64_t task) {
  return inner_span_id(open.id.span_id, 'k', task);
}

otlp_span_id otlp_tasks::around(otlp_process const& open, read::open_task const& task,
                                std::size_t depth) {
  if (depth > 0) return id_of(task.regions[depth - 1]);
  return span_of(open, task.id);
}

otlp_span_id otlp_tasks::place_of(otlp_process const& open, read::traced_event const& now,
                                  read::open_task const& task) {
  read::open_task const* outer =
      task.parent == 0 ? nullptr : now.process.tasks.find(task.parent);
  if (outer == nullptr) outer = now.thread.task;
  if (outer != nullptr && outer != &task) return around(open, *outer, outer->regions.size());
  return around(open, now.thread, now.thread.regions.size());
}

// ---- otlp_spans.hpp ----

program::left_out otlp_spans::left_out() const {
  return program::left_out{}
      .add("spans", spans_left_out_ + lines_.spans_left_out())
      .add("metrics", lines_.metrics_left_out())
      .add("events", events_left_out_)
      .add("parts of values", values_left_out_);
}

otlp_process& otlp_spans::begin(read::traced_process const& process) {
  return open_.try_emplace(process.number, memory_, lines_).first->second;
}

otlp_process& otlp_spans::of(read::traced_process const& process) {
  if (latest_ == nullptr || latest_number_ != process.number) {
    latest_ = &open_.at(process.number);
    latest_number_ = process.number;
  }
  return *latest_;
}

void otlp_spans::end(read::traced_process const& process) {
  otlp_process& open = of(process);
  flush(process, open);
  if (!open.measures.empty()) {
    otlp_process_name const name{process};
    lines_.write(resource_of(process, open, name),
                 open.measures.metrics(process.begin, process.last));
  }
  values_left_out_ += open.values_left_out;
  events_left_out_ += open.events_left_out;
  spans_left_out_ += open.spans_left_out;
  latest_ = nullptr;
  open_.erase(process.number);
}

otlp_span& otlp_spans::begin_span(otlp_process const& open, std::string_view name,
                                  read::moment begin, read::moment end) {
  otlp_attributes room = std::move(span_.attributes);
  room.clear();
  return span_ = {.traceId = open.id.trace_id,
                  .parentSpanId = open.id.span_id,
                  .name = name,
                  .startTimeUnixNano = otlp_time(begin),
                  .endTimeUnixNano = otlp_time(end),
                  .attributes = std::move(room)};
}

otlp_span_id otlp_spans::around(otlp_process const& open, read::traced_thread const& thread,
                                std::size_t depth) noexcept {
  if (depth > 0) return id_of(thread.regions[depth - 1]);
  return thread.is_main() ? open.id.span_id : id_of(thread);
}

void otlp_spans::add(read::traced_process const& process, otlp_process& open, otlp_span& span) {
  lengthen(span);
  std::size_t const size = size_of(span);
  if (size + open.waiting > lines_.longest()) flush(process, open);
  if (!lines_.add(span, open.spans)) return;
  open.waiting += size;
  waiting_ += size;
  if (open.spans.size() >= most_spans || waiting_ > most_waiting_) flush(process, open);
}

void otlp_spans::flush(read::traced_process const& process, otlp_process& open) {
  if (open.spans.empty()) return;
  waiting_ -= std::exchange(open.waiting, 0);
  otlp_process_name const name{process};
  lines_.write(resource_of(process, open, name), open.spans);
  open.spans = {};
}

otlp_attributes otlp_spans::resource_of(read::traced_process const& process,
                                        otlp_process const& open,
                                        otlp_process_name const& name) const {
  otlp_attributes resource;
  resource.reserve(usual_of_resource + open.resource.size() + of_resources_.size());
  resource.add("service.namespace", "trace2")
      .add("service.name", name.qualified())
      .add_if_any("service.version", open.version)
      .add("service.instance.id", process.sid)
      .add_if_any("trace2.cmd.version", open.version)
      .add("trace2.cmd.sid", process.sid);
  if (process.pid() != 0) resource.add_number("process.pid", process.pid());
  resource.insert(resource.end(), open.resource.begin(), open.resource.end());
  for (otlp_attribute const& own : of_resources_) resource.set(own);
  return resource;
}

// ---- otlp_span_list.hpp ----

otlp_encoded_spans otlp_span_list::part(std::size_t first, std::size_t count) const noexcept {
  std::size_t const begin = end_of(first);
  return {std::string_view{bytes_}.substr(begin, end_of(first + count) - begin), count};
}

// ---- otlp_measures.hpp ----

bool otlp_measures::add_counter(std::string_view category, std::string_view name, std::uint64_t sum,
                                read::memory_share& memory) {
  measure* const found = find(category, name, memory);
  if (found != nullptr) found->sum = sum;
  return found != nullptr;
}

std::vector<otlp_metric> otlp_measures::metrics(read::moment begin, read::moment end) const {
  constexpr std::uint64_t most = INT64_MAX;  // of the number on the wire
  std::vector<otlp_metric> result;
  for (auto const& [names, measured] : measures_) {
    otlp_attributes attributes;
    attributes.add("trace2.category", names.first).add("trace2.name", names.second);
    std::string name = metric_name(names.first, names.second);
    if (measured.sum)
      result.push_back({.name = name,
                        .unit = "1",
                        .sum = otlp_sum{{{attributes, otlp_time(begin), otlp_time(end),
                                          std::to_string(std::min(*measured.sum, most))}}}});
    if (measured.interval_count)
      result.push_back(
          {.name = std::move(name),
           .unit = "s",
           .histogram = otlp_histogram{{point_of(measured, std::move(attributes), begin, end)}}});
  }
  return result;
}

double otlp_measures::seconds(duration length) noexcept {
  return static_cast<double>(length.in_microseconds()) / 1e6;
}

otlp_measures::measure* otlp_measures::find(std::string_view category, std::string_view name,
                                            read::memory_share& memory) {
  std::pair<std::string, std::string> names{read::cut_text(category, longest_name),
                                            read::cut_text(name, longest_name)};
  if (auto const known = measures_.find(names); known != measures_.end()) return &known->second;
  bool const is_room = measures_.size() < most_metrics &&
                       memory.take(per_measure + names.first.size() + names.second.size());
  return is_room ? &measures_[std::move(names)] : nullptr;
}

std::vector<double> otlp_measures::bounds_of(interval_report const& report) {
  constexpr read::nanoseconds most = read::nanoseconds::max() / 10;
  std::vector<double> bounds;
  for (read::nanoseconds decade{1}; decade < most && decade < report.longest; decade = 10 * decade)
    for (std::int64_t const digit : {1, 2, 5})
      if (read::nanoseconds const bound = digit * decade;
          bound >= report.shortest && bound < report.longest)
        bounds.push_back(read::seconds_of(bound));
  return bounds;
}

std::string otlp_measures::metric_name(std::string_view category, std::string_view name) {
  constexpr std::size_t most = 255;
  constexpr std::string_view others = "_.-/";
  auto const is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::string result{category};
  result.append(category.empty() ? "" : "/").append(name);
  for (char& c : result)
    if (!is_letter(c) && !(c >= '0' && c <= '9') && others.find(c) == others.npos) c = '_';
  if (result.empty() || !is_letter(result.front())) result.insert(0, "trace2/");
  result.resize(std::min(result.size(), most));
  return result;
}

otlp_histogram_point otlp_measures::point_of(measure const& measured, otlp_attributes attributes,
                                             read::moment begin, read::moment end) {
  std::vector<std::uint64_t> counts = measured.counts;
  if (counts.empty()) counts.push_back(*measured.interval_count);
  // Readers demand that it is the sum of the buckets.
  std::uint64_t all = 0;
  otlp_histogram_point point{.attributes = std::move(attributes),
                             .startTimeUnixNano = otlp_time(begin),
                             .timeUnixNano = otlp_time(end),
                             .sum = measured.total,
                             .explicitBounds = measured.bounds,
                             .min = measured.shortest,
                             .max = measured.longest};
  for (std::uint64_t const count : counts) {
    all += count;
    point.bucketCounts.push_back(std::to_string(count));
  }
  point.count = std::to_string(all);
  return point;
}

// ---- otlp_names.hpp ----

otlp_process_name::otlp_process_name(read::traced_process const& process)
    : text_{process.exe.empty() ? process.component() : std::string_view{process.exe}},
      program_size_{text_.size()} {
  if (!process.verb.empty()) text_.append(":").append(process.verb);
  verb_end_ = text_.size();
  if (!process.mode.empty()) text_.append("#").append(process.mode);
}

std::string span_name(read::label_table::label const& label, std::string_view kind) {
  static constexpr std::string_view replaced = " -.,:()";
  std::string result;
  result.reserve(kind.size() + label.category.size() + label.name.size() + 5);
  auto const add_plain = [&result](std::string_view text, char absent) {
    if (text.empty()) result += absent;
    std::size_t const begin = result.size();
    result.append(text);
    for (std::size_t at = begin; at < result.size(); ++at)
      result[at] = replaced.find(result[at]) != replaced.npos ? '_' : to_lower(result[at]);
  };
  result.append(kind) += '(';
  add_plain(label.category, 'C');
  result += ',';
  add_plain(label.name, 'L');
  return result += ')';
}

std::string span_name(event::child_start const& event) {
  std::string_view const kind = event.child_class;
  auto const argument = [&event](std::size_t index) {
    return event.argv.count > index ? std::string{event.argv.items[index]} : std::string{"unknown"};
  };
  if (!event.hook_name.empty()) return "child(hook:" + std::string{event.hook_name} + ")";
  if (kind == "git_alias") return "child(alias:git)";
  if (kind == "shell_alias") return "child(alias:shell)";
  if (kind == "dashed") return "child(dashed:" + argument(0) + ")";
  if (kind == "cred" && event.argv.count > 1) return "child(cred:" + argument(1) + ")";
  if (kind.empty() || kind == "?") return "child(class:unknown)";
  return "child(class:" + std::string{kind} + ")";
}

std::string_view executable_name(text_list argv) noexcept {
  std::string_view const path = argv.empty() ? std::string_view{} : argv.items[0];
  return path.substr(path.find_last_of("/\\") + 1);
}

std::string_view repository_name(std::string_view url) noexcept {
  url = url.substr(0, url.find_last_not_of('/') + 1);
  if (url.ends_with(".git")) url.remove_suffix(4);
  url.remove_prefix(url.find_last_of("/:") + 1);
  return url;
}

std::string span_name(event::exec const& event) {
  std::string_view name = event.exe;
  if (name.empty()) name = executable_name(event.argv);
  name = read::program_name(name);
  return "exec(" + std::string{name.empty() ? "?" : name} + ")";
}

// ---- span_identity.hpp ----

char* put_hexadecimal(char* to, std::uint64_t value) noexcept {
  constexpr auto repeat = [](std::uint64_t byte) { return byte * 0x0101010101010101; };
  // Each four bits become a byte; those above 9 are letters.
  value = (value | value << 16) & 0x0000ffff0000ffff;
  value = (value | value << 8) & 0x00ff00ff00ff00ff;
  value = (value | value << 4) & repeat(0x0f);
  value += repeat('0') + ((value + repeat(6)) >> 4 & repeat(1)) * ('a' - '0' - 10);
  // The first digit is in the highest byte.
  if constexpr (std::endian::native == std::endian::little) value = __builtin_bswap64(value);
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
}

span_identity identity_of(std::string_view sid) noexcept {
  auto const span_of = [](sha256 const& digest) { return otlp_span_id{{words_of(digest, 4)}}; };
  sha256 const root = quick_sha256(sid.substr(0, sid.find('/')));
  otlp_trace_id const trace{{words_of(root, 0), words_of(root, 2)}};
  std::size_t const slash = sid.rfind('/');
  if (slash == sid.npos) return {trace, span_of(root), {}};
  std::string_view const parent = sid.substr(0, slash);
  return {trace, span_of(quick_sha256(sid.substr(slash + 1))),
          span_of(quick_sha256(parent.substr(parent.rfind('/') + 1)))};
}

otlp_span_id inner_span_id(otlp_span_id process, char kind, std::uint64_t number) noexcept {
  constexpr std::size_t most_digits = 20;
  char name[otlp_span_id::digits + 1 + most_digits];
  char* end = process.put(name);
  *end++ = kind;
  end = std::to_chars(end, std::end(name), number).ptr;
  return {{words_of(quick_sha256({name, static_cast<std::size_t>(end - name)}), 0)}};
}

std::optional<trace_parent> parse_trace_parent(std::string_view text) {
  static constexpr std::string_view digits = "0123456789abcdef";
  static constexpr std::size_t size = std::string_view{"00-"}.size() + 32 + 1 + 16 + 1 + 2;
  if (text.size() < size || text.starts_with("ff")) return {};
  if (text.size() > size && (text.starts_with("00") || text[size] != '-')) return {};
  std::string_view const version = text.substr(0, 2);
  std::string_view const trace = text.substr(3, 32);
  std::string_view const span = text.substr(36, 16);
  std::string_view const flags = text.substr(53, 2);
  for (std::string_view const part : {version, trace, span, flags})
    if (part.find_first_not_of(digits) != part.npos) return {};
  if (text[2] != '-' || text[35] != '-' || text[52] != '-') return {};
  if (trace.find_first_not_of('0') == trace.npos || span.find_first_not_of('0') == span.npos)
    return {};
  auto const word = [](std::string_view hexadecimal) {
    std::uint64_t value = 0;
    std::from_chars(hexadecimal.data(), hexadecimal.data() + 16, value, 16);
    return value;
  };
  return trace_parent{{{word(trace), word(trace.substr(16))}}, {{word(span)}}};
}

// ---- value_set.hpp ----

std::string value_set::json() const {
  if (empty()) return {};
  buffer out;
  out.append('{');
  std::string const* latest = nullptr;
  for (auto const& [name, value] : values_) {
    auto const& [category, key] = name;
    bool const is_first = latest == nullptr || *latest != category;
    if (latest != nullptr) out.append(is_first ? "}," : ",");
    latest = &category;
    if (is_first) {
      read::append_json_string(out, category);
      out.append(":{");
    }
    read::append_json_string(out, key);
    out.append(':');
    out.append(std::string_view{value});
  }
  out.append("}}");
  return std::string{out.view()};
}

}  // namespace trace2::program
