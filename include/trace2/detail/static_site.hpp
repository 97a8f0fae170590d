// What is known of a call before the program runs, in one place, so that the call passes one
// pointer and a recording says it only once.
#pragma once

#include <trace2/call_site.hpp>
#include <trace2/detail/atomic.hpp>
#include <trace2/value.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2::inline v0::detail {

/// Place, category and label, or key, of one call. All of them are literals. A static variable of
/// the calling function; its number in recordings is the only part that changes, and only once.
struct static_site {
  char const* file;
  char const* category_text;
  char const* label_text;
  std::uint32_t line;
  std::uint16_t category_size;
  std::uint16_t label_size;
  atomic<std::uint32_t> number{0};

  constexpr static_site(text category, text label, call_site at = call_site::here()) noexcept
      : file{at.file},
        category_text{std::string_view{category}.data()},
        label_text{std::string_view{label}.data()},
        line{static_cast<std::uint32_t>(at.line)},
        category_size{static_cast<std::uint16_t>(std::string_view{category}.size())},
        label_size{static_cast<std::uint16_t>(std::string_view{label}.size())} {}

  std::string_view category() const noexcept { return {category_text, category_size}; }
  std::string_view label() const noexcept { return {label_text, label_size}; }
  call_site at() const noexcept { return {file, static_cast<int>(line)}; }
};

/// What an argument means as a parameter of type text; `{}` is none.
constexpr text as_text(text shown) noexcept { return shown; }

inline void not_constant() noexcept {}

/// Where a text begins: a constant, in the sense of __builtin_constant_p, for literals and for what
/// is made of them at compile time.
constexpr char const* literal(text shown) noexcept {
  constexpr std::size_t longest = 0xffff;
  std::string_view const view = shown;
  if (view.size() > longest) not_constant();
  return view.data();
}

}  // namespace trace2::inline v0::detail
