// Writes recordings of the flight recorder as text: byte by byte the lines that the text targets
// would have written.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/export/line_output.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/recordings.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "messages.hpp"
#include "output.hpp"

namespace trace2_program {

/// Reports the losses of a recording; true if no part of it is damaged.
inline bool report_losses(std::string const& path, trace2::read::recording_losses losses) {
  if (losses.dropped != 0)
    say(path + " lacks " + counted(losses.dropped, "event") + ", for lack of room");
  if (losses.damages != 0) say(path + " is damaged in " + counted(losses.damages, "place"));
  return losses.damages == 0 && !losses.is_unread;
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
    trace2::read::decompressor const& unpack) {
  return [unpack](trace2::read::input_file const& file) {
    auto const report = [](trace2::read::problem const& found) { say(found); };
    return trace2::read::open_input(file, unpack, report).recording;
  };
}

/// Writes all events recorded so far. False when the output takes no more.
template <class Format>
bool write_recordings(trace2::read::merged_recordings& recordings,
                      trace2::format_settings const& settings, output& out) {
  trace2::exporter::line_output to{out, !std::is_same_v<Format, trace2::format::json>};
  trace2::buffer line;
  while (auto const entry = recordings.next()) {
    line.clear();
    entry.of->write<Format>(line, settings, *entry.event);
    if (!line.empty()) to.write(line.view());
    if (out.error() != 0) return false;
  }
  return true;
}

/// The recordings to show, and the form.
struct recordings_shown {
  std::vector<std::string> paths;
  trace2::read::decompressor unpack{};
  trace2::format_settings settings{};
  bool follows = false;  ///< shows further events until the processes have ended
};

template <class Format>
followed show_recordings(recordings_shown const& wanted, output& out) {
  namespace read = trace2::read;
  problem_reporter report;
  read::merged_recordings recordings{recording_opener(wanted.unpack)};
  for (read::input_file const& file : read::find_files(wanted.paths)) {
    read::opened_input opened = read::open_input(file, wanted.unpack, std::ref(report));
    if (opened.recording != nullptr)
      recordings.add(file, std::move(opened.recording));
    else if (opened.events != nullptr && !file.is_in_directory)
      report({file.path, 0, "is no recording; \"trace2 convert\" reads EVENT traces"});
  }
  if (recordings.empty() && report.count() == 0) say("the input holds no recording");
  bool const is_any = !recordings.empty();

  bool is_taken = write_recordings<Format>(recordings, wanted.settings, out);
  for (bool goes_on = wanted.follows; goes_on && is_taken;) {
    is_taken = out.flush();
    goes_on = recordings.refresh();
    is_taken = is_taken && write_recordings<Format>(recordings, wanted.settings, out);
    constexpr std::chrono::milliseconds interval{100};
    if (goes_on) std::this_thread::sleep_for(interval);
  }
  bool const is_whole = report_losses(recordings);
  if (!is_any) return followed::nothing;
  return report.finish() && is_whole ? followed::all : followed::partly;
}

}  // namespace trace2_program
