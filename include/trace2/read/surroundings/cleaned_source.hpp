// Gives the lines of a source without what stands around them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/surroundings/json_objects.hpp>
#include <trace2/read/surroundings/line_cleaner.hpp>
#include <trace2/read/surroundings/wrapped_lines.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// Cleans the lines of another source. Of an event of EVENT that had several lines the further ones
/// become empty, so that the numbers of lines stay; those of NORMAL and PERF are left out, because
/// an empty line may belong to an event. Memory: two of the longest lines.
class cleaned_source final : public byte_source {
 public:
  /// Of a line of more than `longest` bytes nothing is passed on.
  cleaned_source(std::unique_ptr<byte_source> from, std::shared_ptr<line_cleaner> by,
                 std::size_t longest = line_reader::default_most)
      : from_{std::move(from)},
        reader_{*from_, longest},
        by_{std::move(by)},
        broken_{by_->known().broken} {}

  std::ptrdiff_t read(char* room, std::size_t size) override {
    while (taken_ == text_.size()) {
      taken_ = 0;
      text_.clear();
      if (is_over_) return error_;
      take_line();
    }
    std::size_t const count = text_.copy(room, size, taken_);
    taken_ += count;
    return static_cast<std::ptrdiff_t>(count);
  }
  std::size_t position() const noexcept override { return from_->position(); }

 private:
  void take_line() {
    auto const use = [this](std::string_view line, std::size_t lines) { give(line, lines); };
    switch (reader_.next()) {
      case line_reader::result::line:
      case line_reader::result::torn_line:
        take(use);
        break;
      case line_reader::result::too_long:
        give("(a line that is too long)", 1);  // which no stream takes for an event
        break;
      case line_reader::result::error:
        error_ = -reader_.error();
        [[fallthrough]];
      case line_reader::result::end:
        is_over_ = true;
        objects_.end(use);
        broken_.end(use);
        break;
    }
  }

  template <class Use>
  void take(Use const& use) {
    auto const line = by_->cleaned(reader_.line(), reader_.number());
    if (!line)
      give({}, 1);
    else if (by_->known().has_objects)
      objects_.take(*line, use);
    else if (by_->known().broken)
      broken_.take(*line, use);
    else
      give(*line, 1);
  }

  void give(std::string_view line, std::size_t lines) {
    text_.append(line).push_back('\n');
    bool const is_event = line.starts_with('{');
    if (is_event) text_.append(lines - 1, '\n');
    if (!line.empty()) by_->note_joined(lines);
  }

  std::unique_ptr<byte_source> from_;
  line_reader reader_;
  std::shared_ptr<line_cleaner> by_;
  json_objects objects_;
  wrapped_lines broken_;
  std::string text_;
  std::size_t taken_ = 0;
  std::ptrdiff_t error_ = 0;
  bool is_over_ = false;
};

}}}}  // namespace trace2::v0::read::surroundings
