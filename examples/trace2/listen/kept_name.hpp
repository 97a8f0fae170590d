// The names of the files in which a listener keeps what it receives.
#pragma once

#include <cstddef>
#include <string_view>

namespace trace2::program::listening {

/// Names such as 2000-01-31-0001.event: the day in local time and a number; 10000 follows 9999.
struct kept_name {
  static constexpr std::string_view plain_end = ".event";
  static constexpr std::string_view packed_end = ".event.gz";
  static constexpr std::size_t date_size = std::string_view{"2000-01-31"}.size();
  static constexpr std::size_t least_digits = 4;
  static constexpr std::size_t most_digits = 9;  // as many as each number has room for

  static bool is_ours(std::string_view name) noexcept;
  static std::string_view number_in(std::string_view name) noexcept;
  /// By day and number, however many digits that has.
  static bool is_older(std::string_view one, std::string_view other) noexcept;
  static unsigned number_of(std::string_view name) noexcept;
};

}  // namespace trace2::program::listening
