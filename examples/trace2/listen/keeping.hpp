// Where trace2 listen keeps what arrives, and how much of it.
#pragma once

#include <trace2/read/limits.hpp>

#include <cstdint>
#include <string>

namespace trace2::program::listening {

struct keeping {
  std::string directory{};
  std::uint64_t most_bytes = std::uint64_t{1024} * read::limits::mebibyte;
  std::int64_t most_age = std::int64_t{30} * 24 * 3'600;  ///< seconds
};

}  // namespace trace2::program::listening
