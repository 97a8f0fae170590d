// Defines what sample_file.hpp and recorded_samples.hpp declare, and what is no process of
// profiler.hpp.
#include "samples/sample_file.hpp"

#include <trace2/read/byte_source.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/shown.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "output/messages.hpp"
#include "samples/perf_script.hpp"
#include "samples/profiler.hpp"
#include "samples/recorded_samples.hpp"
#include "system/files.hpp"
#include "system/owned_descriptor.hpp"

namespace trace2::program {

// ---- sample_file.hpp ----

namespace {

/// Takes the lines of perf's text. False if the source has failed.
bool read_text(read::byte_source& from, day_zone zone, sample_set& to) {
  constexpr std::size_t longest_line = 16'384;
  read::line_reader lines{from, longest_line};
  perf_script script{to, zone};
  for (;;) {
    using enum read::line_reader::result;
    switch (lines.next()) {
      case line:
      case torn_line:
        script.take(lines.line());
        break;
      case too_long:
        ++to.unreadable;
        break;
      case end:
        script.finish();
        return true;
      default:
        script.finish();
        return false;
    }
  }
}

/// True if waits are recorded, but none of their stacks.
bool has_bare_waits(sample_set const& of) {
  bool has_waits = false;
  for (stack_sample const& one : of.samples) {
    if (one.kind == sample_kind::running) continue;
    if (one.stack != stack_table::no_caller) return false;
    has_waits = true;
  }
  return has_waits;
}

/// Says what the samples lack, and what to do about it.
void say_faults(std::string const& path, sample_set const& of) {
  if (of.left_out != 0)
    say(path + ": " + counted(of.left_out, "sample") + " beyond the first " +
        std::to_string(sample_set::most) + " are left out");
  if (of.stacks.left_out() != 0)
    say(path + ": so many functions and stacks that some are called \"...\", or are cut");
  if (of.unreadable != 0)
    say(path + ": " + counted(of.unreadable, "line") + " that \"perf script\" does not write");
  constexpr std::uint64_t one_in = 5;
  if (of.nameless_frames * one_in > of.user_frames)
    say(path + ": " + std::to_string(of.nameless_frames * 100 / of.user_frames) +
        "% of the programs' frames have no name: install debug packages or set DEBUGINFOD_URLS, "
        "and record programs without frame pointers with --samples-stack=dwarf");
  if (has_bare_waits(of))
    say(path +
        ": waits have no functions: perf has recorded no stacks with the event context-switches, "
        "which \"sudo sysctl kernel.perf_event_paranoid=1\" allows");
}

/// True if the samples can be joined. In perf's own record there may be none, of a short command.
bool is_usable(std::string const& path, sample_set const& of, bool is_recorded) {
  if (!of.samples.empty()) return true;
  if (of.without_day != 0) {
    say(path +
        ": no sample tells the time of day: record with \"perf record -k mono\", and name "
        "the perf.data file, or the text of \"perf script -F +tod\"");
    return false;
  }
  say(path + ": no samples");
  return is_recorded;
}

}  // namespace

std::optional<sample_set> read_samples(std::string const& path) {
  owned_descriptor file{open_to_read(path)};
  if (!file) {
    say(path + ": " + std::strerror(-file.get()));
    return {};
  }
  constexpr std::string_view mark = "PERFILE2";
  char begin[mark.size()];
  bool const is_recorded = read_at(file.get(), begin, sizeof begin, 0) == sizeof begin &&
                           std::string_view{begin, sizeof begin} == mark;
  sample_set all;
  if (is_recorded) {
    auto const started = std::chrono::steady_clock::now();
    script_of_profiler script{path};
    if (script.error().empty()) {
      read::descriptor_source source{script.take_output()};
      read_text(source, day_zone::utc, all);
    }
    std::string const reason = script.finish();
    all.perf_time = std::chrono::steady_clock::now() - started;
    if (!reason.empty()) {
      say(path + ": " + reason);
      if (all.samples.empty()) return {};
    }
  } else {
    read::descriptor_source source{file.release()};
    if (!read_text(source, day_zone::local, all)) say(path + ": can't be read to its end");
  }
  if (!is_usable(path, all, is_recorded)) return {};
  say_faults(path, all);
  return all;
}

// ---- profiler.hpp, on all systems ----

std::optional<recording_options> recording_options::of(std::string_view text) {
  recording_options all;
  constexpr std::string_view waits = "waits";
  if (text.ends_with(waits)) {
    all.has_waits = true;
    text.remove_suffix(waits.size());
    if (text.empty()) return all;
    if (!text.ends_with(',')) return {};
    text.remove_suffix(1);
  }
  constexpr int most = 100'000;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), all.frequency);
  bool const is_number = error == std::errc{} && end == text.data() + text.size();
  if (!is_number || all.frequency < 1 || all.frequency > most) return {};
  return all;
}

// ---- recorded_samples.hpp ----

void recorded_samples::begin(int process) {
  if (file_.error() != 0)
    return say("run: no samples: can't make a temporary file: " +
               std::string{std::strerror(file_.error())});
  profiler_.emplace(process, file_.path(), options_);
  profiler_->begin();
  if (profiler_->error().empty()) return;
  say("run: no samples: " + profiler_->error());
  profiler_.reset();
}

std::string recorded_samples::finish() {
  if (!profiler_) return {};
  std::string const reason = profiler_->finish();
  profiler_.reset();
  if (reason.empty()) return file_.path();
  say("run: no samples: " + reason);
  return {};
}

}  // namespace trace2::program
