// The state of a running process in the OpenTelemetry export, kept until its span is written.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/event/json_value.hpp>
#include <trace2/export/other_event_json.hpp>
#include <trace2/export/otlp_names.hpp>
#include <trace2/export/otlp_schema.hpp>
#include <trace2/export/span_identity.hpp>
#include <trace2/export/value_set.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The sums of a timer as attributes spell them.
struct otlp_timer {
  std::uint64_t intervals{};
  duration total_sec{};
  duration min_sec{};
  duration max_sec{};
};
BOOST_DESCRIBE_STRUCT(otlp_timer, (), (intervals, total_sec, min_sec, max_sec))

/// The timers and counters of a thread or of the process.
struct otlp_sums {
  value_set timers;
  value_set counters;

  template <class Timer>
  void set_timer(Timer const& event) {
    timers.set(event.category, event.name,
               otlp_timer{event.intervals, event.t_total, event.t_min, event.t_max});
  }
};

struct otlp_region {
  std::string message;
  int repo = 1;
  value_set data;
};

/// The state of one running process. Memory: bounded, except for open regions, children and
/// threads.
struct otlp_process {
  static constexpr std::size_t most_events = 100;
  static constexpr std::size_t most_settings = 1'000;

  span_identity id;
  std::string version;
  std::string hierarchy;
  std::string error;  ///< message of the first error
  otlp_attributes attributes;
  std::vector<otlp_event> events;
  std::map<std::string, std::string> repositories;  ///< worktree by number of the repository
  std::map<std::string, std::string> parameters;
  value_set data;
  otlp_sums total;
  std::unordered_map<std::uint64_t, otlp_sums> threads;    ///< by number
  std::unordered_map<std::uint64_t, otlp_region> regions;  ///< by number
  std::unordered_map<std::uint64_t, otlp_span> children;   ///< by tag
  std::unordered_map<int, otlp_span> execs;                ///< by id
  std::uint64_t inner_count = 0;                           ///< children and execs so far
  std::vector<otlp_span> spans;                            ///< complete, not yet written

  void adopt(trace_parent const& parent) {
    id.trace_id = parent.trace_id;
    if (id.parent_id.empty()) id.parent_id = parent.span_id;
  }

  // ---- events that are no spans ----

  template <class Event>
  void note(Event const&, read::moment const&) {}

  void note(event::version const& event, read::moment const&) { version = event.exe; }
  void note(event::start const& event, read::moment const&) {
    attributes.add("trace2.cmd.argv", json_of(event.argv));
  }
  void note(event::cmd_ancestry const& event, read::moment const&) {
    attributes.add("trace2.cmd.ancestry", json_of(event.ancestry));
  }
  void note(event::cmd_name const& event, read::moment const&) { hierarchy = event.hierarchy; }
  void note(event::alias const& event, read::moment const&) {
    attributes.add_if_any("trace2.cmd.alias.key", event.alias)
        .add("trace2.cmd.alias.value", json_of(event.argv));
  }
  void note(event::error const& event, read::moment const& now) {
    if (error.empty()) {
      error = event.msg;
      attributes.add_if_any("trace2.cmd.error.format", event.fmt)
          .add_if_any("trace2.cmd.error.message", event.msg);
    }
    add_event(now, "error", otlp_attributes{}.add_if_any("trace2.cmd.error.message", event.msg));
  }
  void note(event::printf const& event, read::moment const& now) {
    add_event(now, "printf", otlp_attributes{}.add_if_any("message", event.msg));
  }
  void note(read::other_event const& event, read::moment const& now) {
    detail::buffer json;
    if (now.occurrence.text.empty()) append_other_event(json, now.occurrence, false);
    add_event(now, std::string{event.event_name},
              otlp_attributes{}.add_if_any("trace2.event",
                                           cut(json.empty() ? now.occurrence.text : json.view())));
  }

  void note(event::def_repo const& event, read::moment const& now) {
    if (repositories.size() < most_settings)
      repositories[std::to_string(now.occurrence.repo.value)] = event.worktree;
  }
  void note(event::def_param const& event, read::moment const& now) {
    if (parameters.size() < most_settings) parameters[std::string{event.param}] = event.value;
    if (event.param == "TRACEPARENT" && now.process.depth() == 0)
      if (auto const parent = parse_trace_parent(event.value)) adopt(*parent);
  }

  void note(event::data const& event, read::moment const& now) {
    values_around(now).set(event.category, event.key, event.value);
  }
  void note(event::data_json const& event, read::moment const& now) {
    values_around(now).set(event.category, event.key, event.value);
  }

  void note(event::timer const& event, read::moment const&) { total.set_timer(event); }
  void note(event::th_timer const& event, read::moment const& now) {
    threads[now.thread.number].set_timer(event);
  }
  void note(event::counter const& event, read::moment const&) {
    total.counters.set(event.category, event.name, event.count);
  }
  void note(event::th_counter const& event, read::moment const& now) {
    threads[now.thread.number].counters.set(event.category, event.name, event.count);
  }

  template <class T>
  static std::string json_of(T const& value) {
    detail::buffer json;
    detail::append_json(json, value);
    return std::string{cut(json.view())};
  }

 private:
  static std::string_view cut(std::string_view text) noexcept {
    return text.substr(0, value_set::most_bytes);
  }

  void add_event(read::moment const& now, std::string name, otlp_attributes of_it) {
    if (events.size() < most_events)
      events.push_back({otlp_time(now.at), std::move(name), std::move(of_it)});
  }

  value_set& values_around(read::moment const& now) {
    auto const& open = now.thread.regions;
    return open.empty() ? data : regions[open.back().number].data;
  }
};

}}}  // namespace trace2::v0::exporter
