// Borrowed text that may be absent: the type of verb parameters where Git takes a C string. Not a
// std::string_view, because <string_view> takes 0.4 times as long to include as <iostream>, and a
// unit whose instrumentation is compiled out needs nothing else of it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <type_traits>

namespace trace2 { inline namespace v0 {

namespace detail {

/// std::string, std::string_view and types like them.
template <class T>
concept string_like =
    std::is_class_v<T> && requires(T const& string, char const*& begin, std::size_t& size) {
      begin = string.data();
      size = string.size();
    };

/// std::u8string, std::u8string_view and types like them.
template <class T>
concept utf8_string_like =
    std::is_class_v<T> && requires(T const& string, char8_t const*& begin, std::size_t& size) {
      T::npos;  // a vector of code units is none
      begin = string.data();
      size = string.size();
    };

/// std::string_view and types like it, to which a text converts without a copy.
template <class T>
concept view_like = string_like<T> && requires(T& view, char const* begin, std::size_t size) {
  view.remove_prefix(size);
  view = T{begin, size};
};

/// std::filesystem::path and types like it, which give a reference to the text they hold.
template <class T>
concept path_like = std::is_class_v<T> && !string_like<T> && requires(T const& path) {
  requires std::is_lvalue_reference_v<decltype(path.native())>;
  requires string_like<std::remove_cvref_t<decltype(path.native())>>;
};

/// std::filesystem::path where it holds UTF-16: on Windows. A text, which borrows, can't convert
/// it.
template <class T>
concept wide_path_like = std::is_class_v<T> && requires(T const& path, wchar_t const*& begin) {
  path.parent_path();
  begin = path.native().data();
};

/// The remedies, which compilers show with the deleted function that is called.
struct give_path_u8string {};
struct give_the_temporary_string_a_name {};

/// A type that owns its text: unlike a view it can't be copied bit by bit.
template <class T>
concept text_owner = std::is_class_v<T> && !std::is_trivially_copyable_v<T>;

}  // namespace detail

/// A borrowed text that may be absent; verbs take it wherever Git takes a C string or NULL. An
/// absent text is not an empty one. A C string, a std::filesystem::path and any object with data()
/// and size() convert to it, and it converts to std::string_view. On Windows a path has UTF-16:
/// give `path.u8string()`, which is the same everywhere.
class text {
 public:
  /// An absent text.
  constexpr text() noexcept = default;
  /// An absent text.
  constexpr text(std::nullptr_t) noexcept {}
  /// A C string; null is an absent text.
  constexpr text(char const* chars) noexcept
      : data_{chars}, size_{chars == nullptr ? 0 : __builtin_strlen(chars)} {}
  /// `size` bytes; a null pointer is an absent text.
  constexpr text(char const* begin, std::size_t size) noexcept : data_{begin}, size_{size} {}
  /// Anything with data() and size(): std::string, std::string_view and types like them.
  template <detail::string_like String>
  constexpr text(String const& string) noexcept
      : data_{string.data()}, size_{static_cast<std::size_t>(string.size())} {}
  /// The same in UTF-8: std::u8string and std::u8string_view.
  template <detail::utf8_string_like String>
  text(String const& string) noexcept
      : text{reinterpret_cast<char const*>(string.data()),
             static_cast<std::size_t>(string.size())} {}
  /// A std::filesystem::path in its native spelling.
  template <detail::path_like Path>
  constexpr text(Path const& path) noexcept : text{path.native()} {}
  /// No path of Windows is a text.
  template <detail::wide_path_like Path>
  text(Path const&, detail::give_path_u8string = {}) = delete;

  /// A null view when the text is absent.
  template <detail::view_like View>
  constexpr operator View() const noexcept {
    return View{data_, size_};
  }
  /// The first byte; null when the text is absent. No zero byte ends it.
  constexpr char const* data() const noexcept { return data_; }
  /// Number of bytes.
  constexpr std::size_t size() const noexcept { return size_; }
  /// True for the text that Git would write as NULL.
  constexpr bool is_absent() const noexcept { return data_ == nullptr; }
  /// An empty text for an absent one, where a format always writes a text.
  constexpr text or_empty() const noexcept { return is_absent() ? text{""} : *this; }

 private:
  char const* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A text that is needed once more after the statement that names it. Literals, constant arrays and
/// strings are borrowed until then; a temporary string, which would be gone by then, does not
/// compile. The lifetime of characters behind a pointer or a view is unknown: copy them to keep
/// them.
class lasting_text : public text {
 public:
  /// An absent text.
  constexpr lasting_text() noexcept = default;
  template <class Text>
  requires(std::is_convertible_v<Text, text> &&
           !std::is_same_v<std::remove_cvref_t<Text>, lasting_text> &&
           (std::is_lvalue_reference_v<Text> || !detail::text_owner<std::remove_cvref_t<Text>>))
  /// Borrows what lasts; remembers of a pointer or a view that it must be copied.
  constexpr lasting_text(Text&& shown) noexcept
      : text{shown},
        lasts_{std::is_lvalue_reference_v<Text> &&
               (detail::text_owner<std::remove_cvref_t<Text>> ||
                (std::is_array_v<std::remove_reference_t<Text>> &&
                 std::is_const_v<std::remove_reference_t<Text>>))} {}
  template <detail::text_owner String>
  lasting_text(String&&, detail::give_the_temporary_string_a_name = {}) = delete;

  /// True if the text may be borrowed; else it must be copied.
  constexpr bool lasts() const noexcept { return lasts_; }

 private:
  bool lasts_ = true;
};

/// Text that is JSON already. EVENT nests it as a value without its line breaks (R-JSN-05); text
/// that is not well-formed JSON, or has more than 64 levels of arrays and objects, becomes a JSON
/// string, so that the line stays readable.
struct json_text {
  trace2::text text;  ///< borrowed for the statement
};

}}  // namespace trace2::v0
