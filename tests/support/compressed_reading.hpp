// Reads compressed texts through their source, and tests what holds for every compression.
#pragma once

#include <trace2/read/byte_source.hpp>

#include <cerrno>
#include <cstddef>
#include <memory>
#include <string>

#include "support/catch.hpp"

namespace support {

struct reading {
  std::string text{};
  std::ptrdiff_t end = 0;  ///< 0 or a negated errno value
};

/// Reads through a `Source`, in pieces of at most `piece` bytes, to an end that stays the end.
template <class Source>
reading read_all(std::string const& compressed, std::size_t piece = 1000) {
  Source source{std::make_unique<trace2::read::text_source>(compressed)};
  reading result;
  std::string room(piece, '\0');
  while ((result.end = source.read(room.data(), room.size())) > 0)
    result.text.append(room, 0, static_cast<std::size_t>(result.end));
  CHECK(source.read(room.data(), room.size()) == result.end);
  return result;
}

template <class Source>
void check_whole_text(auto const& compressed) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "line " + std::to_string(i) + "\n";
  for (std::size_t const piece : {1u, 777u, 1'000'000u}) {
    auto const result = read_all<Source>(compressed(text), piece);
    CHECK(result.text == text);
    CHECK(result.end == 0);
  }
}

template <class Source>
void check_damage_behind_text(auto const& compressed) {
  auto const damaged = read_all<Source>(compressed("first\n") + "garbage");
  CHECK(damaged.text == "first\n");
  CHECK(damaged.end == -EBADMSG);
}

}  // namespace support
