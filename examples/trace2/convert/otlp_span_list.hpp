// The complete spans of a process, in the encoding of the receiver that will get them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/append_json.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "convert/otlp_schema.hpp"
#include "output/bounded_buffer.hpp"

namespace trace2::program {

/// Spans wait as bytes: these take half the memory of an `otlp_span` with its attributes, and none
/// of them is touched again before it is written. Memory: at most twice that of the bytes.
class otlp_span_list {
 public:
  bool empty() const noexcept { return ends_.empty(); }
  std::size_t size() const noexcept { return ends_.size(); }

  /// Adds a span that `encode(bytes)` appends to bytes. When that returns false, nothing is added.
  template <class Encode>
  bool add(Encode const& encode) {
    if (!encode(bytes_)) {
      bytes_.resize(end_of(size()));
      return false;
    }
    if (ends_.empty()) ends_.reserve(usual_count);
    ends_.push_back(bytes_.size());
    return true;
  }

  /// Valid until the next call of `add`.
  otlp_encoded_spans part(std::size_t first, std::size_t count) const noexcept;

 private:
  static constexpr std::size_t usual_count = 8;

  std::size_t end_of(std::size_t count) const noexcept { return count == 0 ? 0 : ends_[count - 1]; }

  std::string bytes_;
  std::vector<std::size_t> ends_;
};

/// Appends a span as JSON behind a comma, or an event. False when it is too long for the buffer,
/// which is used on the way.
template <class Item>
bool append_json_item(bounded_buffer& made, Item const& item, std::string& to) {
  made.clear();
  if constexpr (std::is_same_v<Item, otlp_span>) made.append(',');
  read::append_json(made, item);
  if (!made.failed()) to.append(made.view());
  return !made.failed();
}

}  // namespace trace2::program
