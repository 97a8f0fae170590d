// Events that carry values and messages of the program.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/text.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace event {

/// A value the program wants to remember, such as a number of entries.
struct data {
  static constexpr std::string_view event_name = "data";
  static constexpr event_traits traits{.frequent = true};
  duration t_abs{};  ///< since the process started
  duration t_rel{};  ///< since the innermost open region was entered, or since the thread started
  int nesting{};     ///< open regions of the thread, the thread included (R-REG-02)
  std::string_view category{};  ///< the subject or component; null: absent
  std::string_view key{};       ///< the name of the value
  data_value value{};           ///< in EVENT always a JSON string (R-DAT-02)
  void perf(auto& line) const { line << key << ':' << value; }
};
TRACE2_DETAIL_DESCRIBE(data, t_abs, t_rel, nesting, category, key, value)

/// A structured value, with the time since the innermost open region began.
struct data_json {
  static constexpr std::string_view event_name = "data_json";
  duration t_abs{};  ///< since the process started
  duration t_rel{};  ///< since the innermost open region was entered, or since the thread started
  int nesting{};     ///< open regions of the thread, the thread included (R-REG-02)
  std::string_view category{};  ///< the subject or component; null: absent
  std::string_view key{};       ///< the name of the value
  json_text value{};            ///< well-formed JSON; other text becomes a JSON string
  void perf(auto& line) const { line << key << ':' << value.text; }
};
TRACE2_DETAIL_DESCRIBE(data_json, t_abs, t_rel, nesting, category, key, value)

/// A message for the eyes of a person.
struct printf {
  static constexpr std::string_view event_name = "printf";
  static constexpr event_traits traits{.frequent = true};
  duration t_abs{};        ///< since the process started
  std::string_view msg{};  ///< the formatted message; null: none
  void normal(auto& line) const { line << msg; }
  void perf(auto& line) const { line << msg; }
};
TRACE2_DETAIL_DESCRIBE(printf, t_abs, msg)

}}}  // namespace trace2::v0::event
