// A recording of the flight recorder as the EVENT stream that it stands for, so that everything
// that reads those reads recordings too.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/read/flight_recorder.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>

namespace trace2 { inline namespace v0 { namespace read {

/// The events of a recording, all of them, as JSON lines. The recording must outlive it.
class recording_source final : public byte_source {
 public:
  explicit recording_source(flight_recording& of) noexcept : recording_{of} {}

  std::ptrdiff_t read(char* room, std::size_t size) override {
    while (given_ == lines_.size() && write_next()) {
    }
    std::size_t const count = std::min(size, lines_.size() - given_);
    if (count != 0) std::memcpy(room, lines_.data() + given_, count);
    given_ += count;
    position_ += count;
    return static_cast<std::ptrdiff_t>(count);
  }

  std::size_t position() const noexcept override { return position_; }

 private:
  /// False at the end.
  bool write_next() {
    lines_.clear();
    given_ = 0;
    auto const* const event = recording_.next();
    if (event == nullptr) return false;
    constexpr format_settings all{.nesting_limit = std::numeric_limits<int>::max()};
    recording_.write<format::json>(lines_, all, *event);
    return true;
  }

  flight_recording& recording_;
  buffer lines_;
  std::size_t given_ = 0;
  std::size_t position_ = 0;
};

}}}  // namespace trace2::v0::read
