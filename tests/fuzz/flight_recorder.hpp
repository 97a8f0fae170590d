// Reads whatever bytes as a recording, in all formats: nothing bad may happen.
#pragma once

#include <trace2/read/flight_recorder.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace fuzz {

/// What was found in the bytes.
struct reading {
  bool is_recording = false;
  std::uint64_t events = 0;
  std::uint64_t damages = 0;
};

inline reading read_recording(std::string_view bytes) {
  reading result;
  int const fd = ::memfd_create("recording", MFD_CLOEXEC);
  if (fd < 0 || ::write(fd, bytes.data(), bytes.size()) < 0) return result;
  trace2::read::flight_recording recording;
  if (!recording.open(fd).empty()) return result;
  result.is_recording = true;
  trace2::buffer lines;
  for (bool again : {true, false}) {
    while (auto const* const event = recording.next()) {
      ++result.events;
      recording.write<trace2::format::normal>(lines, {}, *event);
      recording.write<trace2::format::perf>(lines, {}, *event);
      recording.write<trace2::format::json>(lines, {.nesting_limit = 99}, *event);
      lines.clear();
    }
    if (again) recording.refresh();
  }
  result.damages = recording.damages();
  return result;
}

}  // namespace fuzz
