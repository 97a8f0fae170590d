// Numbers the places in the source where events come from.
#pragma once

#include <trace2/read/occurrence.hpp>

#include <array>
#include <cstdint>
#include <string>

#include "report/numbered_texts.hpp"

namespace trace2::program {

/// Remembers the numbers of some places: most events of a trace come from few.
class numbered_places {
 public:
  /// The number of the text that names the place of an event; 0 without one.
  std::uint32_t number_of(read::occurrence const& what, numbered_texts& texts);

 private:
  struct place {
    std::string file;
    int line{};
    std::uint32_t number{};
  };

  std::array<place, 64> known_{};
};

}  // namespace trace2::program
