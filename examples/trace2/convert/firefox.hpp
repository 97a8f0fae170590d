// Exports a trace, with the samples of a profiler beside it, as a profile for Firefox Profiler.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "convert/chrome_schema.hpp"
#include "convert/firefox_samples.hpp"
#include "convert/firefox_tables.hpp"
#include "convert/json_members.hpp"
#include "output/bounded_buffer.hpp"
#include "output/left_out.hpp"
#include "samples/sample_set.hpp"

namespace trace2::program {

/// A visitor for a tracker; call `write` after the tracker's `finish`. The format has columns, so
/// that nothing can be written before the end. Memory: bounded; what finds no room is left out.
///
/// This is version 60 of the processed format: the first one whose threads share their tables of
/// stacks, as samples do here. Later viewers upgrade it.
///
/// Processes, threads, regions, tasks, the runs of tasks and children become intervals, all other
/// events moments.
class firefox : public read::tracker_visitor {
 public:
  /// `ids`: those by which samples know processes, by their numbers in the trace, where session ids
  /// don't tell them.
  firefox(read::label_table& labels, sample_set&& samples,
          std::unordered_map<std::uint32_t, std::uint32_t> ids)
      : labels_{labels}, samples_{std::move(samples)}, ids_{std::move(ids)} {}

  void process_began(read::traced_process& process, read::traced_process*) override;
  void thread_began(read::traced_process& process, read::traced_thread& thread) override;
  void region_left(read::traced_process&, read::traced_thread& thread,
                   read::closed_region const& closed) override;
  void child_started(read::traced_event const& now, read::open_child& child) override;
  void child_ended(read::traced_event const& now, read::open_child const& child) override;
  void task_began(read::traced_event const& now, read::open_task& task) override;
  void task_resumed(read::traced_event const& now, read::open_task&) override;
  void task_ran(read::traced_process&, read::traced_thread& thread, read::open_task&,
                read::moment since, read::nanoseconds time) override;
  void task_paused(read::traced_process&, read::traced_thread& thread,
                   read::open_task& task) override;
  void task_region_left(read::traced_process&, read::open_task& task,
                        read::closed_region const& closed) override;
  void task_ended(read::traced_process&, read::closed_task const& closed) override;
  void event(read::traced_event const& now) override;
  void thread_ended(read::traced_process&, read::traced_thread& thread) override;
  void process_ended(read::traced_process& process) override;

  void write(sink& to);

  program::left_out left_out() const;

 private:
  static constexpr std::size_t most_of_text = 4'096;     ///< bytes
  static constexpr std::size_t most_of_command = 1'000;  ///< bytes; of all that run

  struct running_child {
    std::uint64_t thread{};  ///< on which it began
    std::string name{};
    std::string command{};
    std::string child_class{};
  };

  /// The data of a marker, with its category and label.
  json_members data_of(std::string_view type, std::string_view category, std::string_view label);
  json_members data_of(std::string_view type, read::label_id label) {
    return data_of(type, labels_[label].category, labels_[label].name);
  }
  json_members message_of(std::string_view type, std::string_view text);

  void show(std::uint64_t thread, std::string_view name, read::moment begin,
            std::optional<read::moment> end, json_members& data);
  void show(std::uint64_t thread, read::closed_region const& closed, json_members& data);
  void show(read::open_child const& child, read::moment end, json_members& data);
  json_members child_data(read::open_child const& child);

  void add_datum(read::traced_event const& now, std::string_view category, std::string_view key,
                 std::string_view value);

  template <class Event>
  void mark(Event const&, read::traced_event const&) {}
  void mark(read::other_event const& event, read::traced_event const& now);
  void mark(event::start const& event, read::traced_event const& now);
  void mark(event::data const& event, read::traced_event const& now);
  void mark(event::data_json const& event, read::traced_event const& now);
  void mark(event::error const& event, read::traced_event const& now);
  void mark(event::printf const& event, read::traced_event const& now);
  void mark(event::signal const& event, read::traced_event const& now);
  void mark(event::exec const& event, read::traced_event const& now);
  void mark(event::timer const& event, read::traced_event const& now);
  void mark(event::counter const& event, read::traced_event const& now);

  read::label_table& labels_;
  firefox_tables tables_;
  firefox_samples samples_;
  std::unordered_map<std::uint32_t, std::uint32_t> ids_;
  std::unordered_map<std::uint64_t, running_child> running_;  ///< by tag
  std::unordered_map<std::uint32_t, std::string> commands_;   ///< of processes that run
  chrome_pids pids_;
  bounded_buffer data_;
  buffer value_;
};

}  // namespace trace2::program
