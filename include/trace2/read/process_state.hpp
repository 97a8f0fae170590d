// What the end of a process, its session id and the names of its threads tell.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// The names of a main thread: Git's, and that of other writers.
inline constexpr std::string_view main_thread_names[] = {"main", "MainThread"};

/// True if a thread of this name is the main one.
inline bool is_main_thread(std::string_view name) noexcept {
  return name == main_thread_names[0] || name == main_thread_names[1];
}

/// The thread with which the library serves "trace2 attach", and none of the program's.
inline bool is_control_thread(std::string_view name) noexcept {
  return name.ends_with(":trace2_control");
}

/// The end of a process, as its events tell it.
enum class process_state : unsigned char {
  running,     ///< no event has reported its end
  ended,       ///< its last event was read
  killed,      ///< by a signal that it has reported
  transformed  ///< into another program
};

/// As tables and messages show it.
inline std::string_view name_of(process_state state) noexcept {
  static constexpr std::string_view names[] = {"unfinished", "ended", "killed", "transformed"};
  return names[static_cast<unsigned char>(state)];
}

/// The process id at the end of a session id (R-SID-01); 0 if it has none.
inline std::uint32_t pid_of(std::string_view sid) noexcept {
  std::size_t const mark = sid.rfind("-P");
  std::uint32_t pid = 0;
  if (mark != sid.npos && sid.find('/', mark) == sid.npos)
    std::from_chars(sid.data() + mark + 2, sid.data() + sid.size(), pid, 16);
  return pid;
}

/// True if a process is surely the program that its parent has become by exec: it has the process
/// id of the parent. No child of a process that lives has that one.
inline bool has_replaced(process_state parent, std::uint32_t parent_pid,
                         std::uint32_t pid) noexcept {
  return parent == process_state::transformed && pid != 0 && pid == parent_pid;
}

}}}  // namespace trace2::v0::read
