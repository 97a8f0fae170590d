// Growing arrays for the writer: lines under construction, and lists of arguments. They replace
// <string> and <vector>, which would dominate the library's include cost. They also never throw:
// running out of memory must not reach the traced program as an exception.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/detail/put.hpp>

#include <cerrno>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 {

/// Growing array of trivially copyable items. `clear` keeps the capacity: a reused buffer allocates
/// only until it has held its largest content. Lifetime: pointers and views into it are valid until
/// it grows. Threads: one at a time. Errors: when memory runs out, the item is not added and
/// `failed` is true until the next `clear`; it never throws and never changes `errno`.
template <class T>
class basic_buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// Empty, and without memory.
  constexpr basic_buffer() noexcept = default;
  /// Uses the caller's memory, and never allocates.
  constexpr basic_buffer(T* memory, std::size_t capacity) noexcept
      : data_{memory}, capacity_{capacity}, grows_{false} {}
  basic_buffer(basic_buffer const&) = delete;
  basic_buffer& operator=(basic_buffer const&) = delete;
  // constexpr, so that a constant empty buffer needs no exit handler.
  [[gnu::noinline]] constexpr ~basic_buffer() {
    if (grows_ && data_ != nullptr) std::free(data_);
  }

  /// Makes room for `extra` more items; false when memory ran out.
  bool reserve(std::size_t extra) noexcept {
    if (capacity_ - size_ >= extra) [[likely]]
      return true;
    return grow(extra);
  }

  /// Appends one item.
  [[gnu::noinline]] void push_back(T const& item) noexcept {
    if (reserve(1)) data_[size_++] = item;
  }

  /// Appends items that are not its own.
  void append(T const* items, std::size_t count) noexcept {
    if (count == 0 || !reserve(count)) return;
    std::memcpy(data_ + size_, items, count * sizeof(T));
    size_ += count;
  }

  /// Appends `count` copies of `item`.
  [[gnu::noinline]] void fill(std::size_t count, T const& item) noexcept {
    if (!reserve(count)) return;
    if constexpr (sizeof(T) == 1)
      std::memset(data_ + size_, item, count);
    else
      for (std::size_t i = 0; i < count; ++i) data_[size_ + i] = item;
    size_ += count;
  }

  /// Drops all items, keeps the memory, and forgets failures.
  void clear() noexcept {
    size_ = 0;
    failed_ = false;
  }
  /// Drops the last item; there is one.
  void pop_back() noexcept { --size_; }
  /// Drops everything behind the first `count` items.
  void truncate(std::size_t count) noexcept {
    if (count < size_) size_ = count;
  }
  /// Takes over `count` items that the caller has stored behind the end, in reserved room.
  void commit(std::size_t count) noexcept { size_ += count; }
  /// Takes over the items that the caller has stored behind the end, up to `end`.
  void commit_until(T const* end) noexcept { size_ = static_cast<std::size_t>(end - data_); }

  /// The first item; null when there is no memory yet.
  T* data() noexcept { return data_; }
  /// The first item; null when there is no memory yet.
  T const* data() const noexcept { return data_; }
  /// Behind the last item, where reserved room begins.
  T* end() noexcept { return data_ + size_; }
  /// The first item.
  T* begin() noexcept { return data_; }
  /// The first item.
  T const* begin() const noexcept { return data_; }
  /// Behind the last item.
  T const* end() const noexcept { return data_ + size_; }
  /// Number of items.
  std::size_t size() const noexcept { return size_; }
  /// Number of items for which there is memory.
  std::size_t capacity() const noexcept { return capacity_; }
  /// True without items.
  bool empty() const noexcept { return size_ == 0; }
  /// An item that is there.
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  /// An item that is there.
  T const& operator[](std::size_t i) const noexcept { return data_[i]; }
  /// The last item; there is one.
  T& back() noexcept { return data_[size_ - 1]; }
  /// True once items have been left out, or `fail` was called; until `clear`.
  bool failed() const noexcept { return failed_; }
  /// Without memory elsewhere the content isn't what it should be.
  void fail() noexcept { failed_ = true; }

 private:
  [[gnu::noinline, gnu::cold]] bool grow(std::size_t extra) noexcept {
    if (!grows_) {
      failed_ = true;
      return false;
    }
    std::size_t wanted = size_ + extra;
    if (wanted < 2 * capacity_) wanted = 2 * capacity_;
    if (wanted * sizeof(T) < first_bytes) wanted = first_bytes / sizeof(T);
    int const error_before = errno;
    void* const grown = wanted > static_cast<std::size_t>(-1) / 2 / sizeof(T)
                            ? nullptr
                            : std::realloc(data_, wanted * sizeof(T));
    errno = error_before;
    if (grown == nullptr) {
      failed_ = true;
      return false;
    }
    data_ = static_cast<T*>(grown);
    capacity_ = wanted;
    return true;
  }

  static constexpr std::size_t first_bytes = 512;

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  bool failed_ = false;
  bool grows_ = true;
};

/// The bytes of a line under construction. See `text_line` for values of other types, and
/// `read::append_json` for JSON. A line that has `failed` is not delivered.
class buffer : public basic_buffer<char> {
 public:
  using basic_buffer::basic_buffer;

  /// Appends a text, which is not its own.
  // Not inlined, unlike `put`: a program has many appends, and few of them are urgent.
  [[gnu::noinline]] void append(std::string_view text) noexcept {
    if (reserve(text.size())) commit_until(detail::put(end(), text));
  }
  /// Appends one character.
  [[gnu::noinline]] void append(char c) noexcept { push_back(c); }

  /// Appends an integer in decimal.
  template <std::integral Number>
  void append_decimal(Number value) noexcept {
    if constexpr (std::signed_integral<Number>)
      append_integer(std::int64_t{value});
    else
      append_integer(std::uint64_t{value});
  }
  /// Appends the shortest decimal that reads back as the same number, whatever the locale. Its body
  /// comes with <trace2/format.hpp> and <trace2/read/append_json.hpp>.
  template <std::floating_point Number>
  void append_decimal(Number value) noexcept;

  /// All bytes.
  std::string_view view() const noexcept { return {data(), size()}; }

  /// The bytes as a C string; the terminator is not part of `size`. Null when memory ran out.
  [[gnu::noinline]] char const* c_str() noexcept {
    if (failed() || !reserve(1)) return nullptr;
    *end() = '\0';
    return data();
  }

 private:
  template <class Integer>
  [[gnu::noinline]] void append_integer(Integer value) noexcept {
    if (reserve(detail::max_decimal_size)) commit_until(detail::put_decimal(end(), value));
  }
};

}}  // namespace trace2::v0
