// Writes recordings of the flight recorder as text: byte by byte the lines that the text targets
// would have written.
#pragma once

#include <trace2/export/line_output.hpp>
#include <trace2/export/text.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/read/bounded_buffer.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/occurrence_maker.hpp>
#include <trace2/read/recordings.hpp>
#include <trace2/read/selection.hpp>
#include <trace2/read/time_window.hpp>
#include <trace2/read/tracker.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

#include "chosen_trace.hpp"
#include "messages.hpp"
#include "output.hpp"
#include "privacy.hpp"

namespace trace2_program {

/// Reports the losses of a recording; true if no part of it is damaged.
inline bool report_losses(std::string const& path, trace2::read::recording_losses losses) {
  if (losses.dropped != 0)
    say(path + " lacks " + counted(losses.dropped, "event") + ", for lack of room");
  if (losses.damages != 0) say(path + " is damaged in " + counted(losses.damages, "place"));
  if (losses.left_out != 0)
    say(path + " has " + counted(losses.left_out, "record") +
        " for which the reader has no room, which are left out");
  if (losses.cut_indentations != 0)
    say(path + ": the indentation of " + counted(losses.cut_indentations, "line") + " is cut to " +
        std::to_string(trace2::read::limits::indentation) + " levels");
  return losses.damages == 0 && !losses.is_unread && losses.left_out == 0 &&
         losses.cut_indentations == 0;
}

inline bool report_losses(trace2::read::merged_recordings const& recordings) {
  bool is_whole = true;
  recordings.for_each([&](std::string const& path, trace2::read::recording_losses losses) {
    is_whole = report_losses(path, losses) && is_whole;
  });
  return is_whole;
}

/// Opens recordings again, and reports why it can't.
inline trace2::read::merged_recordings::opener recording_opener(
    trace2::read::decompressor const& unpack, trace2::read::time_window const& window = {}) {
  return
      [unpack, window](trace2::read::input_file const& file, trace2::read::memory_budget& memory) {
        auto const report = [](trace2::read::problem const& found) { say(found); };
        return trace2::read::open_input(file, unpack, report, &memory, window).recording;
      };
}

/// The moment of the last event of the chosen recordings, in nanoseconds since the epoch.
inline std::int64_t end_of_events(chosen_trace& chosen, trace2::read::decompressor const& unpack) {
  namespace read = trace2::read;
  constexpr read::time_window of_end{.since = INT64_MAX};
  std::int64_t end = INT64_MIN;
  for (read::input_file const& file : chosen.files()) {
    auto const ignore = [](read::problem const&) {};  // Reading it reports them.
    auto const opened = read::open_input(file, unpack, ignore, nullptr, of_end);
    if (opened.recording == nullptr ||
        !chosen.processes().keeps_process(opened.recording->sid(), 0))
      continue;
    while (auto const* const event = opened.recording->next())
      end = std::max(end, event->wall_nanoseconds);
  }
  chosen.rewind();
  return end;
}

/// Writes the events of recordings, one line each. Events that are changed take the way of those of
/// text traces.
template <class Format>
class recording_writer {
 public:
  recording_writer(trace2::format_settings const& settings, output& out, chosen_trace& chosen,
                   trace2::read::time_window const& window = {})
      : settings_{settings},
        window_{window},
        out_{out},
        selection_{chosen.processes().of()},
        events_{chosen.events()},
        changed_{out, settings} {}

  /// Writes all events recorded so far. False when the output takes no more.
  bool write(trace2::read::merged_recordings& recordings) {
    while (auto const entry = recordings.next()) {
      if (!is_wanted(entry)) continue;
      if (events_.is_open())
        write_as_it_is(entry);
      else
        write_changed(entry);
      ++event_count_;
      if (out_.error() != 0) return false;
    }
    return true;
  }

  std::uint64_t event_count() const noexcept { return event_count_; }
  /// The lines that were too long.
  trace2::exporter::left_out left_out() const {
    return changed_.left_out().add("lines", left_out_);
  }

 private:
  bool is_wanted(trace2::read::merged_recordings::entry const& entry) {
    if (!window_.holds(entry.event->wall_nanoseconds)) return false;
    if (!selection_.chooses_events()) return true;
    auto const* const event = occurrences_.make(entry.of->sid(), *entry.event);
    return event == nullptr || selection_.wants(*event);
  }

  void write_as_it_is(trace2::read::merged_recordings::entry const& entry) {
    line_.clear();
    entry.of->template write<Format>(line_, settings_, *entry.event);
    if (line_.failed())
      ++left_out_;
    else if (!line_.empty())
      to_.write(line_.view());
  }
  void write_changed(trace2::read::merged_recordings::entry const& entry) {
    if (auto const* const event = occurrences_.make(entry.of->sid(), *entry.event))
      tracker_.take(events_.shown(*event));
    else
      entry.of->add_damage();
  }

  trace2::format_settings settings_;
  trace2::read::time_window window_;
  output& out_;
  trace2::read::selection selection_;
  private_events& events_;
  trace2::exporter::text<Format> changed_;
  trace2::read::label_table labels_;
  trace2::read::tracker<trace2::exporter::text<Format>> tracker_{changed_, labels_};
  trace2::read::recording::occurrence_maker occurrences_;
  trace2::exporter::line_output to_{out_, !std::is_same_v<Format, trace2::format::json>};
  trace2::read::bounded_buffer line_;
  std::uint64_t event_count_ = 0;
  std::uint64_t left_out_ = 0;
};

/// The recordings to show, and the form.
struct recordings_shown {
  trace2::read::decompressor unpack{};
  trace2::format_settings settings{};
  bool follows = false;                ///< shows further events until the processes have ended
  trace2::read::time_window window{};  ///< of the events
};

template <class Format>
followed show_recordings(recordings_shown const& wanted, chosen_trace& chosen, output& out) {
  namespace read = trace2::read;
  problem_reporter report;
  read::merged_recordings recordings{recording_opener(wanted.unpack, wanted.window)};
  bool is_any = false;
  bool is_any_event = false;
  for (read::input_file const& file : chosen.files()) {
    read::opened_input opened = read::open_input(file, wanted.unpack, std::ref(report),
                                                 &recordings.memory(), wanted.window);
    is_any = is_any || opened.recording != nullptr;
    if (opened.recording != nullptr && chosen.processes().keeps_process(opened.recording->sid(), 0))
      is_any_event = recordings.add(file, std::move(opened.recording)) || is_any_event;
    else if (opened.events != nullptr && !file.is_in_directory)
      report({file.path, 0, "is no recording; \"trace2 convert\" reads text traces"});
  }
  if (!is_any && report.count() == 0) say("the input holds no recording");
  if (is_any && recordings.empty()) say("no command is chosen");

  recording_writer<Format> writer{wanted.settings, out, chosen, wanted.window};
  bool is_taken = writer.write(recordings);
  for (bool goes_on = wanted.follows; goes_on && is_taken;) {
    is_taken = out.flush();
    goes_on = recordings.refresh();
    is_taken = is_taken && writer.write(recordings);
    constexpr std::chrono::milliseconds interval{100};
    if (goes_on) std::this_thread::sleep_for(interval);
  }
  bool const is_whole = report_losses(recordings);
  if (is_taken && writer.event_count() == 0 && !recordings.empty())
    say(wanted.window.is_all() ? "the input holds no events"
                               : "the input holds no events of that time");
  bool const is_sound = report.finish() && is_whole;
  // All of them may be outside of the window.
  bool const has_no_events = !is_any_event && writer.event_count() == 0 && wanted.window.is_all();
  if (!is_any || (has_no_events && !recordings.empty())) return followed::nothing;
  followed const result = is_sound ? followed::all : followed::partly;
  return report_left_out(writer.left_out(), result);
}

}  // namespace trace2_program
