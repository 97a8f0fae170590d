// Defines what recordings.hpp, recording_reader.hpp and unpacked.hpp declare.
#include "input/recordings.hpp"

#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/gzip_source.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/recorded_events.hpp>
#include <trace2/read/recording/occurrence_maker.hpp>
#include <trace2/read/recordings.hpp>
#ifdef TRACE2_PROGRAM_READS_ZSTD
#  include <trace2/read/zstd_source.hpp>
#endif

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "anonymise/privacy.hpp"
#include "input/follower.hpp"
#include "input/inputs.hpp"
#include "input/recording_reader.hpp"
#include "input/selected_processes.hpp"
#include "input/selection.hpp"
#include "input/unpacked.hpp"
#include "output/messages.hpp"

namespace trace2::program {

// ---- recordings.hpp ----

bool report_losses(std::string const& path, read::recording_losses const& losses) {
  if (losses.dropped != 0)
    say(path + " lacks " + counted(losses.dropped, "event") + ", for lack of room", "lost-events");
  if (losses.has_jump)
    say(path + " lacks events behind the moment at which it was kept, for lack of room",
        "lost-events");
  if (losses.damages != 0)
    say(path + " is damaged in " + counted(losses.damages, "place"), "damaged-recording");
  if (losses.left_out != 0)
    say(path + " has " + counted(losses.left_out, "record") +
        " for which the reader has no room, which are left out");
  if (losses.cut_indentations != 0)
    say(path + ": the indentation of " + counted(losses.cut_indentations, "line") + " is cut to " +
        std::to_string(read::limits::indentation) + " levels");
  return losses.damages == 0 && !losses.is_unread && losses.left_out == 0 &&
         losses.cut_indentations == 0;
}

bool report_losses(std::string const& path, read::flight_recording const& of) {
  return report_losses(path, read::merged_recordings::losses_of(of));
}

namespace {

bool report_all_losses(read::merged_recordings const& recordings) {
  bool is_whole = true;
  recordings.for_each([&](std::string const& path, read::recording_losses losses) {
    is_whole = report_losses(path, losses) && is_whole;
  });
  return is_whole;
}

/// Opens recordings again, and reports why it can't.
read::merged_recordings::opener recording_opener(read::time_window const& window = {}) {
  return [window](read::input_file const& file, read::memory_budget& memory) {
    auto const report = [](read::problem const& found) { say(found); };
    return open_trace(file, report, &memory, window).recording;
  };
}

/// Writes the events of recordings, one line each. Events that are changed take the way of those of
/// text traces.
class recording_writer {
 public:
  /// The lines go to `out`, which has the events of `chosen`.
  recording_writer(text_lines& lines, output& out, chosen_trace& chosen,
                   read::time_window const& window = {})
      : window_{window},
        lines_{lines},
        out_{out},
        selection_{chosen.processes().of()},
        events_{chosen.events()} {}

  /// Writes all events recorded so far. False when the output takes no more.
  bool write(read::merged_recordings& recordings);

  std::uint64_t event_count() const noexcept { return event_count_; }

 private:
  bool is_wanted(read::merged_recordings::entry const& entry);
  void write_changed(read::merged_recordings::entry const& entry);

  read::time_window window_;
  text_lines& lines_;
  output& out_;
  selection selection_;
  private_events& events_;
  read::label_table labels_;
  follower tracker_{lines_, labels_};
  recorded_occurrences occurrences_;
  std::uint64_t event_count_ = 0;
};

bool recording_writer::write(read::merged_recordings& recordings) {
  while (auto const entry = recordings.next()) {
    if (!is_wanted(entry)) continue;
    if (events_.is_open())
      lines_.write(entry);
    else
      write_changed(entry);
    ++event_count_;
    if (out_.error() != 0) return false;
  }
  return true;
}

bool recording_writer::is_wanted(read::merged_recordings::entry const& entry) {
  if (!window_.holds(entry.event->at())) return false;
  if (!selection_.chooses_events()) return true;
  auto const* const event = occurrences_.make(entry);
  return event == nullptr || selection_.wants(*event);
}

void recording_writer::write_changed(read::merged_recordings::entry const& entry) {
  if (auto const* const event = occurrences_.make(entry))
    tracker_.take(events_.shown(*event));
  else
    entry.of->add_damage();
}

}  // namespace

read::memory_budget& memory_of(read::merged_recordings& recordings) { return recordings.memory(); }

bool add_recording(read::merged_recordings& recordings, read::input_file file,
                   std::unique_ptr<read::flight_recording>&& recording) {
  return recordings.add(std::move(file), std::move(recording));
}

read::moment end_of_events(chosen_trace& chosen) {
  constexpr read::time_window of_end{.since = read::moment::max()};
  read::moment end = read::moment::min();
  for (read::input_file const& file : chosen.files()) {
    auto const ignore = [](read::problem const&) {};  // Reading it reports them.
    auto const opened = open_trace(file, ignore, nullptr, of_end);
    if (opened.recording == nullptr ||
        !chosen.processes().keeps_process(opened.recording->sid(), {}))
      continue;
    while (auto const* const event = opened.recording->next()) end = std::max(end, event->at());
  }
  chosen.rewind();
  return end;
}

followed show_recordings(recordings_shown const& wanted, chosen_trace& chosen, output& out) {
  problem_reporter report;
  read::merged_recordings recordings{recording_opener(wanted.window)};
  bool is_any = false;
  bool is_any_event = false;
  for (read::input_file const& file : chosen.files()) {
    opened_trace opened =
        open_trace(file, std::ref(report), &recordings.memory(), wanted.window);
    is_any = is_any || opened.recording != nullptr;
    if (opened.recording != nullptr &&
        chosen.processes().keeps_process(opened.recording->sid(), {}))
      is_any_event = recordings.add(file, std::move(opened.recording)) || is_any_event;
    else if (opened.events != nullptr && !file.is_in_directory)
      report({file.path, 0, "is no recording; \"trace2 convert\" reads text traces"});
  }
  if (!is_any && report.count() == 0) say("the input holds no recording");
  if (is_any && recordings.empty()) say("no command is chosen");

  auto const lines = make_text_lines(wanted.format, out, wanted.settings);
  recording_writer writer{*lines, out, chosen, wanted.window};
  bool is_taken = writer.write(recordings);
  for (bool goes_on = wanted.follows; goes_on && is_taken;) {
    is_taken = out.flush();
    goes_on = recordings.refresh();
    is_taken = is_taken && writer.write(recordings);
    constexpr std::chrono::milliseconds interval{100};
    if (goes_on) std::this_thread::sleep_for(interval);
  }
  bool const is_whole = report_all_losses(recordings);
  if (is_taken && writer.event_count() == 0 && !recordings.empty())
    say(wanted.window.is_all() ? "the input holds no events"
                               : "the input holds no events of that time");
  bool const is_sound = report.finish() && is_whole;
  // All of them may be outside of the window.
  bool const has_no_events = !is_any_event && writer.event_count() == 0 && wanted.window.is_all();
  if (!is_any || recordings.empty() || has_no_events) return followed::nothing;
  followed const result = is_sound ? followed::all : followed::partly;
  return report_left_out(lines->left_out(), result);
}

followed convert_to_text(text_format format, trace2::format_settings const& settings,
                         chosen_trace& chosen, output& out) {
  read::label_table labels;
  read::merged_recordings recordings{recording_opener()};
  auto const lines = make_text_lines(format, out, settings);
  followed const result =
      follow(chosen, *lines, labels, [&out] { return out.error() != 0; }, &recordings);
  auto const of_recordings = make_text_lines(format, out, settings);
  recording_writer writer{*of_recordings, out, chosen};
  writer.write(recordings);
  bool const is_whole = report_all_losses(recordings);
  followed const of_lines =
      report_left_out(lines->left_out().add(of_recordings->left_out()), result);
  return is_whole || result == followed::nothing ? of_lines : followed::partly;
}

// ---- recording_reader.hpp ----

recording_facts facts_of(read::flight_recording const& of) {
  return {of.sid(), of.empty(), of.is_ring(), of.dropped()};
}

recording_reader::recording_reader(read::flight_recording& from, follower& to)
    : events_{std::make_unique<read::recorded_events>(from)}, to_{to} {}

recording_reader::~recording_reader() = default;

read::occurrence const* recording_reader::next(std::size_t most, std::size_t& count) {
  return events_->next([&](read::plain_event const& event) {
    if (most == 0 || !to_.take(event)) return false;
    --most;
    ++count;
    return true;
  });
}

recorded_occurrences::recorded_occurrences()
    : maker_{std::make_unique<read::recording::occurrence_maker>()} {}

recorded_occurrences::~recorded_occurrences() = default;

read::occurrence const* recorded_occurrences::make(read::merged_event const& recorded) {
  return maker_->make(recorded.of->sid(), *recorded.event);
}

// ---- unpacked.hpp ----

std::unique_ptr<read::byte_source> unpacked(read::compression by,
                                            std::unique_ptr<read::byte_source> compressed) {
  if (by == read::compression::gzip)
    return std::make_unique<read::gzip_source>(std::move(compressed));
#ifdef TRACE2_PROGRAM_READS_ZSTD
  return std::make_unique<read::zstd_source>(std::move(compressed));
#else
  return nullptr;
#endif
}

opened_trace::opened_trace(read::opened_input&& opened) noexcept
    : opened_input{std::move(opened)} {}

opened_trace::~opened_trace() = default;

opened_trace open_trace(read::input_file const& file, read::problem_handler const& report,
                        read::memory_budget* memory, read::time_window const& window) {
  return opened_trace{read::open_input(file, unpacked, report, memory, window)};
}

bool holds_trace(read::input_file const& file) {
  return open_trace(file, [](auto const&) {}).is_readable();
}

int copy_to_file(read::byte_source& from, std::size_t most, bool& is_cut) {
  return read::input::copy_to_file(from, most, is_cut);
}

}  // namespace trace2::program
