// The argument lists that verbs take, made from every form of list that programs have at hand.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/text.hpp>

#include <cstddef>
#include <initializer_list>
#include <type_traits>

namespace trace2 { inline namespace v0 {

/// A borrowed list of texts: a null-terminated `argv`, a counted `argv`, a braced list, or any
/// range of texts that lie somewhere: one that makes a std::string for each item does not compile.
/// Lifetime: valid for the statement it appears in. Cost: two pointers and a number.
class arguments {
 public:
  /// An empty list.
  arguments() noexcept : arguments{std::initializer_list<text>{}} {}
  /// A list that ends with a null pointer, such as `argv` of main.
  // A null list is an empty one.
  arguments(char const* const* null_terminated) noexcept
      : arguments{length(null_terminated), null_terminated} {}
  /// `count` texts; a negative count or a null list is an empty list.
  arguments(int count, char const* const* items) noexcept
      : arguments{count < 0 ? 0 : static_cast<std::size_t>(count), items} {}
  /// `count` texts; a null list is an empty one.
  arguments(std::size_t count, char const* const* items) noexcept
      : source_{items},
        count_{items == nullptr ? 0 : count},
        visit_{[](void const* source, std::size_t size, void* context, receiver take) {
          for (std::size_t i = 0; i < size; ++i)
            take(context, static_cast<char const* const*>(source)[i]);
        }} {}
  /// A braced list: `{"sort", "-u", path}`.
  arguments(std::initializer_list<text> items) noexcept
      : source_{items.begin()},
        count_{items.size()},
        visit_{[](void const* source, std::size_t size, void* context, receiver take) {
          for (std::size_t i = 0; i < size; ++i) take(context, static_cast<text const*>(source)[i]);
        }} {}
  /// Any range of strings, views or C strings that exist already.
  template <class Range>
  requires(std::is_class_v<Range> && !std::is_convertible_v<Range const&, text> &&
           requires(Range const& range) { lasting_text{*range.begin()}, range.end(); })
  arguments(Range const& range) noexcept
      : source_{&range}, visit_{[](void const* source, std::size_t, void* context, receiver take) {
          for (auto const& item : *static_cast<Range const*>(source)) take(context, text{item});
        }} {}

  /// Calls `take(item)` for each item.
  template <class Take>
  void for_each(Take&& take) const {
    visit_(source_, count_, &take, [](void* context, text item) {
      (*static_cast<std::remove_reference_t<Take>*>(context))(item);
    });
  }

 private:
  using receiver = void (*)(void* context, text item);

  static std::size_t length(char const* const* items) noexcept {
    std::size_t count = 0;
    while (items != nullptr && items[count] != nullptr) ++count;
    return count;
  }

  void const* source_;
  std::size_t count_ = 0;
  void (*visit_)(void const* source, std::size_t count, void* context, receiver take);
};

}}  // namespace trace2::v0
