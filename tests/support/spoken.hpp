// An event with all wordings.
#pragma once

#include <trace2/event.hpp>

#include <string_view>

namespace support {

struct spoken {
  static constexpr std::string_view event_name = "spoken";
  static constexpr trace2::event_traits traits{.timed = false, .urgent = true};
  std::string_view key{};
  std::string_view category{};
  unsigned short nesting{};
  void normal(auto& line) const { line << "normal " << key; }
  void perf(auto& line) const { line << "perf " << key; }
  void perf_category(auto& line) const { line << "category " << key; }
};
BOOST_DESCRIBE_STRUCT(spoken, (), (key, category, nesting))

}  // namespace support
