// Texts as UTF-8, which programs that load tables demand; a trace may hold any bytes.
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/utf8.hpp>
#include <trace2/format.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace trace2_program::tables {

/// Repairs one text after the other.
class readable_text {
 public:
  /// The text itself, or a copy, valid until the next call, with U+FFFD for each ill-formed piece.
  std::string_view of(std::string_view bytes) {
    if (is_well_formed(bytes)) return bytes;
    copy_.clear();
    for (std::size_t at = 0; at < bytes.size();) {
      std::size_t const end = end_of_ascii(bytes, at);
      copy_.append(bytes.substr(at, end - at));
      at = trace2::detail::append_repaired_utf8(copy_, bytes, end);
    }
    return copy_.view();
  }

 private:
  static std::size_t end_of_ascii(std::string_view bytes, std::size_t at) noexcept {
    auto const begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    return static_cast<std::size_t>(std::find_if_not(begin, bytes.end(), trace2::detail::is_ascii) -
                                    bytes.begin());
  }

  static bool is_well_formed(std::string_view bytes) noexcept {
    for (std::size_t at = end_of_ascii(bytes, 0); at < bytes.size(); at = end_of_ascii(bytes, at)) {
      auto const character = trace2::detail::utf8_character_at(bytes, at);
      if (!character.is_well_formed()) return false;
      at += character.size;
    }
    return true;
  }

  trace2::buffer copy_;
};

}  // namespace trace2_program::tables
