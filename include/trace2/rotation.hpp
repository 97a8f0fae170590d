// Files of daemons: with this header in any unit of a program, the settings rotate the files of its
// targets:
//
//     TRACE2_EVENT=/var/log/frob.event TRACE2_EVENT_ROTATE_SIZE=100m TRACE2_EVENT_ROTATE_KEEP=3
//     TRACE2_PERF=/var/log/frob.perf TRACE2_PERF_ROTATE_AGE=1d
//     TRACE2_BINARY=/var/log/frob.recording TRACE2_BINARY_ROTATE_SIZE=1g
//
// The file is put aside as frob.event.1, that one as frob.event.2, and so on; see rotating_sink. Of
// the targets in directories, where each process has a file, only recordings rotate. A
// recording is at least 256 KiB; each repeats the names, the open regions and how the program was
// started, so that it can be read by itself. To begin new files at a moment of its choice, the
// program renames the old ones and calls session::reopen of <trace2/reconfigure.hpp>. No signal
// does.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/recording_rotation.hpp>
#  include <trace2/session/rotation.hpp>
#endif
