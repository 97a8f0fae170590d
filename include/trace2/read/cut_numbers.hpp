// The numbers of an event that were out of range.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/text_list.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// The texts by which numbers are told apart, each once: the first `most` of an event. The texts
/// must outlive it.
class cut_numbers {
 public:
  static constexpr std::size_t most = 8;

  void clear() noexcept { count_ = 0; }
  /// The same text at another place is another number.
  void add(std::string_view text) noexcept {
    auto const is_same = [text](std::string_view known) { return known.data() == text.data(); };
    if (count_ < most && std::none_of(begin(), end(), is_same)) texts_[count_++] = text;
  }
  /// Forgets the latest ones, so that `count` are left.
  void shorten(std::size_t count) noexcept { count_ = std::min(count_, count); }

  bool empty() const noexcept { return count_ == 0; }
  std::size_t size() const noexcept { return count_; }
  std::string_view const* begin() const noexcept { return texts_.data(); }
  std::string_view const* end() const noexcept { return texts_.data() + count_; }
  /// Valid until it changes.
  text_list all() const noexcept { return {texts_.data(), count_}; }

 private:
  std::array<std::string_view, most> texts_;
  std::size_t count_ = 0;
};

}}}  // namespace trace2::v0::read
