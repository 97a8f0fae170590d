// The schema of an event: the types of its members and the flags that formats ask about. Recordings
// store the same numbers, so a value that is here once keeps its meaning.
#pragma once

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// The type of a member; the comments say how a recording stores it.
enum class member_type : std::uint32_t {
  boolean = 1,    ///< u8
  character = 2,  ///< one byte of text
  int8 = 3,
  int16 = 4,
  int32 = 5,
  int64 = 6,
  uint8 = 7,
  uint16 = 8,
  uint32 = 9,
  uint64 = 10,
  float32 = 11,
  float64 = 12,
  text = 13,
  texts = 14,         ///< u32 count, texts
  microseconds = 15,  ///< i64 microseconds
  value = 16,         ///< u32 type, one of text, int64, uint64, float64, microseconds; then that
  json = 17,          ///< text: JSON that the program gave
  rendered = 18,      ///< text: the member as JSON
  enumeration = 19    ///< text: the name; absent: an i64 value follows
};

/// What a schema says of an event besides its members.
enum schema_flag : std::uint32_t {
  timed_flag = 1,           ///< PERF shows the absolute time
  dated_flag = 2,           ///< brief EVENT lines keep the time of day
  machine_flag = 4,         ///< NORMAL and PERF have no such line
  normal_flag = 8,          ///< its wording for NORMAL follows the members
  perf_flag = 16,           ///< … for PERF
  perf_category_flag = 32,  ///< … for PERF's column of categories
  any_wording_flag = normal_flag | perf_flag | perf_category_flag
};

}}}  // namespace trace2::v0::detail
