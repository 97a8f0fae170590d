// A session in memory whose lines hold nothing that a test does not care about.
#pragma once

#include <trace2/testing.hpp>

#include <string>
#include <string_view>

namespace support {

/// Brief lines of the process "SID".
class brief_session : public trace2::testing::memory_session<> {
 public:
  explicit brief_session(trace2::testing::memory_session_options options = {})
      : memory_session{adapted(options)} {}

  /// EVENT's lines since the last call, without process and thread "main".
  std::string events() {
    std::string text{event()};
    for (std::string_view const common : {R"("sid":"SID",)", R"(,"thread":"main")"})
      for (std::size_t at = 0; (at = text.find(common)) != std::string::npos;)
        text.erase(at, common.size());
    return text;
  }

  /// Ends the session; the lines that it then says in NORMAL of timers and counters.
  std::string sums_at_end() {
    normal();
    end();
    std::string const lines{normal()};
    return lines.substr(0, lines.find("atexit"));
  }

 private:
  static trace2::testing::memory_session_options adapted(
      trace2::testing::memory_session_options options) {
    options.sid = "SID";
    options.format.brief = true;
    return options;
  }
};

}  // namespace support
