// Bytes of a recording that nobody has checked: in which order the machine that wrote them stores
// the bytes of a number, and the fields of a record.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/recording/layout.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

namespace layout = trace2::detail::recording;

/// The order of the bytes of numbers, compared with that of this machine.
enum class byte_order : unsigned char { same, reversed };

/// Turns a number of a recording into one of this machine, and back.
template <class Number>
Number converted(Number value, byte_order order) noexcept {
  static_assert(std::is_arithmetic_v<Number> || std::is_enum_v<Number>);
  if (order == byte_order::same) [[likely]]
    return value;
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  for (char *first = bytes, *last = bytes + sizeof value; first < --last; ++first) {
    char const saved = *first;
    *first = *last;
    *last = saved;
  }
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

/// Borrows the bytes. Other views convert to bytes in the order of this machine.
class recorded_bytes {
 public:
  recorded_bytes() = default;
  recorded_bytes(std::string_view view, byte_order order = byte_order::same) noexcept
      : view_{view}, order_{order} {}
  recorded_bytes(std::string const& view) noexcept : view_{view} {}

  /// The number at the beginning, which must be there.
  template <class Number>
  Number front() const noexcept {
    Number value{};
    std::memcpy(&value, view_.data(), sizeof value);
    return converted(value, order_);
  }

  /// The first `size` bytes, and the bytes behind them. Precondition: there are as many.
  recorded_bytes first(std::size_t size) const noexcept { return {{view_.data(), size}, order_}; }
  recorded_bytes without(std::size_t size) const noexcept {
    return {{view_.data() + size, view_.size() - size}, order_};
  }

  std::string_view view() const noexcept { return view_; }
  byte_order order() const noexcept { return order_; }
  std::size_t size() const noexcept { return view_.size(); }
  bool empty() const noexcept { return view_.empty(); }

 private:
  std::string_view view_;
  byte_order order_ = byte_order::same;
};

/// Reads the fields of a record. Never reads outside of its bytes. A missing field is zero or
/// empty, and `failed` is then true.
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
