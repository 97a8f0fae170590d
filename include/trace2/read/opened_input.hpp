// The content of a file: open_input of input.hpp makes it, text_stream.hpp reads it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/surroundings/line_cleaner.hpp>
#include <trace2/read/text_target.hpp>

#include <cstdint>
#include <memory>

namespace trace2 { inline namespace v0 { namespace read {

class flight_recording;

/// The content of a file: a text trace, a recording, or neither. For text_stream.hpp.
struct opened_input {
  std::unique_ptr<byte_source> events{};    ///< the source of a text trace; else null
  text_target target = text_target::event;  ///< the target that has written the text trace
  std::int64_t written = 0;  ///< the moment of the last change, in microseconds since the epoch
  std::unique_ptr<flight_recording> recording{};  ///< the recording; null for another file
  bool is_passed_over = false;  ///< a text trace, but another target says more: `input_file::least`
  /// In a directory: has events, but its first line is none, so that it may be no trace.
  bool begins_otherwise = false;
  /// Takes away what stands around the lines of a text trace that isn't in a directory.
  std::shared_ptr<surroundings::line_cleaner> cleaner{};

  /// The texts taken away so far; complete when the events have been read to their end.
  removed_texts removed() const { return cleaner ? cleaner->removed() : removed_texts{}; }
};

}}}  // namespace trace2::v0::read
