// Where the text of an event of NORMAL or PERF ends that has line feeds.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// The kinds of texts at the end of an event, by which its end is found if it has line feeds.
enum class text_end : unsigned char {
  line,     ///< the line feed: what has more lines is cut
  message,  ///< text for people: ends in front of the next event
  quoted,   ///< words in quotes
  json
};

/// Follows quotes or brackets through the lines of one event.
class open_end {
 public:
  explicit open_end(text_end how) noexcept : how_{how} {}

  /// Takes the next part, and tells whether something is open behind it.
  bool is_open_behind(std::string_view text) noexcept {
    for (char const c : text) how_ == text_end::json ? take_json(c) : take_quoted(c);
    is_escaped_ = false;
    return is_inside_ || depth_ > 0;
  }

 private:
  void take_quoted(char c) noexcept {
    if (!std::exchange(is_escaped_, !is_inside_ && !is_escaped_ && c == '\\') && c == '\'')
      is_inside_ = !is_inside_;
  }
  void take_json(char c) noexcept {
    if (std::exchange(is_escaped_, is_inside_ && !is_escaped_ && c == '\\')) return;
    if (c == '"') is_inside_ = !is_inside_;
    if (!is_inside_) depth_ += (c == '{' || c == '[') - (c == '}' || c == ']');
  }

  text_end how_;
  bool is_inside_ = false;
  bool is_escaped_ = false;
  std::int64_t depth_ = 0;
};

}}}  // namespace trace2::v0::read
