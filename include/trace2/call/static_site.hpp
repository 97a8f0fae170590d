// The constant part of a call: place, category and label. The call passes one pointer to it, and a
// recording says it only once.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Place, category and label, or key, of one call: a static variable of the calling function. Texts
/// are literals of at most `largest_text` bytes; other calls have no site. The number in recordings
/// is the only part that changes, and only once.
struct static_site {
  static constexpr std::size_t largest_text = 0xff;
  static constexpr int largest_line = 0xffff;

  char const* file;
  char const* category_text;
  char const* label_text;
  atomic<std::uint32_t> number{0};
  std::uint16_t line;
  std::uint8_t category_size;
  std::uint8_t label_size;

  constexpr static_site(text category, text label, call_site at = call_site::here()) noexcept
      : file{at.file},
        category_text{category.data()},
        label_text{label.data()},
        line{static_cast<std::uint16_t>(at.line)},
        category_size{static_cast<std::uint8_t>(category.size())},
        label_size{static_cast<std::uint8_t>(label.size())} {}

  std::string_view category() const noexcept { return view_of(category_text, category_size); }
  std::string_view label() const noexcept { return view_of(label_text, label_size); }
  call_site at() const noexcept { return {file, line}; }
};

/// The site of a call with a message. Errors and messages to people have neither category nor
/// label.
struct message_site : static_site {
  char const* format;

  constexpr message_site(text category, text label, char const* format_text,
                         call_site at = call_site::here()) noexcept
      : static_site{category, label, at}, format{format_text} {}
};

/// Converts an argument as a parameter of type `text` does; `{}` is no text.
constexpr text as_text(text value) noexcept { return value; }

inline void not_constant() noexcept {}

/// Where a text begins: a constant, in the sense of __builtin_constant_p, for literals and for
/// texts made of them at compile time, if a call in that line may have a site.
constexpr char const* literal(text value, int line = __builtin_LINE()) noexcept {
  if (value.size() > static_site::largest_text || line > static_site::largest_line) not_constant();
  return value.data();
}

}}}  // namespace trace2::v0::detail
