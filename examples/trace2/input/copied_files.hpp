// Finds files of an input that are copies of others.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/input_file.hpp>
#include <trace2/read/keyed_hash.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trace2::program {

namespace copies {

/// Files that begin alike but differ are rare, unless somebody makes them so; each new file would
/// be compared with all of them.
inline constexpr std::size_t most_alike = 16;

using block = std::array<char, std::size_t{64} * 1024>;

std::unique_ptr<read::byte_source> open_file(std::string const& path);

/// Reads a whole block unless the file ends before; the rest of the block is empty.
std::string_view read_block(read::byte_source& from, block& into);

/// True if a trace that begins like this differs from that of any other run, by session ids or by
/// times of day. Brief lines, which begin with a word, may be the same in two runs.
bool tells_runs_apart(std::string_view beginning) noexcept;

bool are_equal(std::string const& one, std::string const& other);

}  // namespace copies

/// Sets `copy_of` of each regular file whose bytes are those of an earlier one, compressed or not.
/// Cost: reads 64 KiB of files that have the size of another one, and the whole of those that also
/// begin alike.
void find_copies(std::vector<read::input_file>& files);

}  // namespace trace2::program
