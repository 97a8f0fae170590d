// Texts that a thread puts together once and then copies, because the next line nearly always has
// them as well: who writes, and from which place.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/view_of.hpp>

#include <cstddef>
#include <cstring>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

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

/// The texts of some places of the program: in most cases all those that a loop passes in turn. A
/// room for a text has the name of the file `At` bytes behind its beginning: the text shows the
/// name there as it is, or has ended before.
template <std::size_t Capacity, std::size_t At>
class place_memo {
 public:
  /// The text of a place, of which the name of the file isn't empty; `write(to)` makes it of at
  /// most `Capacity` bytes, and returns its end. Null if `write` returns null, for a text without
  /// room.
  kept_text<Capacity> const* text_of(std::string_view file, int line, auto const& write) noexcept {
    entry& latest = entries_[static_cast<unsigned>(line) % count];
    // By content: a name needn't stay at its address, nor an address keep its name.
    if (latest.line == line && latest.file() == file) [[likely]]
      return &latest.text;
    if (At + file.size() > Capacity) return nullptr;
    latest.file_size = 0;
    char* const end = write(latest.text.data);
    if (end == nullptr) return nullptr;
    latest.text.keep_until(end);
    file.copy(latest.text.data + At, file.size());
    latest.file_size = static_cast<unsigned>(file.size());
    latest.line = line;
    return &latest.text;
  }

 private:
  static constexpr unsigned count = 4;

  struct alignas(64) entry {
    int line = 0;
    unsigned file_size = 0;
    kept_text<Capacity> text;

    std::string_view file() const noexcept { return view_of(text.data + At, file_size); }
  };

  entry entries_[count]{};
};

}}}  // namespace trace2::v0::detail
