// Reads any bytes as a recording, in all formats, without failing.
#pragma once

#include <trace2/detail/text/json_text.hpp>
#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/recorded_events.hpp>
#include <trace2/read/tracker.hpp>
#include <trace2/sink/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "convert/chrome.hpp"
#include "model/model_builder.hpp"
#include <sys/mman.h>
#include <unistd.h>

namespace fuzz {

/// The result of reading the bytes.
struct reading {
  bool is_recording = false;
  std::uint64_t events = 0;
  std::uint64_t damages = 0;
  bool is_json = true;  ///< the output that claims to be JSON
};

/// Feeds a tracker with the events one by one.
inline bool follow_recording(trace2::read::flight_recording& recording) {
  trace2::memory_sink sink;
  trace2::read::label_table labels;
  trace2::program::chrome to{sink, labels};
  trace2::read::tracker tracker{to, labels};
  trace2::read::recorded_events events{recording};
  while (auto const* const event = events.next()) tracker.take(*event);
  tracker.finish();
  to.finish();
  return trace2::detail::is_json(sink.text());
}

/// Sums the events up, plain ones by the short way.
inline void sum_up(trace2::read::flight_recording& recording) {
  trace2::read::label_table labels;
  // A model reserves memory up to its limits, and Meson's MALLOC_PERTURB_ fills all of it.
  trace2::program::model_builder to{
      labels, {.processes = 100, .threads = 100, .regions = 1000, .children = 100, .tasks = 100}};
  trace2::read::tracker tracker{to, labels};
  trace2::read::recorded_events events{recording};
  auto const take = [&tracker](trace2::read::plain_event const& plain) {
    return tracker.take(plain);
  };
  while (auto const* const event = events.next(take)) tracker.take(*event);
  tracker.finish();
  to.complete();
}

/// A file in memory with these bytes; negative if there is none.
inline int file_of(std::string_view bytes) {
  int const fd = ::memfd_create("recording", MFD_CLOEXEC);
  return fd < 0 || ::write(fd, bytes.data(), bytes.size()) < 0 ? -1 : fd;
}

inline reading read_recording(std::string_view bytes) {
  reading result;
  int const fd = file_of(bytes);
  if (fd < 0) return result;
  int const same = ::dup(fd);
  trace2::read::flight_recording part;
  trace2::read::time_window const years{
      .since = trace2::read::moment{trace2::read::nanoseconds{1}},
      .until = trace2::read::moment{trace2::read::nanoseconds{1'000'000'000'000'000'000}}};
  if (part.open(::dup(fd), years).empty())
    while (part.next() != nullptr) {
    }
  if (trace2::read::flight_recording whole; whole.open(::dup(fd)).empty()) sum_up(whole);
  trace2::read::flight_recording recording;
  trace2::read::flight_recording to_follow;
  if (std::string const problem = to_follow.open(same);
      !recording.open(fd).empty() || !problem.empty())
    return result;
  result.is_json = follow_recording(to_follow);
  result.is_recording = true;
  trace2::buffer lines;
  for (bool again : {true, false}) {
    while (auto const* const event = recording.next()) {
      ++result.events;
      recording.write<trace2::format::normal>(lines, {}, *event);
      recording.write<trace2::format::perf>(lines, {}, *event);
      lines.clear();
      recording.write<trace2::format::json>(lines, {.nesting_limit = 99}, *event);
      result.is_json = result.is_json && (lines.empty() || trace2::detail::is_json(lines.view()));
      lines.clear();
    }
    if (again) recording.refresh();
  }
  result.damages = recording.damages();
  return result;
}

}  // namespace fuzz
