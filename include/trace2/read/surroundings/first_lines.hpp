// The first lines of an input, as they become when something is taken away from them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/surroundings/line_anchor.hpp>
#include <trace2/read/surroundings/wrapped_lines.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// Lines by which it is decided what stands around all of them.
class first_lines {
 public:
  /// `is_all` tells that no more bytes follow; otherwise the last line may be a part of one.
  first_lines(std::string_view text, bool is_all) {
    while (!text.empty()) {
      std::size_t const size = text.find('\n');
      if (size == text.npos && !is_all && !lines_.empty()) return;
      std::string_view line = text.substr(0, size);
      while (line.ends_with('\r')) line.remove_suffix(1);
      lines_.emplace_back(line);
      if (size == text.npos) return;
      text.remove_prefix(size + 1);
    }
  }

  explicit first_lines(std::vector<std::string> lines) noexcept : lines_{std::move(lines)} {}

  std::vector<std::string>& lines() noexcept { return lines_; }
  std::vector<std::string> const& lines() const noexcept { return lines_; }

  /// Two for each line that begins an event, one for each that has one behind something else.
  std::size_t score() const {
    std::size_t sum = 0;
    for (std::string const& line : lines_)
      if (find_anchor(line)) sum += begins_event(line) ? 2U : 1U;
    return sum;
  }

  /// The lines as `append(to, line)` makes them.
  template <class Append>
  first_lines changed(Append append) const {
    std::vector<std::string> result;
    for (std::string const& line : lines_) append(result.emplace_back(), line);
    return first_lines{std::move(result)};
  }

  template <class Is>
  bool is_any(Is const& is) const {
    return std::any_of(lines_.begin(), lines_.end(), is);
  }
  /// True if it is so of each line with an event, and there are such lines.
  template <class Is>
  bool is_all(Is const& is, std::size_t least = 1) const {
    std::size_t count = 0;
    for (std::string const& line : lines_) {
      if (!find_anchor(line)) continue;
      if (!is(line)) return false;
      ++count;
    }
    return count >= least;
  }

 private:
  std::vector<std::string> lines_;
};

}}}}  // namespace trace2::v0::read::surroundings
