// The stacks of a flame graph, as texts of a JSON array.
#pragma once

#include <trace2/read/saturating.hpp>
#include <trace2/sink.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "json_stream.hpp"

namespace trace2_program {

/// Takes the lines of "trace2 convert --to=folded". Call `finish` behind the last one.
class stack_lines final : public trace2::sink {
 public:
  /// The array is open, and outlives the object.
  explicit stack_lines(json_stream& array) : array_{array} {}

  void write(std::string_view line) noexcept override {
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (count_ == most) return leave_out(line);
    ++count_;
    array_.text(line);
  }
  int error() const noexcept override { return 0; }

  /// Adds what is left out as one stack, so that all times still sum up.
  void finish() {
    if (left_out_ != 0)
      array_.text(std::to_string(left_out_) + " more stacks " +
                  trace2::exporter::microseconds_text(left_out_time_));
  }

  std::uint64_t left_out() const noexcept { return left_out_; }
  std::int64_t left_out_time() const noexcept { return left_out_time_; }

 private:
  static constexpr std::size_t most = 20'000;

  void leave_out(std::string_view line) noexcept {
    std::int64_t const own = nanoseconds_of(line.substr(line.rfind(' ') + 1));
    left_out_time_ = trace2::read::saturating_add(left_out_time_, own);
    ++left_out_;
  }

  /// Of microseconds with no decimals or three.
  static std::int64_t nanoseconds_of(std::string_view text) noexcept {
    std::int64_t whole = 0;
    std::int64_t rest = 0;
    char const* const end = text.data() + text.size();
    auto const [stop, error] = std::from_chars(text.data(), end, whole);
    if (stop != end && *stop == '.') std::from_chars(stop + 1, end, rest);
    return whole * 1'000 + rest;
  }

  json_stream& array_;
  std::size_t count_ = 0;
  std::uint64_t left_out_ = 0;
  std::int64_t left_out_time_ = 0;
};

}  // namespace trace2_program
