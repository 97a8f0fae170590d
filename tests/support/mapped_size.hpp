// How much of a file the process has in memory.
#pragma once

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace support {

/// Bytes of address space with the contents of files whose names contain that.
inline std::size_t mapped_size(std::string_view name) {
  std::ifstream maps{"/proc/self/maps"};
  std::size_t size = 0;
  for (std::string line; std::getline(maps, line);) {
    if (line.find(name) == line.npos || line.find("rw-s") == line.npos) continue;
    std::size_t begin = 0;
    std::size_t end = 0;
    char dash = 0;
    std::istringstream{line} >> std::hex >> begin >> dash >> end;
    size += end - begin;
  }
  return size;
}

}  // namespace support
