// Keeps the lines of PERF or NORMAL in order while it is open whether one of them is brief.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace trace2::program {

/// A queue of lines. `hold` adds a line in its two forms, brief and dated; `decide` chooses the
/// form for all lines of a process. `take` hands out, in order, the lines in front of the first one
/// that waits for a decision.
///
/// Memory: beyond `limits::output_line` bytes, the oldest line that waits becomes a dated one.
/// Errors: throws when memory runs out.
class undecided_lines {
 public:
  bool empty() const noexcept { return lines_.empty(); }

  void hold(std::uint32_t process, std::string_view brief, std::string_view dated);
  /// A line that waits for nothing but the lines in front of it.
  void add(std::string_view line) { add({0, true, {}, std::string{line}}); }

  void decide(std::uint32_t process, bool is_brief);

  template <class Write>
  void take(Write const& write) {
    for (; !lines_.empty() && (lines_.front().is_decided || size_ > read::limits::output_line);
         lines_.pop_front()) {
      size_ -= size_of(lines_.front());
      write(std::string_view{lines_.front().dated});
    }
  }

 private:
  struct held_line {
    std::uint32_t process;
    bool is_decided;
    std::string brief;
    std::string dated;  ///< the line that is written, once it is decided
  };

  static std::size_t size_of(held_line const& line) noexcept;

  void add(held_line&& line);

  std::deque<held_line> lines_;
  std::size_t size_ = 0;
};

}  // namespace trace2::program
