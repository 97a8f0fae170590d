// trace2 tells what a program does and where its time goes. This is all that most programs need, as
// in examples/tour.cpp:
//
//     #include <trace2/trace2.hpp>
//
//     #include <thread>
//
//     #include <spawn.h>
//     #include <unistd.h>
//
//     namespace {
//
//     trace2::counter const files{"index", "files"};
//     trace2::timer const hashing{"index", "hash"};
//
//     void load_index() {
//       TRACE2_REGION("index", "load");  // begins here and ends with the scope
//       TRACE2_DATA("index", "entries", 3);
//     }
//
//     void hash_files() {
//       TRACE2_THREAD("hash");  // th01:hash, until the end of the scope
//       for (int i = 0; i < 3; ++i) {
//         TRACE2_TIMER(hashing);         // how often and how long; measures the scope
//         TRACE2_COUNTER_ADD(files, 1);  // how much
//       }
//     }
//
//     int sort_index() {
//       char const* const argv[] = {"sort", "/dev/null", nullptr};
//       trace2::child const sort{{.argv = argv}};
//       pid_t pid = -1;
//       posix_spawnp(&pid, argv[0], nullptr, nullptr, const_cast<char* const*>(argv), environ);
//       return sort.wait(pid);
//     }
//
//     }  // namespace
//
//     int main(int argc, char** argv) {
//       trace2::session const trace{argc, argv, {.program_version = "1.4.2"}};
//       trace2::cmd_name("tour");
//       load_index();
//       std::thread{hash_files}.join();
//       return trace.exit(sort_index());
//     }
//
// Without a variable such as TRACE2_PERF=1 the program writes no trace. The guide, examples/guide,
// has a page for each goal, and "ninja -C build docs" makes the reference of all public names.
//
// Programs include the headers of this folder and of value, event, format, sink and task; of
// recording/, the flight recorder, recording_file.hpp and layout.hpp; and of read/ those that the
// reference shows, as examples/read_trace.cpp does. The other headers are how it works, as is the
// namespace detail everywhere: config.hpp and call/ stand behind the macros, verb/ fills events,
// process/ hands them to the targets (its rooms, from the bottom up, are redaction, state, counters
// and threads), session/ is the life of a trace, settings/ reads variables and files, control/ lets
// others switch targets, and detail/ is for the library alone.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/child_environment.hpp>
#include <trace2/config.hpp>
#include <trace2/config_files.hpp>
#include <trace2/core.hpp>
#include <trace2/detailed_sums.hpp>
#include <trace2/flight_recorder.hpp>
#include <trace2/git_config.hpp>
#include <trace2/instrument.hpp>
#include <trace2/separate_session.hpp>
#include <trace2/session.hpp>
#include <trace2/signal_events.hpp>
#include <trace2/trace_context.hpp>

#if TRACE2_ENABLED
#  include <trace2/compiled_in.hpp>
#  include <trace2/emit.hpp>
#endif
