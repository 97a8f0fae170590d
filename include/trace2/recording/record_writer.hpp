// Builds the bytes of one record in a buffer (layout.hpp), and stores a record that is complete.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/put.hpp>
#include <trace2/recording/layout.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Appends a record of several words to a buffer that holds nothing else.
class record_writer {
 public:
  record_writer(buffer& to, kind what) noexcept : to_{&to}, what_{what} {
    to_->clear();
    put(std::uint64_t{0});  // the first word, as soon as the size is known
  }

  /// A number, or several without gaps.
  template <class Numbers>
  void put(Numbers value) noexcept {
    static_assert(std::has_unique_object_representations_v<Numbers> ||
                  std::is_floating_point_v<Numbers>);
    if (!to_->reserve(sizeof value)) return;
    std::memcpy(to_->end(), &value, sizeof value);
    to_->commit(sizeof value);
  }

  /// The first `size` bytes of a word: copied as a whole, that takes no call.
  void put_plain(char const* bytes, std::size_t size) noexcept {
    if (!to_->reserve(word)) return;
    std::memcpy(to_->end(), bytes, word);
    to_->commit(size);
  }

  /// An absent text stays absent.
  void put_text(std::string_view text) noexcept {
    if (text.data() == nullptr) return put(absent_text);
    // Such a text has no room in any chunk.
    std::uint32_t const size =
        text.size() < absent_text ? static_cast<std::uint32_t>(text.size()) : absent_text - 1;
    if (!to_->reserve(sizeof size + size)) return;
    std::memcpy(to_->end(), &size, sizeof size);
    to_->commit_until(detail::put(to_->end() + sizeof size, text.substr(0, size)));
  }

  void put_bytes(std::string_view bytes) noexcept { to_->append(bytes); }

  /// Up to a word.
  void fill() noexcept { to_->fill((word - to_->size() % word) % word, '\0'); }

  /// The bytes of the record; none when memory ran out or no chunk would have room for it.
  std::string_view finish(std::uint32_t number) noexcept {
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

/// Whether a record is of an event that no ring may forget.
inline bool is_introduction(std::string_view record) noexcept {
  constexpr std::size_t place = 5 * word + sizeof(std::uint32_t);
  std::uint32_t flags = 0;
  if (kind_of(head_of(record)) == kind::event && record.size() >= place + sizeof flags)
    std::memcpy(&flags, record.data() + place, sizeof flags);
  return (flags & introduction_flag) != 0;
}

/// Stores a record of several words: complete before its first word says so.
inline void store_record(std::uint64_t* to, std::string_view record) noexcept {
  if (record.size() < word) return;
  std::memcpy(to + 1, record.data() + word, record.size() - word);
  __atomic_store_n(to, head_of(record), __ATOMIC_RELEASE);
}

}}}}  // namespace trace2::v0::detail::recording
