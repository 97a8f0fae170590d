// Reads the INPUT... of a command, from the first to the last.
#pragma once

#include <trace2/read/gzip_source.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/recorded_events.hpp>
#include <trace2/read/recordings.hpp>
#include <trace2/read/text_stream.hpp>
#include <trace2/read/tracker.hpp>
#ifdef TRACE2_PROGRAM_READS_ZSTD
#  include <trace2/read/zstd_source.hpp>
#endif

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chosen_trace.hpp"
#include "lost_lines.hpp"
#include "messages.hpp"
#include "recordings.hpp"
#include "twice_told.hpp"
#include <unistd.h>

namespace trace2_program {

/// Shows the progress on a terminal to a user who has to wait.
class progress {
 public:
  /// `total` is in bytes; 0 if unknown.
  explicit progress(std::size_t total)
      : total_{total}, is_for_person_{::isatty(STDERR_FILENO) == 1} {}
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;
  ~progress() {
    if (is_shown_) std::fputs("\r\x1b[K", stderr);
  }

  void at(std::size_t position) {
    if (!is_for_person_) return;
    auto const now = clock::now();
    if (now < next_) return;
    next_ = now + interval;
    is_shown_ = true;
    double const megabytes = static_cast<double>(position) / 1e6;
    double const seconds = std::chrono::duration<double>(now - begin_).count();
    std::fprintf(stderr, "\r%.0f MB, %.0f MB/s\x1b[K", megabytes, megabytes / seconds);
    if (total_ != 0)
      std::fprintf(stderr, ", %.0f%%", 1e8 * megabytes / static_cast<double>(total_));
  }

 private:
  using clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds patience{500};
  static constexpr std::chrono::milliseconds interval{200};

  std::size_t total_;
  bool is_for_person_;
  bool is_shown_ = false;
  clock::time_point begin_ = clock::now();
  clock::time_point next_ = begin_ + patience;
};

/// The content of a compressed file; null if the program was built without what it takes.
inline std::unique_ptr<trace2::read::byte_source> unpacked(
    trace2::read::compression by, std::unique_ptr<trace2::read::byte_source> compressed) {
  if (by == trace2::read::compression::gzip)
    return std::make_unique<trace2::read::gzip_source>(std::move(compressed));
#ifdef TRACE2_PROGRAM_READS_ZSTD
  return std::make_unique<trace2::read::zstd_source>(std::move(compressed));
#else
  return nullptr;
#endif
}

/// Of the readings of a trace one reports problems. The first one chooses, if that takes one.
enum class reading : unsigned char { first, last, again };

/// Lets a visitor follow what is kept of the traces in the files, as one trace, until `is_over`.
/// Recordings go into `apart` instead, if it is given.
template <reading Which, class Visitor, class IsOver>
followed read_once(chosen_trace& chosen, Visitor& visitor, trace2::read::label_table& labels,
                   IsOver const& is_over, trace2::read::merged_recordings* apart = nullptr) {
  namespace read = trace2::read;
  constexpr bool is_chosen = Which != reading::first;
  constexpr bool is_last = Which == reading::last;  // of those that report
  std::vector<read::input_file> const& files = chosen.files();
  problem_reporter report{is_last};
  read::tracker<Visitor> tracker{visitor, labels};
  std::size_t total = 0;
  for (read::input_file const& file : files) total += file.size;
  progress bar{total};

  std::size_t passed = 0;
  std::uint64_t passed_over = 0;
  std::uint64_t begin_otherwise = 0;
  twice_told twice;
  lost_lines lost;
  bool is_any_readable = false;
  bool is_any_event = false;
  bool is_any_called_empty = false;
  bool is_whole = true;
  constexpr std::size_t seldom = 1024;
  std::size_t count = 0;  // of all events
  // Takes one event after the other. `place()` is the number of the latest line, `position()` the
  // number of its byte in the file.
  using teller = twice_told::teller;
  auto by = teller::event;
  auto target = read::text_target::event;
  auto const take = [&](auto const& next, std::string const& path, auto const& place,
                        auto const& position) {
    while (auto const* const event = next()) {
      is_any_event = true;
      if (!is_chosen || chosen.processes().keeps(*event)) {
        if (is_last && (by != teller::perf || target == read::text_target::perf))
          twice.note(*event, by);
        if (is_last && by != teller::recording) lost.note(*event, target);
        auto const& shown = is_chosen ? chosen.events().shown(*event) : *event;
        if (char const* const refusal = tracker.take(shown)) report({path, place(), refusal});
      }
      if (count++ % seldom != 0) continue;
      if (is_over()) break;
      bar.at(passed + position());
    }
  };
  for (read::input_file const& file : files) {
    std::uint64_t const problems = report.count();
    auto opened = read::open_input(file, unpacked, std::ref(report),
                                   apart == nullptr ? nullptr : &apart->memory());
    is_any_readable = is_any_readable || opened.events != nullptr || opened.recording != nullptr;
    if (opened.is_passed_over) ++passed_over;
    if (opened.begins_otherwise) ++begin_otherwise;
    by = opened.recording != nullptr                 ? teller::recording
         : opened.target == read::text_target::event ? teller::event
                                                     : teller::perf;
    if (opened.events != nullptr) {
      read::text_stream events{opened, file.path, std::ref(report)};
      target = opened.target;
      if (target == read::text_target::event) chosen.note_limited_target();
      take([&] { return events.next(); }, file.path, [&] { return events.line_number(); },
           [&] { return opened.events->position(); });
      bool const is_empty =
          !file.is_in_directory && opened.events->position() == 0 && report.count() == problems;
      if (is_last && is_empty) say(file.path + ": is empty");
      is_any_called_empty = is_any_called_empty || is_empty;
    }
    if (opened.recording != nullptr && apart != nullptr) {
      bool has_event = true;
      if (chosen.processes().keeps_process(opened.recording->sid(), 0)) {
        twice.note(opened.recording->sid(), by);
        has_event = apart->add(file, std::move(opened.recording));
      }
      is_any_event = is_any_event || has_event;
    } else if (opened.recording != nullptr) {
      auto const nobody_knows = [] { return std::size_t{0}; };
      // Plain events have no texts that may have to be hidden.
      bool const is_all_chosen = is_chosen && chosen.is_all_chosen();
      auto const take_plain = [&](read::plain_event const& event) {
        if (!is_all_chosen || count % seldom == 0 || !tracker.take(event)) return false;
        ++count;
        return true;
      };
      {
        read::recorded_events events{*opened.recording};
        take([&] { return events.next(take_plain); }, file.path, nobody_knows, nobody_knows);
      }
      chosen.note_empty_region(opened.recording->empty());
      if (opened.recording->is_ring()) chosen.note_ring();
      if (is_last) chosen.note_dropped(opened.recording->dropped());
      bool const is_sound =
          !is_last ||
          report_losses(file.path, read::merged_recordings::losses_of(*opened.recording));
      is_whole = is_whole && is_sound;
    }
    passed += file.size;
  }
  tracker.finish();
  if (!is_last) return followed::all;
  if (passed_over != 0)
    say(counted(passed_over, "trace") +
        " of PERF or NORMAL passed over: another target says more in the same directory");
  if (begin_otherwise != 0)
    say(counted(begin_otherwise, "file") +
        " passed over: with events, but not in the first line; to read such a file, name it");
  if (lost.count() != 0)
    say("the trace lacks " + counted(lost.count(), "line") +
        ", for which its programs had no room");
  if (twice.count() != 0)
    say("both EVENT and a recording tell of " + counted(twice.count(), "command") +
        ", whose events count twice");
  if (twice.count_of_perf() != 0)
    say("both PERF and another target tell of " + counted(twice.count_of_perf(), "command") +
        ", whose events count twice");
  if (!is_any_readable && report.count() == 0) say("the input holds no trace");
  if (is_any_readable && !is_any_event && !is_any_called_empty && report.count() == 0)
    say("the input holds no events");
  if (is_any_event && !chosen.processes().is_any_kept()) say("no command is chosen");
  std::uint64_t const left_out = chosen.processes().left_out();
  if (left_out != 0)
    say(counted(left_out, "chosen command") + " more are left out, for which there is no room");
  is_whole = is_whole && left_out == 0 && chosen.is_whole();
  bool const is_sound = report.finish() && is_whole;
  if (!is_any_event) return followed::nothing;
  return is_sound ? followed::all : followed::partly;
}

/// Reads a trace for the first time, if only the ends of its commands tell which are chosen.
template <class IsOver>
void find_chosen(chosen_trace& chosen, IsOver const& is_over) {
  if (!chosen.processes().of().needs_ends()) return;
  trace2::read::label_table labels;
  trace2::read::selected_processes::chooser chooser{chosen.processes()};
  read_once<reading::first>(chosen, chooser, labels, is_over);
  chosen.rewind();
}

/// Lets a visitor follow the chosen traces, with as many readings as the choice needs.
template <class Visitor, class IsOver>
followed follow(chosen_trace& chosen, Visitor& visitor, trace2::read::label_table& labels,
                IsOver const& is_over, trace2::read::merged_recordings* apart = nullptr) {
  find_chosen(chosen, is_over);
  return read_once<reading::last>(chosen, visitor, labels, is_over, apart);
}

/// Lets another visitor follow what one has followed; the chosen trace was made for that.
template <class Visitor>
void follow_again(chosen_trace& chosen, Visitor& visitor, trace2::read::label_table& labels) {
  chosen.rewind();
  read_once<reading::again>(chosen, visitor, labels, [] { return false; });
}

}  // namespace trace2_program
