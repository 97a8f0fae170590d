// A session that is recorded, and written as text beside that.
#pragma once

#include <trace2/read/flight_recorder.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

namespace support {

/// Instrumentation of tests says TRACE2_TRACER is this.
using tracer_on = trace2::basic_tracer<true, trace2::default_targets>;

/// Records beside texts in memory.
struct recording_session {
  explicit recording_session(trace2::recording_mode mode = trace2::recording_mode::grow,
                             std::uint64_t size = 0) {
    file.to = trace2::detail::leaked<trace2::recording_file>::make(
        path.c_str(),
        trace2::recording_options{.mode = mode,
                                  .size = size,
                                  .sid = session.sid(),
                                  .started = trace2::detail::this_process.origin.load_relaxed()});
    REQUIRE(file.to->error() == 0);
    trace2::target<trace2::flight_recorder>::state.open(*file.to, {});
  }

  void record_alone() { trace2::detail::recording::recorder::set_alone(true); }

  template <class Format>
  std::string lines(trace2::format_settings const& settings = {.nesting_limit = 99}) const {
    trace2::read::flight_recording recording;
    REQUIRE(recording.open(path.c_str()) == "");
    trace2::buffer out;
    while (auto const* const event = recording.next())
      recording.write<Format>(out, settings, *event);
    CHECK(recording.damages() == 0);
    return std::string{out.view()};
  }

  struct named_session : trace2::testing::memory_session<tracer_on> {
    named_session() : memory_session{{.sid = "SID", .format = {.nesting_limit = 99}}} {}
    std::string_view sid() const { return "SID"; }
  };

  /// Ends the recording behind the session, so that the next case finds none.
  struct closed_file {
    ~closed_file() {
      if (to != nullptr) to->close();
    }
    trace2::recording_file* to = nullptr;
  };

  support::temporary_directory directory;
  std::string path = directory / "recording";
  closed_file file;
  named_session session;
};

}  // namespace support
