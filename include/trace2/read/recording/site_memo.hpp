// A cache in front of a dictionary's sites.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/recording/dictionary.hpp>

#include <array>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Saves most look-ups of the sites of short records. The dictionary must outlive it.
class site_memo {
 public:
  explicit site_memo(dictionary const& words) noexcept : words_{&words} {}

  /// Null for a site of which the dictionary knows nothing yet.
  site const* find(std::uint32_t number) {
    known_site& cached = sites_[number % sites_.size()];
    if (cached.where == nullptr || cached.number != number)
      cached = {number, words_->find_site(number)};
    return cached.where;
  }

 private:
  struct known_site {
    std::uint32_t number = 0;
    site const* where = nullptr;
  };

  dictionary const* words_;
  std::array<known_site, 16> sites_{};
};

}}}}  // namespace trace2::v0::read::recording
