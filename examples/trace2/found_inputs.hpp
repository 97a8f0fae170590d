// Finds the files of a command's inputs, and keeps its output apart from them.
#pragma once

#include <trace2/detail/system/same_file.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/input_files.hpp>

#include <string>
#include <vector>

#include "inputs.hpp"
#include "messages.hpp"
#include <sys/stat.h>
#include <unistd.h>

namespace trace2_program {

/// Whether a file is a trace. A named file counts as one. An empty file does not: a shell empties
/// the file that it redirects to.
inline bool is_trace(trace2::read::input_file const& file) {
  if (!file.is_in_directory) return true;
  if (file.size == 0) return false;
  auto const opened = trace2::read::open_input(file, unpacked, [](auto const&) {});
  return opened.events != nullptr || opened.recording != nullptr;
}

/// The files of the inputs of a command that writes to `output`; an empty path and "-" are standard
/// output. What an earlier call has written there may lie among the traces of a directory: it is
/// left out. Throws if the output is an input (`is_input(file)`), which would be lost or never end.
/// To be called before the output is opened, which makes the file.
template <class IsInput = bool (*)(trace2::read::input_file const&)>
std::vector<trace2::read::input_file> find_inputs(std::vector<std::string> const& paths,
                                                  std::string const& output = {},
                                                  IsInput const& is_input = is_trace) {
  auto const status_of = [](std::string const& path, int standard, struct ::stat& status) {
    bool const is_standard = path.empty() || path == "-";
    return (is_standard ? ::fstat(standard, &status) : ::stat(path.c_str(), &status)) == 0;
  };
  auto files = trace2::read::find_files(paths, unpacked);
  struct ::stat own {};
  if (!status_of(output, STDOUT_FILENO, own) || !S_ISREG(own.st_mode)) return files;
  std::erase_if(files, [&](trace2::read::input_file const& file) {
    struct ::stat other {};
    bool const is_output =
        status_of(file.path, STDIN_FILENO, other) && trace2::detail::is_same_file(other, own);
    if (is_output && is_input(file)) throw wrong_usage{file.path + ": is the output, too"};
    return is_output;
  });
  return files;
}

}  // namespace trace2_program
