// Reads the fields of a record from bytes that nobody has checked.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/recording/layout.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Never reads outside of its bytes. A missing field is zero or empty, and `failed` is then true.
class field_reader {
 public:
  explicit field_reader(recorded_bytes bytes) noexcept : rest_{bytes} {}

  template <class Number>
  Number get() noexcept {
    static_assert(std::is_arithmetic_v<Number>);
    recorded_bytes const bytes = cut(sizeof(Number));
    return bytes.empty() ? Number{} : bytes.front<Number>();
  }

  /// A null view for an absent text; never a null view for an empty one.
  std::string_view get_text() noexcept {
    auto const size = get<std::uint32_t>();
    if (size == layout::absent_text || failed_) return {};
    return size == 0 ? std::string_view{""} : take(size);
  }

  std::string_view take(std::size_t size) noexcept { return cut(size).view(); }

  /// Gives the record up: all further fields are missing.
  void fail() noexcept {
    failed_ = true;
    rest_ = {};
  }

  recorded_bytes rest() const noexcept { return rest_; }
  bool failed() const noexcept { return failed_; }

 private:
  recorded_bytes cut(std::size_t size) noexcept {
    if (size > rest_.size()) {
      fail();
      return {};
    }
    recorded_bytes const taken = rest_.first(size);
    rest_ = rest_.without(size);
    return taken;
  }

  recorded_bytes rest_;
  bool failed_ = false;
};

}}}}  // namespace trace2::v0::read::recording
