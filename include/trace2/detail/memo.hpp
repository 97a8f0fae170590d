// Texts that a thread puts together once and then copies, because the next line nearly always has
// them as well: who writes, and from which place.
#pragma once

#include <trace2/call_site.hpp>

#include <cstddef>
#include <cstring>
#include <string_view>

namespace trace2::inline v0::detail {

/// A text in a room of its own.
template <std::size_t Capacity>
struct kept_text {
  unsigned size = 0;
  char data[Capacity]{};

  void keep_until(char const* end) noexcept { size = static_cast<unsigned>(end - data); }
};

/// Writes the text where there is room for the capacity, and returns the end.
template <std::size_t Capacity>
[[gnu::always_inline]] inline char* put(char* to, kept_text<Capacity> const& text) noexcept {
  // A constant number of bytes takes no call.
  std::memcpy(to, text.data, Capacity);
  return to + text.size;
}

/// The text that was made last, with what it was made of.
template <class Key, std::size_t Capacity>
class memo {
 public:
  /// The text of `key`; `write(to)` makes it of at most `Capacity` bytes, and returns its end.
  kept_text<Capacity> const& text_of(Key const& key, auto const& write) noexcept {
    if (!(key == key_)) [[unlikely]] {
      text_.keep_until(write(text_.data));
      key_ = key;
    }
    return text_;
  }

 private:
  Key key_{};
  kept_text<Capacity> text_;
};

/// The texts of some places of the program: in most cases all those that a loop passes in turn.
template <std::size_t Capacity>
class place_memo {
 public:
  static constexpr std::size_t longest_file = 39;

  /// The text of a place; null when its file has a longer name. `write(to, file)` makes it of at
  /// most `Capacity` bytes, and returns its end, or null if that can't be done.
  kept_text<Capacity> const* text_of(call_site at, auto const& write) noexcept {
    entry& latest = entries_[static_cast<unsigned>(at.line) % count];
    // By content: a name needn't stay at its address, nor an address keep its name.
    if (latest.line == at.line && std::strcmp(latest.file, at.file) == 0) [[likely]]
      return &latest.text;
    std::string_view const file{at.file};
    if (file.size() > longest_file) return nullptr;
    latest.file[0] = '\0';
    char const* const end = write(latest.text.data, file);
    if (end == nullptr) return nullptr;
    latest.text.keep_until(end);
    latest.line = at.line;
    std::memcpy(latest.file, at.file, file.size() + 1);
    return &latest.text;
  }

 private:
  static constexpr unsigned count = 4;

  struct alignas(128) entry {
    int line = 0;
    char file[longest_file + 1]{};  ///< none has an empty name
    kept_text<Capacity> text;
  };

  entry entries_[count]{};
};

}  // namespace trace2::inline v0::detail
