// A source that gives its bytes in small pieces, as a pipe may.
#pragma once

#include <trace2/read/byte_source.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace support {

class pieces_source final : public trace2::read::byte_source {
 public:
  /// `end` is what comes behind the text: 0 or a negated errno value.
  pieces_source(std::string text, std::size_t most, std::ptrdiff_t end = 0)
      : text_{std::move(text)}, most_{most}, end_{end} {}

  std::ptrdiff_t read(char* room, std::size_t size) override {
    std::ptrdiff_t const got = text_.read(room, std::min(size, most_));
    return got == 0 ? end_ : got;
  }
  std::size_t position() const noexcept override { return text_.position(); }

 private:
  trace2::read::text_source text_;
  std::size_t most_;
  std::ptrdiff_t end_;
};

}  // namespace support
