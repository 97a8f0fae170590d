// Numbers the places in the source where events come from.
#pragma once

#include <trace2/read/occurrence.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "numbered_texts.hpp"

namespace trace2_program {

/// Remembers the numbers of some places: most events of a trace come from few.
class numbered_places {
 public:
  /// The number of the text that names the place of an event; 0 without one.
  std::uint32_t number_of(trace2::read::occurrence const& what, numbered_texts& texts) {
    if (what.file.empty()) return 0;
    place& known = known_[(static_cast<std::size_t>(what.line) + what.file.size()) % known_.size()];
    if (known.line != what.line || known.file != what.file) {
      known.file = what.file;
      known.line = what.line;
      known.number = texts.number_of(known.file + ":" + std::to_string(what.line));
    }
    return known.number;
  }

 private:
  struct place {
    std::string file;
    int line{};
    std::uint32_t number{};
  };

  std::array<place, 64> known_{};
};

}  // namespace trace2_program
