// The filter of a target: it selects events by category and label.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/detail/text/glob.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 {

/// A list of patterns, separated by commas, for events that have a category:
///
///     index            events of the category `index`
///     index/load       … and the label `load` (a region's label, a value's key, a timer's name)
///     !index/load*     not these
///
/// The parts are shell patterns and distinguish case. The last pattern that matches decides. An
/// event that no pattern matches is wanted only if the list begins with a `!`. An empty list wants
/// every event. A region that is not wanted still counts for the nesting of the regions inside it.
///
/// Lifetime: borrows the text. Cost: every event is matched with the patterns; an empty list costs
/// nothing.
class event_filter {
 public:
  constexpr event_filter() noexcept = default;
  constexpr explicit event_filter(std::string_view patterns) noexcept
      : patterns_{patterns}, match_{patterns.empty() ? nullptr : &match} {}

  constexpr bool is_empty() const noexcept { return patterns_.empty(); }

  bool wants(std::string_view category, std::string_view label) const noexcept {
    return match_ == nullptr || match_(patterns_, category, label);
  }

 private:
  static bool match(std::string_view patterns, std::string_view category,
                    std::string_view label) noexcept {
    bool is_first = true;
    bool is_wanted = false;
    detail::for_each_item(patterns, ',', [&](std::string_view pattern) {
      bool const excludes = pattern.starts_with('!');
      if (is_first) is_wanted = excludes;
      is_first = false;
      if (excludes) pattern.remove_prefix(1);
      if (matches(pattern, category, label)) is_wanted = !excludes;
    });
    return is_wanted;
  }

  static bool matches(std::string_view pattern, std::string_view category,
                      std::string_view label) noexcept {
    if (pattern.empty()) return false;
    auto const slash = pattern.find('/');
    if (!detail::glob{pattern.substr(0, slash)}.matches(category)) return false;
    return slash == pattern.npos || detail::glob{pattern.substr(slash + 1)}.matches(label);
  }

  std::string_view patterns_;
  // A pointer, so that units that only trace hold no code that matches patterns.
  bool (*match_)(std::string_view, std::string_view, std::string_view) noexcept = nullptr;
};

}}  // namespace trace2::v0
