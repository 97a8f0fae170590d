// One JSON object under construction, for EVENT lines. The room for all of its members is asked for
// once, and the end of the text stays in a register: this is where most of the time of a traced
// event goes.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/duration_text.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/fixed_text.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/detail/put.hpp>
#include <trace2/value/duration.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

template <class T>
concept short_json_number = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
                            sizeof(T) <= sizeof(std::int64_t);

/// Types whose JSON always fits where `json_room` has made room.
template <class T>
concept fixed_json = std::same_as<T, duration> || chrono_duration<T> || short_json_number<T>;

/// The most bytes that `put_json` writes for a value.
template <class T>
constexpr std::size_t json_room(T const& value) noexcept {
  constexpr std::size_t quotes = 2;
  if constexpr (std::same_as<T, duration> || chrono_duration<T>)
    return max_duration_size;
  else if constexpr (short_json_number<T>)
    return max_decimal_size;
  else if constexpr (std::same_as<T, std::string_view> || std::same_as<T, text>)
    return quotes + value.size();
  else if constexpr (std::same_as<T, data_value>)
    return quotes + value.visit([](auto plain) { return json_room(plain); });
  else
    return 0;
}

/// Writes a value where there is room and returns the end; null for a value that must go through a
/// buffer: lists, texts with escapes and whatever else is rare or long.
template <class T>
char* put_json(char* to, T const& value) noexcept {
  if constexpr (std::same_as<T, duration> || chrono_duration<T>)
    return put_duration(to, duration{value});
  else if constexpr (short_json_number<T>)
    return put_decimal(to, value);
  else if constexpr (std::same_as<T, std::string_view> || std::same_as<T, text>)
    return put_plain_json_string(to, value);
  else if constexpr (std::same_as<T, data_value>)
    return value.visit([to](auto plain) -> char* {
      if constexpr (short_json_number<decltype(plain)>)
        return put(put_decimal(put(to, '"'), plain), '"');  // a string (R-DAT-02)
      else if constexpr (std::same_as<decltype(plain), duration>)
        return put(put_duration(put(to, '"'), plain), '"');
      else
        return put_json(to, plain);
    });
  else
    return nullptr;
}

/// Writes at the end of a buffer. When memory runs out nothing more is written, and the buffer
/// tells.
class json_line {
 public:
  /// `room` is that of all constants and, by `json_room`, of all values.
  json_line(buffer& out, std::size_t room) noexcept
      : out_{out}, room_{room}, end_{begin_in(out, room)} {}
  json_line(json_line const&) = delete;
  json_line& operator=(json_line const&) = delete;
  ~json_line() {
    if (end_ != nullptr) out_.commit_until(end_);
  }

  // All calls are inlined and none but those to the cold part shows this object to another
  // function: only so does the end stay in a register.

  /// A constant, a time, or a text that is escaped already.
  template <class Text>
  [[gnu::always_inline]] void append(Text const& text) noexcept {
    if (end_ != nullptr) end_ = put(end_, text);
  }

  /// A value behind a constant, such as its key.
  template <std::size_t Size, class T>
  [[gnu::always_inline]] void append(fixed_text<Size> const& key, T const& value) noexcept {
    if (end_ == nullptr) return;
    char* const begin = put(end_, key);
    end_ = put_json(begin, value);
    if constexpr (!fixed_json<T>)
      if (end_ == nullptr) end_ = append_elsewhere(out_, begin, value, room_);
  }

 private:
  static char* begin_in(buffer& out, std::size_t room) noexcept {
    return out.reserve(room) ? out.end() : nullptr;
  }

  template <class T>
  [[gnu::noinline]] static char* append_elsewhere(buffer& out, char* end, T const& value,
                                                  std::size_t room) noexcept {
    out.commit_until(end);
    append_json(out, value);
    return begin_in(out, room);
  }

  buffer& out_;
  std::size_t const room_;
  char* end_;
};

}}}  // namespace trace2::v0::detail
