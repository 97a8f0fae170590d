// Conditions on the data of a process: "cache/result=hit and cache/size>100".
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/data.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/data_value.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trace2::program {

/// True if the name, "category/key", is that of a datum.
bool is_named(event::data const& datum, std::string_view name) noexcept;

/// The value as PERF writes it. Lifetime: that of the value and the room.
std::string_view text_of(data_value const& value, buffer& room);

/// A number as a trace or a person writes it. Integers of 64 bits are compared exactly.
class written_number {
 public:
  /// Nothing for other text.
  static std::optional<written_number> of(std::string_view text) noexcept;

  friend bool operator==(written_number const& a, written_number const& b) noexcept;
  friend bool operator<(written_number const& a, written_number const& b) noexcept;

 private:
  bool is_whole_ = false;
  std::int64_t whole_{};
  double nearest_{};
};

/// One condition. `=` compares two numbers as numbers, and otherwise texts, exactly; `<` and `>`
/// compare numbers, and no text meets them.
struct datum_condition {
  std::string name{};  ///< "category/key"
  char sign = '=';
  std::string value{};

  bool is_met_by(event::data const& datum) const;
};

/// The conditions of a text, joined by " and ", or why it has none.
struct datum_conditions {
  static constexpr std::size_t most = 32;

  static datum_conditions of(std::string_view text);

  std::vector<datum_condition> all{};
  std::string problem{};  ///< empty: none
};

/// Why a text can't be the name of a datum; empty if it can.
std::string problem_of_name(std::string_view name);

}  // namespace trace2::program
