// Finds the files of a command's inputs, and keeps its output apart from them.
#pragma once

#include <trace2/read/input_file.hpp>

#include <functional>
#include <string>
#include <vector>

namespace trace2::program {

/// True if a file is a trace. A named file counts as one. An empty file does not: a shell empties
/// the file that it redirects to.
bool is_trace(read::input_file const& file);

/// The files of inputs, without an output to keep apart.
std::vector<read::input_file> find_files(std::vector<std::string> const& paths);

/// The files of the inputs of a command that writes to `output`; an empty path and "-" are standard
/// output. The output of an earlier call may lie among the traces of a directory: that file is left
/// out. A copy of another file names it. Throws if the output is an input (`is_input(file)`), which
/// would be lost or never end. To be called before the output is opened, which makes the file.
std::vector<read::input_file> find_inputs(
    std::vector<std::string> const& paths, std::string const& output = {},
    std::function<bool(read::input_file const&)> const& is_input = is_trace);

}  // namespace trace2::program
