// Shortens texts where their ends tell as much as their beginnings.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>

namespace trace2::program {

/// The text, cut to `width` characters by an ellipsis in its middle.
std::string shortened_in_middle(std::string const& text, std::size_t width);

/// A command line, cut to `width` characters: at first in the directories of its program, then in
/// the middle of all, for its last argument often tells what it works on.
std::string shortened_in_command(std::string const& line, std::size_t width);

}  // namespace trace2::program
