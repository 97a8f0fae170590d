// One file of an input, and the targets that text traces are of. Apart from what finds and opens
// files, so that a program that only passes them on need not compile that.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>

namespace trace2 { inline namespace v0 { namespace read {

/// The targets whose lines can be read; the one that says the most comes first.
enum class text_target : unsigned char { event, perf, normal, last = normal };

/// One file of an input.
struct input_file {
  std::string path;              ///< "-" for standard input
  bool is_in_directory = false;  ///< found in a directory, so it may be no trace
  std::size_t size = 0;          ///< 0 if unknown
  bool is_pipe = false;          ///< a pipe or a terminal: can be read only once
  std::size_t surplus = 0;       ///< not 0: the number of the directory's files beyond the limit
  /// A trace of a target that says less is passed over. In a directory it is the best one there is:
  /// several targets may have written of the same processes into it.
  text_target least = text_target::last;
  std::string copy_of{};  ///< of a copy: the path of its original (copied_files.hpp)
};

}}}  // namespace trace2::v0::read
