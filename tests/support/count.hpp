// How often a text has a part.
#pragma once

#include <cstddef>
#include <string_view>

namespace support {

inline int count(std::string_view text, std::string_view part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace support
