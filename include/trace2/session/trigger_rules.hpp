// The rules that keep the ring of a recording: the setting's text, parsed.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/posix/only.hpp>
#include <trace2/session/duration_text.hpp>
#include <trace2/settings/filter.hpp>
#include <trace2/settings/scalar.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <signal.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// A list, separated by commas or blanks:
///
///     region>50ms         a region that takes longer, of any name
///     index/refresh>2s    a region of this category and label, both shell patterns
///     error               an error event
///     signal:USR2         this signal, or USR1
///     after=5s            how long the recording goes on then, unless the ring is full again; 1s
///     every=1m            the time from one file that is kept to the next, at least; 10s
///     keep=3              how many files are kept, the newest ones; 10
///
/// Lifetime: borrows the text.
class trigger_rules {
 public:
  struct slow_region {
    std::string_view text{};  ///< as the setting has it
    event_filter which{};     ///< empty: every region
    std::int64_t length = 0;  ///< nanoseconds
  };
  static constexpr std::size_t most_regions = 16;

  constexpr trigger_rules() noexcept = default;
  /// Calls `complain(item)` for each item that says nothing.
  explicit trigger_rules(std::string_view text, auto const& complain) noexcept {
    constexpr std::string_view separators = ", \t\n";
    while (!text.empty()) {
      std::size_t const end = text.find_first_of(separators);
      std::string_view const item = text.substr(0, end);
      text.remove_prefix(end == text.npos ? text.size() : end + 1);
      if (!item.empty() && !take(item)) complain(item);
    }
  }

  bool is_empty() const noexcept { return count_ == 0 && !on_error && signal == 0; }
  bool has_regions() const noexcept { return count_ != 0; }

  /// The rule for a region that has taken so many nanoseconds; null if it isn't slow.
  slow_region const* find(std::string_view category, std::string_view label,
                          std::int64_t length) const noexcept {
    if (length <= shortest_) return nullptr;
    for (std::size_t i = 0; i < count_; ++i)
      if (length > regions_[i].length && regions_[i].which.wants(category, label))
        return &regions_[i];
    return nullptr;
  }
  /// No region of this many nanoseconds is slow.
  std::int64_t shortest() const noexcept { return shortest_; }

  bool on_error = false;
  int signal = 0;  ///< 0: none
  std::int64_t after = 1'000'000'000;
  std::int64_t every = 10'000'000'000;
  unsigned kept = 10;

 private:
  bool take(std::string_view item) noexcept {
    if (item == "error") return on_error = true;
    if (item == "signal:USR1") return (signal = SIGUSR1) != 0;
    if (item == "signal:USR2") return (signal = SIGUSR2) != 0;
    if (std::size_t const sign = item.find('>'); sign != item.npos)
      return take_region(item, item.substr(0, sign), parse_duration(item.substr(sign + 1)));
    std::size_t const sign = item.find('=');
    if (sign == item.npos) return false;
    std::string_view const name = item.substr(0, sign);
    std::string_view value = item.substr(sign + 1);
    if (name == "after") return take_length(after, value);
    if (name == "every") return take_length(every, value);
    return name == "keep" && take_number_of_files(value);
  }
  bool take_region(std::string_view item, std::string_view name, std::int64_t length) noexcept {
    if (name.empty() || length == 0 || count_ == most_regions) return false;
    regions_[count_++] = {item, name == "region" ? event_filter{} : event_filter{name}, length};
    if (length < shortest_) shortest_ = length;
    return true;
  }
  static bool take_length(std::int64_t& to, std::string_view value) noexcept {
    std::int64_t const length = parse_duration(value);
    if (length != 0) to = length;
    return length != 0;
  }
  bool take_number_of_files(std::string_view value) noexcept {
    constexpr std::uint64_t most = 1000;
    std::uint64_t const number = take_number(value);
    if (!value.empty() || number == 0 || number > most) return false;
    kept = static_cast<unsigned>(number);
    return true;
  }

  slow_region regions_[most_regions]{};
  std::size_t count_ = 0;
  std::int64_t shortest_ = INT64_MAX;
};

}}}  // namespace trace2::v0::detail
