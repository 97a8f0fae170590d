// Builds the bytes of one record in a buffer (layout.hpp), and stores a complete record in a chunk.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/recording/layout.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/detail/put.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Builds a record of several words in a buffer, whose earlier contents go.
class record_writer {
 public:
  record_writer(buffer& to, kind what) noexcept : to_{&to}, what_{what} {
    to_->clear();
    put(std::uint64_t{0});  // room for the first word, which holds the size
  }

  /// Appends a number, or a struct of numbers without gaps.
  template <class Numbers>
  [[gnu::noinline]] void put(Numbers value) noexcept {
    static_assert(std::has_unique_object_representations_v<Numbers> ||
                  std::is_floating_point_v<Numbers>);
    if (!to_->reserve(sizeof value)) return;
    std::memcpy(to_->end(), &value, sizeof value);
    to_->commit(sizeof value);
  }

  /// Appends the first `size` bytes of a word. Copies the whole word, because this needs no call.
  void put_plain(char const* bytes, std::size_t size) noexcept {
    if (!to_->reserve(word)) return;
    std::memcpy(to_->end(), bytes, word);
    to_->commit(size);
  }

  /// Appends a text. An absent text stays absent.
  [[gnu::noinline]] void put_text(std::string_view text) noexcept {
    if (text.data() == nullptr) return put(absent_text);
    // A text of that size has no room in any chunk: `finish` refuses the record.
    std::uint32_t const size =
        text.size() < absent_text ? static_cast<std::uint32_t>(text.size()) : absent_text - 1;
    if (!to_->reserve(sizeof size + size)) return;
    std::memcpy(to_->end(), &size, sizeof size);
    to_->commit_until(detail::put(to_->end() + sizeof size, text.substr(0, size)));
  }

  void put_bytes(std::string_view bytes) noexcept { to_->append(bytes); }

  /// Appends zeros up to a whole word.
  void fill() noexcept { to_->fill((word - to_->size() % word) % word, '\0'); }

  /// Completes the record and returns its bytes; none when memory ran out or no chunk could hold
  /// it.
  [[gnu::noinline]] std::string_view finish(std::uint32_t number) noexcept {
    fill();
    if (to_->failed() || to_->size() > largest_chunk / 2) return {};
    std::uint64_t const head = long_head(what_, to_->size() / word, number);
    std::memcpy(to_->data(), &head, sizeof head);
    return to_->view();
  }

 private:
  buffer* to_;
  kind what_;
};

/// The first word of a record.
inline std::uint64_t head_of(std::string_view record) noexcept {
  std::uint64_t head = 0;
  if (record.size() >= sizeof head) std::memcpy(&head, record.data(), sizeof head);
  return head;
}

/// True if a record holds an event that no ring may overwrite.
inline bool is_lasting_event(std::string_view record) noexcept {
  constexpr std::size_t place = 5 * word + sizeof(std::uint32_t);
  std::uint32_t flags = 0;
  if (kind_of(head_of(record)) == kind::event && record.size() >= place + sizeof flags)
    std::memcpy(&flags, record.data() + place, sizeof flags);
  return (flags & lasting_event_flag) != 0;
}

/// Stores a record of several words, its first word last: a reader that finds it finds all of it.
inline void store_record(std::uint64_t* to, std::string_view record) noexcept {
  if (record.size() < word) return;
  std::memcpy(to + 1, record.data() + word, record.size() - word);
  __atomic_store_n(to, head_of(record), __ATOMIC_RELEASE);
}

}}}}  // namespace trace2::v0::detail::recording
