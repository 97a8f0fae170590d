// Texts as UTF-8, which programs that load tables demand; a trace may hold any bytes.
#pragma once

#include <trace2/format.hpp>
#include <trace2/value/utf8.hpp>

#include <cstddef>
#include <string_view>

namespace trace2::program::tables {

/// Repairs one text after the other.
class readable_text {
 public:
  /// The text itself, or a copy, valid until the next call, with U+FFFD for each ill-formed piece.
  std::string_view of(std::string_view bytes);

 private:
  static std::size_t end_of_ascii(std::string_view bytes, std::size_t at) noexcept;

  static bool is_well_formed(std::string_view bytes) noexcept;

  trace2::buffer copy_;
};

}  // namespace trace2::program::tables
