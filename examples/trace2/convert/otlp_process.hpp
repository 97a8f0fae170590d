// The state of a running process in the OpenTelemetry export, kept until its span is written.
// SPDX-License-Identifier: BSL-1.0
#pragma once

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
#include <unordered_map>
#include <utility>
#include <vector>

#include "convert/otlp_lines.hpp"
#include "convert/otlp_measures.hpp"
#include "convert/otlp_schema.hpp"
#include "convert/otlp_span_list.hpp"
#include "convert/otlp_texts.hpp"
#include "convert/otlp_values.hpp"
#include "convert/span_identity.hpp"
#include "convert/value_set.hpp"
#include "output/bounded_buffer.hpp"

namespace trace2::program {

/// The state of one running process. Memory: from a budget that all processes share and that
/// outlives them; what finds no room is left out and counted.
struct otlp_process : otlp_texts {
  /// The encoder of events must outlive it, too.
  otlp_process(read::memory_budget& budget, otlp_lines& encoder);

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
  otlp_sums total{memory.another()};
  otlp_measures measures;
  std::unordered_map<std::uint64_t, otlp_sums> threads;      ///< by number
  std::unordered_map<std::uint64_t, otlp_region> regions;    ///< by number
  std::unordered_map<std::uint64_t, otlp_command> children;  ///< by tag
  std::map<int, otlp_command> execs;                         ///< by id
  std::uint64_t inner_count = 0;                             ///< children and execs so far
  otlp_span_list spans;                                      ///< complete, not yet written
  std::size_t waiting = 0;                                   ///< an estimate of their bytes

  void adopt(trace_parent const& parent);

  /// Takes the room of a child or a program; null when there is none.
  template <class Commands>
  otlp_command* begin_command(Commands& open, typename Commands::key_type key) {
    otlp_command added{memory.another()};
    if (!added.memory.take(sizeof added + otlp_span::per_span)) {
      ++spans_left_out;
      return nullptr;
    }
    return &open.insert_or_assign(key, std::move(added)).first->second;
  }

  /// Room for what is open; null when there is none.
  otlp_region* begin_region(std::uint64_t number);
  otlp_region end_region(std::uint64_t number);
  otlp_sums end_thread(std::uint64_t number);
  otlp_sums& sums_of(read::traced_thread const& thread) {
    return threads.try_emplace(thread.number, memory.another()).first->second;
  }

  // ---- events that are no spans ----

  void note(auto const&, read::traced_event const&) {}

  void note(event::version const& event, read::traced_event const&) { version = fit(event.exe); }
  void note(event::start const& event, read::traced_event const&);
  void note(event::cmd_ancestry const& event, read::traced_event const&);
  void note(event::cmd_name const& event, read::traced_event const&) {
    hierarchy = fit(event.hierarchy);
  }
  void note(event::alias const& event, read::traced_event const&);
  void note(event::error const& event, read::traced_event const& now);
  void note(event::printf const& event, read::traced_event const& now);
  void note(read::other_event const& event, read::traced_event const& now);

  void note(event::def_repo const& event, read::traced_event const& now);
  void note(event::def_param const& event, read::traced_event const& now);

  void note(event::data const& event, read::traced_event const& now);
  void note(event::data_json const& event, read::traced_event const& now);

  void note(event::timer const& event, read::traced_event const&);
  void note(event::th_timer const& event, read::traced_event const& now);
  void note(event::counter const& event, read::traced_event const&);
  void note(event::th_counter const& event, read::traced_event const& now);

 private:
  static constexpr std::size_t usual_attributes = 4;

  /// Attributes whose text is empty are left out.
  void add_attribute(std::string_view name, std::string_view kept);

  void set(std::map<std::string, std::string>& settings, std::string_view name,
           std::string_view value);

  void add_event(read::traced_event const& now, std::string_view name, std::string_view attribute,
                 std::string_view value);

  /// The number of what `data` belongs to: a region, or the task that the thread runs; 0 for none.
  static std::uint64_t innermost_on(read::traced_thread const& thread) noexcept;

  /// Adds `data` to the innermost region, or to the task or process: as the latest value of its
  /// name, and as an event with a text.
  template <class Data>
  void note_value(read::traced_event const& now, Data const& event, std::string_view text) {
    std::uint64_t const number = innermost_on(now.thread);
    auto const found = number == 0 ? regions.end() : regions.find(number);
    otlp_region* const region = found == regions.end() ? nullptr : &found->second;
    read::memory_share& room = region == nullptr ? memory : region->memory;
    count((region == nullptr ? data : region->data)
              .set(event.category, event.key, event.value, room));
    std::vector<otlp_encoded_event>& to = region == nullptr ? values : region->values;
    std::string name{read::cut_text(event.category, read::label_table::longest)};
    name.append("/").append(read::cut_text(event.key, read::label_table::longest));
    if (to.size() == most_values || !push(to, room, now, name, "trace2.data.value", text))
      ++events_left_out;
  }

  /// Adds an event; false, and nothing is added, when there is no room for all of it.
  bool push(std::vector<otlp_encoded_event>& to, read::memory_share& room,
            read::traced_event const& now, std::string_view name, std::string_view attribute,
            std::string_view value);

  otlp_lines& encoder_;
};

}  // namespace trace2::program
