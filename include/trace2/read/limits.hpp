// The limits of the reader. Whatever a trace holds, reading it takes less than 256 MB of memory:
// each limit below bounds one part of it. Everything beyond a limit is left out, counted and
// reported.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/recording/layout.hpp>

#include <cstddef>

namespace trace2 { inline namespace v0 { namespace read { namespace limits {

inline constexpr std::size_t mebibyte = std::size_t{1} << 20;  ///< bytes

// ---- single lines and records ----

/// Bytes of a line of a text trace, or of all lines of an event.
inline constexpr std::size_t line = 34 * mebibyte;
/// Bytes of a record in a recording. No writer makes larger ones.
inline constexpr std::size_t record = 33 * mebibyte;
/// Bytes of a record that defines a name, a place or a type of events.
inline constexpr std::size_t definition = trace2::detail::recording::largest_definition;
/// Bytes of a line that is written.
inline constexpr std::size_t output_line = 36 * mebibyte;
/// Items of the lists of one event.
inline constexpr std::size_t list_items = 500'000;
/// Levels by which PERF indents.
inline constexpr int indentation = 256;
/// Open regions of a thread whose beginnings a recording's reader remembers.
inline constexpr std::size_t open_regions = 65'536;

/// Chunks of a recording.
inline constexpr std::size_t chunks = 250'000;

// ---- memory for what many events have in common ----

/// Bytes for all recordings that are open at the same time: their chunks, names and threads. No
/// numbers of these would do: as many recordings are open as the system allows, and the window of a
/// thread is as large as a record.
inline constexpr std::size_t recordings_memory = 64 * mebibyte;
/// Bytes of `recordings_memory` that are kept for events of the threads that found room.
inline constexpr std::size_t recordings_reserve = 16 * mebibyte;
/// Lines of plain events that the reader of a recording keeps as patterns for others.
inline constexpr std::size_t line_patterns = 2'048;
/// Bytes of `recordings_memory` that patterns leave to everything else.
inline constexpr std::size_t line_patterns_reserve = 48 * mebibyte;
/// Bytes of names: of regions, data, programs and messages.
inline constexpr std::size_t names = 6 * mebibyte;
/// Bytes of session ids, and of names of processes and threads, that have not ended.
inline constexpr std::size_t tracker_texts = 8 * mebibyte;
/// Bytes for the messages of open regions and tasks.
inline constexpr std::size_t messages_memory = 16 * mebibyte;
/// Bytes for the sums and texts of a summary or tree; its nodes are counted.
inline constexpr std::size_t model_memory = 32 * mebibyte;
/// Bytes for what a conversion keeps until the end of a process or region.
inline constexpr std::size_t export_memory = 32 * mebibyte;
/// Bytes for the session ids of chosen commands.
inline constexpr std::size_t selection_memory = 16 * mebibyte;

/// Bytes of OpenTelemetry spans that wait for the end of their process.
inline constexpr std::size_t waiting_spans = 40 * mebibyte;

/// Bytes of the window of a zstd stream: what each decoder should have, and what `zstd` makes up to
/// its level 19.
inline constexpr std::size_t zstd_window = 8 * mebibyte;

// ---- files ----

/// Bytes of the temporary copy of a recording that comes compressed or from a pipe.
inline constexpr std::size_t temporary_file = 512 * mebibyte;
/// Files of one run.
inline constexpr std::size_t files = 100'000;

}}}}  // namespace trace2::v0::read::limits
