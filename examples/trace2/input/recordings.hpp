// Writes recordings of the flight recorder as text: byte by byte the lines that the text targets
// would have written.
#pragma once

#include <trace2/read/input_file.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/time_window.hpp>
#include <trace2/value/format_settings.hpp>

#include <cstdint>
#include <memory>
#include <string>

#include "convert/text_lines.hpp"
#include "input/chosen_trace.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"

namespace trace2 { inline namespace v0 { namespace read {
struct recording_losses;
class flight_recording;
class memory_budget;
class merged_recordings;
}}}  // namespace trace2::v0::read

namespace trace2::program {

/// Reports the losses of a recording; true if no part of it is damaged.
bool report_losses(std::string const& path, read::recording_losses const& losses);
bool report_losses(std::string const& path, read::flight_recording const& of);

// ---- for units that do not merge ----

/// `recordings.memory()`.
read::memory_budget& memory_of(read::merged_recordings& recordings);

/// `recordings.add`.
bool add_recording(read::merged_recordings& recordings, read::input_file file,
                   std::unique_ptr<read::flight_recording>&& recording);

/// The moment of the last event of the chosen recordings.
read::moment end_of_events(chosen_trace& chosen);

/// The recordings to show, and the form.
struct recordings_shown {
  text_format format = text_format::perf;
  trace2::format_settings settings{};
  bool follows = false;        ///< shows further events until the processes have ended
  read::time_window window{};  ///< of the events
};

followed show_recordings(recordings_shown const& wanted, chosen_trace& chosen, output& out);

/// Writes traces as text. Merges recordings and renders them directly: an EVENT stream lacks a part
/// of the values that PERF shows.
followed convert_to_text(text_format format, trace2::format_settings const& settings,
                         chosen_trace& chosen, output& out);

}  // namespace trace2::program
