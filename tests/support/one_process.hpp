// The lines of a process "S", the program frob, that runs for a second.
#pragma once

#include <string>
#include <string_view>

#include "support/trace_log.hpp"

namespace support::one_process {

inline std::string line(std::string_view event, std::string_view time,
                        std::string_view members = "", std::string_view thread = "main",
                        std::string_view sid = "S") {
  return event_line(event, sid, thread, time, members);
}

/// Its first and last events around the others.
inline std::string process(std::string const& inside) {
  return line("start", "00:00:00", R"(,"t_abs":0,"argv":["/bin/frob"])") + inside +
         line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)");
}

}  // namespace support::one_process
