// Writes a list of commands as aligned text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/shown.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "command_list/command_list.hpp"
#include "output/table.hpp"

namespace trace2::program {

/// A command line without the directory of its program.
std::string_view without_directory(std::string_view command) noexcept;

/// Writes one line for each command: when it began in local time, its wall time, its exit code, its
/// repository and its command line. Commands of one day share their date, which the title has.
/// `count` is the number of all commands, also of those that have no row.
void write_list(sink& to, std::vector<listed_command> const& rows, std::uint64_t count,
                text_style style, std::size_t width = std::numeric_limits<std::size_t>::max());

}  // namespace trace2::program
