// Writes finished lines to a sink that may be a terminal.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/utf8.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Appends JSON that is safe on a terminal: escapes characters that control it, such as U+009B and
/// bidirectional controls, which JSON itself does not require to be escaped.
[[gnu::cold]] inline void append_terminal_safe_json(detail::buffer& out, std::string_view json) {
  for (std::size_t at = 0; at < json.size();) {
    detail::utf8_character const character = detail::utf8_character_at(json, at);
    bool const is_unsafe =
        !character.is_well_formed() ||
        (character.code_point >= 0x7f && detail::is_unsafe_on_terminal(character.code_point));
    if (is_unsafe) {
      out.append("\\u");
      detail::append_hexadecimal(out, character.is_well_formed() ? character.code_point : 0xfffd,
                                 4);
    } else {
      out.append(json.substr(at, character.size));
    }
    at += character.size;
  }
}

/// Writes each line by one `write` of the sink; a very long one on a terminal by several. On a
/// terminal it makes all control characters visible.
class line_output {
 public:
  /// `is_text`: the lines are text with possible control bytes; otherwise they are JSON. The sink
  /// must outlive this object.
  line_output(sink& to, bool is_text)
      : to_{to}, is_text_{is_text}, is_for_terminal_{to.is_terminal()} {}

  void write(std::string_view line) {
    if (!is_for_terminal_) return to_.write(line);
    while (!line.empty()) {
      std::string_view piece = read::cut_text(line, most_at_once);
      // A LF at the end would count as the end of the line.
      if (piece.size() < line.size() && piece.size() > 1 && piece.back() == '\n')
        piece.remove_suffix(1);
      line.remove_prefix(piece.size());
      safe_.clear();
      if (is_text_)
        detail::append_terminal_safe(safe_, piece);
      else
        append_terminal_safe_json(safe_, piece);
      to_.write(safe_.view());
    }
  }

 private:
  static constexpr std::size_t most_at_once = std::size_t{64} << 10;

  sink& to_;
  bool is_text_;
  bool is_for_terminal_;
  detail::buffer safe_;
};

}}}  // namespace trace2::v0::exporter
