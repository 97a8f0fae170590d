// Random samples for tests of statistics.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace support {

/// Whole numbers from `shift` on, `range` different ones at most, sorted.
inline std::vector<double> random_sample(std::size_t size, std::uint32_t range, std::uint32_t shift,
                                         std::mt19937& generator) {
  std::vector<double> values;
  while (values.size() < size) values.push_back(static_cast<double>(generator() % range + shift));
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace support
