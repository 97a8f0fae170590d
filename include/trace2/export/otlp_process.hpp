// The state of a running process in the OpenTelemetry export, kept until its span is written.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/other_event_json.hpp>
#include <trace2/export/otlp_lines.hpp>
#include <trace2/export/otlp_measures.hpp>
#include <trace2/export/otlp_names.hpp>
#include <trace2/export/otlp_schema.hpp>
#include <trace2/export/otlp_span_list.hpp>
#include <trace2/export/otlp_texts.hpp>
#include <trace2/export/otlp_values.hpp>
#include <trace2/export/span_identity.hpp>
#include <trace2/export/value_set.hpp>
#include <trace2/read/bounded_buffer.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The state of one running process. Memory: from a budget that all processes share and that
/// outlives them; what finds no room is left out and counted.
struct otlp_process : otlp_texts {
  /// The encoder of events must outlive it, too.
  otlp_process(read::memory_budget& budget, otlp_lines& encoder)
      : otlp_texts{budget}, encoder_{encoder} {
    resource.reserve(usual_attributes);
    attributes.reserve(usual_attributes);
  }

  static constexpr std::size_t most_events = 100;    ///< errors and messages
  static constexpr std::size_t most_values = 1'000;  ///< `data` of one span
  static constexpr std::size_t most_settings = 1'000;
  static constexpr std::size_t longest_command = 1'000;  ///< bytes

  std::uint64_t events_left_out = 0;
  std::uint64_t spans_left_out = 0;

  span_identity id;
  std::string version;
  otlp_attributes resource;  ///< what only this process has; no name that all of them have
  std::string hierarchy;
  std::string error;  ///< message of the first error
  otlp_attributes attributes;
  std::vector<otlp_encoded_event> events;
  std::vector<otlp_encoded_event> values;           ///< `data` outside of regions, with their times
  std::map<std::string, std::string> repositories;  ///< worktree by number of the repository
  std::map<std::string, std::string> parameters;
  value_set data;
  otlp_sums total;
  otlp_measures measures;
  std::unordered_map<std::uint64_t, otlp_sums> threads;      ///< by number
  std::unordered_map<std::uint64_t, otlp_region> regions;    ///< by number
  std::unordered_map<std::uint64_t, otlp_command> children;  ///< by tag
  std::map<int, otlp_command> execs;                         ///< by id
  std::uint64_t inner_count = 0;                             ///< children and execs so far
  otlp_span_list spans;                                      ///< complete, not yet written
  std::size_t waiting = 0;                                   ///< an estimate of their bytes

  void adopt(trace_parent const& parent) {
    id.trace_id = parent.trace_id;
    if (!id.parent_id) id.parent_id = parent.span_id;
  }

  /// Takes the room of a child or a program; null when there is none.
  template <class Commands>
  otlp_command* begin_command(Commands& open, typename Commands::key_type key) {
    constexpr std::size_t size = sizeof(otlp_command) + otlp_span::per_span;
    if (!memory.take(size)) {
      ++spans_left_out;
      return nullptr;
    }
    if (auto const known = open.find(key); known != open.end()) end_command(open, known);
    otlp_command& added = open[key];
    added.memory = size;
    return &added;
  }
  template <class Commands>
  otlp_command end_command(Commands& open, typename Commands::iterator found) {
    otlp_command ended = std::move(found->second);
    memory.give_back(ended.memory);
    open.erase(found);
    return ended;
  }

  /// Room for what is open; null when there is none.
  otlp_region* begin_region(std::uint64_t number) {
    if (!memory.take(sizeof(otlp_region) + per_entry)) {
      ++values_left_out;
      return nullptr;
    }
    otlp_region& added = regions[number];
    added.memory = sizeof(otlp_region) + per_entry;
    return &added;
  }
  otlp_region end_region(std::uint64_t number) {
    auto const found = regions.find(number);
    if (found == regions.end()) return {};
    otlp_region ended = std::move(found->second);
    regions.erase(found);
    memory.give_back(ended.memory + ended.data.memory());
    return ended;
  }
  otlp_sums end_thread(std::uint64_t number) {
    auto const found = threads.find(number);
    if (found == threads.end()) return {};
    otlp_sums ended = std::move(found->second);
    threads.erase(found);
    memory.give_back(ended.memory());
    return ended;
  }

  // ---- events that are no spans ----

  void note(auto const&, read::moment const&) {}

  void note(event::version const& event, read::moment const&) { version = fit(event.exe); }
  void note(event::start const& event, read::moment const&) {
    add_attribute("trace2.cmd.argv", keep_json(event.argv));
    resource.set({"process.executable.name", {keep(executable_name(event.argv))}})
        .set({"process.command_line", {keep(read::command_text(event.argv, longest_command))}});
  }
  void note(event::cmd_ancestry const& event, read::moment const&) {
    add_attribute("trace2.cmd.ancestry", keep_json(event.ancestry));
  }
  void note(event::cmd_name const& event, read::moment const&) { hierarchy = fit(event.hierarchy); }
  void note(event::alias const& event, read::moment const&) {
    add_attribute("trace2.cmd.alias.key", keep(event.alias));
    add_attribute("trace2.cmd.alias.value", keep_json(event.argv));
  }
  void note(event::error const& event, read::moment const& now) {
    if (error.empty()) {
      error = fit(event.msg);
      add_attribute("trace2.cmd.error.format", keep(event.fmt));
      add_attribute("trace2.cmd.error.message", error);
    }
    add_event(now, "error", "trace2.cmd.error.message", event.msg);
  }
  void note(event::printf const& event, read::moment const& now) {
    add_event(now, "printf", "message", event.msg);
  }
  void note(read::other_event const& event, read::moment const& now) {
    if (!now.occurrence.text.empty())
      return add_event(now, event.event_name, "trace2.event", now.occurrence.text);
    read::short_buffer<value_set::most_bytes + 1> json;
    append_other_event(json, now.occurrence, false);
    add_event(now, event.event_name, "trace2.event", json.view());
  }

  void note(event::def_repo const& event, read::moment const& now) {
    set(repositories, std::to_string(now.occurrence.repo.value), event.worktree);
  }
  void note(event::def_param const& event, read::moment const& now) {
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

  void note(event::data const& event, read::moment const& now) {
    event.value.visit([&](auto value) {
      if constexpr (std::is_same_v<decltype(value), trace2::text>)
        note_value(now, event, value);
      else
        note_value(now, event, json_of(value));
    });
  }
  void note(event::data_json const& event, read::moment const& now) {
    note_value(now, event, event.value.text);
    count(measures.add_lengths(event, memory));
  }

  void note(event::timer const& event, read::moment const&) {
    count(total.set_timer(event, memory));
    count(measures.add_timer(event, memory));
  }
  void note(event::th_timer const& event, read::moment const& now) {
    count(threads[now.thread.number].set_timer(event, memory));
  }
  void note(event::counter const& event, read::moment const&) {
    count(total.counters.set(event.category, event.name, event.count, memory));
    count(measures.add_counter(event.category, event.name, event.count, memory));
  }
  void note(event::th_counter const& event, read::moment const& now) {
    count(threads[now.thread.number].counters.set(event.category, event.name, event.count, memory));
  }

 private:
  static constexpr std::size_t usual_attributes = 4;

  /// Attributes whose text is empty are left out.
  void add_attribute(std::string_view name, std::string_view kept) {
    if (attributes.size() < most_settings && !kept.empty())
      attributes.add(name, kept);
    else if (!kept.empty())
      ++values_left_out;
  }

  void set(std::map<std::string, std::string>& settings, std::string_view name,
           std::string_view value) {
    std::string const key{read::cut_text(name, value_set::most_bytes)};
    bool const is_known = settings.count(key) != 0;
    if (!is_known && (settings.size() >= most_settings || !memory.take(key.size()))) {
      ++values_left_out;
      return;
    }
    settings[key] = fit(value);
  }

  void add_event(read::moment const& now, std::string_view name, std::string_view attribute,
                 std::string_view value) {
    if (events.size() == most_events ||
        !push(events, now, read::cut_text(name, read::label_table::longest), attribute, value))
      ++events_left_out;
  }

  /// The number of what `data` belongs to: a region, or the task that the thread runs; 0 for none.
  static std::uint64_t innermost_on(read::traced_thread const& thread) noexcept {
    auto const& open = thread.regions_around();
    if (!open.empty()) return open.back().number;
    return thread.task != nullptr ? thread.task->number_among_regions() : 0;
  }

  /// Adds `data` to the innermost region, or to the task or process: as the latest value of its
  /// name, and as an event with a text.
  template <class Data>
  void note_value(read::moment const& now, Data const& event, std::string_view text) {
    std::uint64_t const number = innermost_on(now.thread);
    auto const found = number == 0 ? regions.end() : regions.find(number);
    otlp_region* const region = found == regions.end() ? nullptr : &found->second;
    count((region == nullptr ? data : region->data)
              .set(event.category, event.key, event.value, memory));
    std::vector<otlp_encoded_event>& to = region == nullptr ? values : region->values;
    std::size_t const before = memory.size();
    std::string name{read::cut_text(event.category, read::label_table::longest)};
    name.append("/").append(read::cut_text(event.key, read::label_table::longest));
    if (to.size() == most_values || !push(to, now, name, "trace2.data.value", text))
      ++events_left_out;
    if (region != nullptr) region->memory += memory.size() - before;
  }

  /// Adds an event; false, and nothing is added, when there is no room for all of it.
  bool push(std::vector<otlp_encoded_event>& to, read::moment const& now, std::string_view name,
            std::string_view attribute, std::string_view value) {
    std::string_view const kept = read::cut_text(value, value_set::most_bytes);
    otlp_attribute const only{attribute, {.stringValue = kept}};
    std::size_t const attribute_count = kept.empty() ? 0 : 1;
    // Encoding takes the most time of all, and makes the texts longer.
    if (!memory.has(per_entry + name.size() + kept.size())) return false;
    otlp_encoded_event event;
    if (!encoder_.encode({otlp_time(now.at), name, {&only, attribute_count}}, event.bytes) ||
        !memory.take(per_entry + event.bytes.capacity()))
      return false;
    count(kept.size() == value.size());
    to.push_back(std::move(event));
    return true;
  }

  otlp_lines& encoder_;
};

}}}  // namespace trace2::v0::exporter
