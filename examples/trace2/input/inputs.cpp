// Defines what inputs.hpp, follower.hpp and joined_samples.hpp declare.
#include "input/inputs.hpp"

#include <trace2/read/label_table.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/text_target.hpp>
#include <trace2/read/tracker.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "anonymise/privacy.hpp"
#include "input/chosen_trace.hpp"
#include "input/follower.hpp"
#include "input/joined_samples.hpp"
#include "input/lost_lines.hpp"
#include "input/recording_reader.hpp"
#include "input/recordings.hpp"
#include "input/repeated_sessions.hpp"
#include "input/selected_processes.hpp"
#include "input/text_events.hpp"
#include "input/twice_told.hpp"
#include "input/unpacked.hpp"
#include "output/messages.hpp"
#include "output/progress.hpp"
#include "samples/sampled_trace.hpp"

namespace trace2::program {

// ---- follower.hpp ----

follower::follower(read::tracker_visitor& visitor, read::label_table& labels,
                   read::tracker_limits const& limits)
    : tracker_{std::make_unique<read::tracker>(visitor, labels, limits)} {}

follower::~follower() = default;

char const* follower::take(read::occurrence const& what) { return tracker_->take(what); }

bool follower::take(read::plain_event const& what) { return tracker_->take(what); }

void follower::end(read::traced_process& process) { tracker_->end(process); }

void follower::finish() { tracker_->finish(); }

read::remark_list const& follower::remarks() const noexcept { return tracker_->remarks(); }

read::traced_process* follower::find(std::string_view sid) noexcept { return tracker_->find(sid); }

// ---- inputs.hpp ----

namespace {

/// The first reading finds the commands to choose, if only their ends tell. The last one reports
/// problems. A further one shows the same once more.
enum class reading : unsigned char { first, last, again };

/// Reads the chosen part of the files once, as one trace. All arguments must outlive it.
class trace_reading {
 public:
  trace_reading(reading which, chosen_trace& chosen, read::tracker_visitor& visitor,
                read::label_table& labels, stop_condition const& stop,
                read::merged_recordings* apart = nullptr)
      : which_{which},
        chosen_{chosen},
        stop_{stop},
        apart_{apart},
        tracker_{visitor, labels},
        bar_{size_of(chosen)} {}

  followed read() {
    for (read::input_file const& file : chosen_.files()) {
      if (is_stopped_) break;
      if (file.copy_of.empty())
        read(file);
      else if (is_last())
        say(file.path + ": is a copy of " + file.copy_of + ", which counts once", "copied-file");
      passed_ += file.size;
    }
    tracker_.finish();
    return is_last() ? report() : followed::all;
  }

 private:
  using occurrence = read::occurrence;
  using input_file = read::input_file;
  using opened_input = read::opened_input;
  using text_target = read::text_target;
  using teller = twice_told::teller;

  static constexpr std::size_t seldom = 1024;

  static std::size_t size_of(chosen_trace const& chosen) noexcept {
    std::size_t total = 0;
    for (input_file const& file : chosen.files()) total += file.size;
    return total;
  }

  bool is_last() const noexcept { return which_ == reading::last; }
  bool shows_chosen_alone() const noexcept { return which_ != reading::first; }

  // ---- files ----

  void read(input_file const& file) {
    repeated_.begin_file();
    std::uint64_t const problems = problems_.count();
    opened_trace opened =
        open_trace(file, std::ref(problems_), apart_ == nullptr ? nullptr : &memory_of(*apart_));
    bool const is_readable = opened.is_readable();
    is_any_readable_ = is_any_readable_ || is_readable;
    if (!is_readable && !file.is_in_directory) chosen_.note_unreadable();
    passed_over_ += opened.is_passed_over ? 1 : 0;
    begin_otherwise_ += opened.begins_otherwise ? 1 : 0;
    if (opened.events != nullptr) {
      read_text(file, opened);
      note_text(file, opened, problems_.count() != problems);
    } else if (opened.recording != nullptr && apart_ != nullptr) {
      put_apart(file, opened);
    } else if (opened.recording != nullptr) {
      read_recording(file, *opened.recording);
      note_recording(file, *opened.recording);
    }
  }

  void read_text(input_file const& file, opened_input& opened) {
    target_ = opened.target;
    teller_ = target_ == text_target::event ? teller::event : teller::perf;
    bool const is_of_event = target_ == text_target::event;
    // A session repeats in another file.
    may_repeat_ = is_of_event && chosen_.files().size() > 1;
    if (is_of_event) chosen_.note_limited_target();
    if (target_ == text_target::normal) chosen_.note_flat_target();
    text_events events{opened, file.path, std::ref(problems_)};
    while (auto const* const event = events.next()) {
      take(*event, file, events.line_number());
      if (count_++ % seldom == 0 && is_over(opened.events->position())) return;
    }
  }

  void note_text(input_file const& file, opened_input const& opened, bool has_problems) {
    bool const is_empty = !file.is_in_directory && opened.events->position() == 0 && !has_problems;
    is_any_called_empty_ = is_any_called_empty_ || is_empty;
    if (!is_last()) return;
    if (is_empty) say(file.path + ": is empty");
    if (auto const removed = opened.removed(); !removed.empty())
      say(file.path + ": " + removed.text());
  }

  /// Keeps a recording for a command that merges recordings by time.
  void put_apart(input_file const& file, opened_input& opened) {
    bool has_event = true;
    if (std::string_view const sid = facts_of(*opened.recording).sid;
        chosen_.processes().keeps_process(sid, {})) {
      twice_.note(sid, teller::recording);
      has_event = add_recording(*apart_, file, std::move(opened.recording));
    }
    is_any_event_ = is_any_event_ || has_event;
  }

  void read_recording(input_file const& file, read::flight_recording& recording) {
    teller_ = teller::recording;
    may_repeat_ = false;
    // Plain events have no texts that may have to be hidden.
    bool const is_all_chosen = shows_chosen_alone() && chosen_.is_all_chosen();
    auto const most_plain = [&] { return is_all_chosen ? (seldom - count_ % seldom) % seldom : 0; };
    recording_reader events{recording, tracker_};
    while (auto const* const event = events.next(most_plain(), count_)) {
      take(*event, file, 0);
      if (count_++ % seldom == 0 && is_over(0)) return;
    }
  }

  void note_recording(input_file const& file, read::flight_recording const& recording) {
    recording_facts const facts = facts_of(recording);
    chosen_.note_empty_region(facts.empty);
    if (facts.is_ring) chosen_.note_ring();
    if (!is_last()) return;
    chosen_.note_dropped(facts.dropped);
    is_whole_ = report_losses(file.path, recording) && is_whole_;
  }

  // ---- events ----

  /// `line` is the number of the event's line, 0 without one.
  void take(occurrence const& event, input_file const& file, std::uint64_t line) {
    is_any_event_ = true;
    if (may_repeat_ && repeated_.knows(event)) return;
    if (!shows_all_ && !chosen_.processes().keeps(event)) return;
    if (is_last()) note(event);
    auto const& shown = hides_texts_ ? chosen_.events().shown(event) : event;
    if (char const* const refusal = tracker_.take(shown)) problems_({file.path, line, refusal});
  }

  void note(occurrence const& event) {
    // Lines of NORMAL say too little to know their process again.
    if (event.get<trace2::event::start>() != nullptr &&
        (teller_ != teller::perf || target_ == text_target::perf))
      twice_.note(event, teller_);
    if (event.get<trace2::event::data>() != nullptr && teller_ != teller::recording)
      lost_.note(event, target_);
  }

  bool is_over(std::size_t position) {
    is_stopped_ = stop_ && stop_();
    if (!is_stopped_) bar_.at(passed_ + position);
    return is_stopped_;
  }

  // ---- after the last file ----

  followed report() {
    chosen_.note_remarks(tracker_.remarks());
    report_files();
    report_counted_twice();
    report_missing();
    std::uint64_t const left_out = chosen_.processes().left_out();
    if (left_out != 0)
      say(counted(left_out, "chosen command") + " more are left out, for which there is no room");
    bool const is_whole = is_whole_ && left_out == 0 && chosen_.is_whole();
    bool const is_sound = problems_.finish() && is_whole;
    if (!is_any_event_ || !chosen_.is_any_kept()) return followed::nothing;
    return is_sound ? followed::all : followed::partly;
  }

  void report_files() const {
    if (passed_over_ != 0)
      say(counted(passed_over_, "trace") +
              " of PERF or NORMAL passed over: another target says more in the same directory",
          "passed-over");
    if (begin_otherwise_ != 0)
      say(counted(begin_otherwise_, "file") +
              " passed over: with events, but not in the first line; to read such a file, name it",
          "passed-over");
    if (lost_.count() != 0)
      say("the trace lacks " + counted(lost_.count(), "line") +
              ", for which its programs had no room",
          "lost-lines");
  }

  void report_counted_twice() const {
    auto const report = [](char const* who, std::uint64_t commands) {
      if (commands != 0)
        say(who + counted(commands, "command") + ", whose events count twice", "told-twice");
    };
    report("both EVENT and a recording tell of ", twice_.count());
    report("both PERF and another target tell of ", twice_.count_of_perf());
    if (repeated_.count() != 0)
      say("several copies tell of the same " + counted(repeated_.count(), "command") +
              ", whose events count once",
          "told-twice");
  }

  void report_missing() const {
    bool const is_reported = problems_.count() != 0;
    if (!is_any_readable_ && !is_reported) say("the input holds no trace");
    if (is_any_readable_ && !is_any_event_ && !is_any_called_empty_ && !is_reported)
      say("the input holds no events");
    if (is_any_event_ && !chosen_.is_any_kept()) say("no command is chosen");
  }

  reading which_;
  chosen_trace& chosen_;
  bool shows_all_ = !shows_chosen_alone() || chosen_.is_all_chosen();
  bool hides_texts_ = shows_chosen_alone() && !chosen_.events().is_open();
  stop_condition const& stop_;
  read::merged_recordings* apart_;
  problem_reporter problems_{is_last()};
  follower tracker_;
  progress bar_;
  std::size_t passed_ = 0;  ///< bytes of the files before
  std::size_t count_ = 0;   ///< of all events
  bool is_stopped_ = false;
  // The file that is read.
  teller teller_ = teller::event;
  text_target target_ = text_target::event;
  bool may_repeat_ = false;  ///< what another file has told
  // Reported after the last file.
  twice_told twice_;
  repeated_sessions repeated_;
  lost_lines lost_;
  std::uint64_t passed_over_ = 0;
  std::uint64_t begin_otherwise_ = 0;
  bool is_any_readable_ = false;
  bool is_any_event_ = false;
  bool is_any_called_empty_ = false;
  bool is_whole_ = true;
};

}  // namespace

void find_chosen(chosen_trace& chosen, stop_condition const& stop) {
  if (!chosen.processes().of().needs_ends()) return;
  read::label_table labels;
  selected_processes::chooser chooser{chosen.processes()};
  trace_reading{reading::first, chosen, chooser, labels, stop}.read();
  chosen.rewind();
}

followed follow(chosen_trace& chosen, read::tracker_visitor& visitor, read::label_table& labels,
                stop_condition const& stop, read::merged_recordings* apart) {
  find_chosen(chosen, stop);
  return trace_reading{reading::last, chosen, visitor, labels, stop, apart}.read();
}

void follow_again(chosen_trace& chosen, read::tracker_visitor& visitor, read::label_table& labels) {
  chosen.rewind();
  trace_reading{reading::again, chosen, visitor, labels, {}}.read();
}

// ---- joined_samples.hpp ----

namespace {

/// Reads the ids of processes, which are not told where hosts and processes are hidden.
struct process_ids final : read::tracker_visitor {
  std::unordered_map<std::uint32_t, std::uint32_t> all;

  void process_began(read::traced_process& process, read::traced_process*) override {
    all[process.number] = process.pid();
  }
};

/// Takes no messages: the reading that shows the trace has them too.
struct silence final : message_listener {
  void take(std::string_view, std::string const&) override {}
};

}  // namespace

std::unordered_map<std::uint32_t, std::uint32_t> hidden_process_ids(chosen_trace& of) {
  if (of.shown_as() != privacy::anonymous) return {};
  for (read::input_file const& file : of.files())
    if (file.is_pipe)
      throw wrong_usage{file.path +
                        ": --samples with --anonymise reads a trace twice, so it needs "
                        "a file"};
  silence const quiet;
  read::label_table labels;
  process_ids found;
  chosen_trace chosen{of.files(), of.processes().of()};
  follow(chosen, found, labels);
  return std::move(found.all);
}

void join(sampled_trace& samples, model_builder& with, chosen_trace& chosen) {
  samples.join(with, hidden_process_ids(chosen));
  if (chosen.shown_as() == privacy::anonymous) samples.anonymise();
}

}  // namespace trace2::program
