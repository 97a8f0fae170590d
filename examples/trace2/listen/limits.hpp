// The limits of a listener. Together they keep it below 64 MiB, whatever its clients write.
#pragma once

#include <trace2/read/limits.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>

#include "model/model_memory.hpp"

namespace trace2::program::listening {

using read::limits::mebibyte;

/// Connections at the same time, unless the system allows fewer.
inline constexpr std::size_t most_clients = 4'000;
/// Bytes of a line.
inline constexpr std::size_t longest_line = mebibyte;
/// Bytes that wait for being looked at: of one connection, and of all.
inline constexpr std::size_t waiting_of_client = 4 * mebibyte;
inline constexpr std::size_t waiting_of_all = 8 * mebibyte;
/// Bytes of lines that wait for the reader of standard output.
inline constexpr std::size_t waiting_output = mebibyte / 4;

/// Bytes of messages for a receiver, and of spans whose process may turn out not to be chosen. With
/// the limits of the export, sending takes less than 100 MiB more.
inline constexpr std::size_t waiting_messages = 8 * mebibyte;
inline constexpr std::size_t undecided_spans = 8 * mebibyte;

/// Bytes for running processes, for names, and for the summary at the end.
inline constexpr read::tracker_limits of_tracker{.processes = 5'000,
                                                 .threads = 10'000,
                                                 .regions = 20'000,
                                                 .tasks = 10'000,
                                                 .texts = 2 * mebibyte};
inline constexpr std::size_t most_names = 20'000;
inline constexpr std::size_t names_bytes = 2 * mebibyte;
inline constexpr model_limits of_summary{.processes = 3'000,
                                         .threads = 6'000,
                                         .regions = 25'000,
                                         .children = 6'000,
                                         .tasks = 6'000,
                                         .memory = 6 * mebibyte};

}  // namespace trace2::program::listening
