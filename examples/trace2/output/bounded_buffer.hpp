// A buffer for the line under construction, which refuses to grow beyond a limit.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>
#include <trace2/read/reserved_memory.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>

namespace trace2::program {

/// A buffer of at most `most` bytes. When content does not fit, it is cut at will and `failed` is
/// true until the next `clear`. Memory: as much as its largest content, which may exceed the limit
/// while it is built. Errors: throws when memory runs out.
class bounded_buffer : private read::reserved_memory, public trace2::buffer {
 public:
  explicit bounded_buffer(std::size_t most = read::limits::output_line);

  using buffer::data;

  bool failed() const noexcept { return buffer::failed() || size() > most_; }

 private:
  // There is twice the room, because writers of JSON reserve room for the escapes of a text.
  std::size_t most_;
};

/// The same for short texts that live for a moment: its memory is a part of it, often on the stack.
/// Content beyond twice the limit is dropped.
template <std::size_t Most>
class short_buffer : public trace2::buffer {
 public:
  short_buffer() noexcept : buffer{room_, sizeof room_} {}

  bool failed() const noexcept { return buffer::failed() || size() > Most; }

 private:
  char room_[2 * Most];
};

}  // namespace trace2::program
