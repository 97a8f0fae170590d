// Events of the process as a whole.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event.hpp>
#include <trace2/event/wording.hpp>
#include <trace2/value/detail/describe.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/text_list.hpp>

namespace trace2 { inline namespace v0 { namespace event {

/// The first event of every process.
struct version {
  static constexpr std::string_view event_name = "version";
  static constexpr event_traits traits{.timed = false, .dated_when_brief = true};
  std::string_view evt = "4";  ///< version of the EVENT format itself (R-EVT-13)
  std::string_view exe{};      ///< version of the program
  void normal(auto& line) const { line << "version " << exe; }
  void perf(auto& line) const { line << exe; }
};
TRACE2_DETAIL_DESCRIBE(version, evt, exe)

/// The directory is full: this process took the place of the sentinel (R-DST-16).
struct too_many_files {
  static constexpr std::string_view event_name = "too_many_files";
  static constexpr event_traits traits{.machine_only = true};
};
TRACE2_DETAIL_DESCRIBE(too_many_files)

/// The command line, redacted.
struct start {
  static constexpr std::string_view event_name = "start";
  duration t_abs{};  ///< since the process started
  text_list argv{};  ///< the program and its arguments
  void normal(auto& line) const { line << "start " << quoted{argv}; }
  void perf(auto& line) const { line << quoted{argv}; }
};
TRACE2_DETAIL_DESCRIBE(start, t_abs, argv)

/// The program is about to end with `code`.
struct exit {
  static constexpr std::string_view event_name = "exit";
  duration t_abs{};  ///< since the process started
  int code{};        ///< the code that the program is about to return
  void normal(auto& line) const { line << "exit elapsed:" << t_abs << " code:" << code; }
  void perf(auto& line) const { line << "code:" << code; }
};
TRACE2_DETAIL_DESCRIBE(exit, t_abs, code)

/// The last event of a process.
struct atexit {
  static constexpr std::string_view event_name = "atexit";
  static constexpr event_traits traits{.dated_when_brief = true, .urgent = true};
  duration t_abs{};  ///< since the process started
  int code{};        ///< of the last `exit`, 0 if there was none (R-LIFE-10)
  void normal(auto& line) const { line << "atexit elapsed:" << t_abs << " code:" << code; }
  void perf(auto& line) const { line << "code:" << code; }
};
TRACE2_DETAIL_DESCRIBE(atexit, t_abs, code)

/// A signal ends the process.
struct signal {
  static constexpr std::string_view event_name = "signal";
  static constexpr event_traits traits{.urgent = true};
  duration t_abs{};  ///< since the process started
  int signo{};       ///< the number of the signal
  void normal(auto& line) const { line << "signal elapsed:" << t_abs << " code:" << signo; }
  void perf(auto& line) const { line << "signo:" << signo; }
};
TRACE2_DETAIL_DESCRIBE(signal, t_abs, signo)

/// Something went wrong. `fmt` groups messages that differ only in their details.
struct error {
  static constexpr std::string_view event_name = "error";
  static constexpr event_traits traits{.timed = false, .urgent = true, .frequent = true};
  std::string_view msg{};  ///< the formatted message, redacted; null: none
  std::string_view fmt{};  ///< the format before its values were filled in
  void normal(auto& line) const {
    line << "error";
    if (msg.data() != nullptr) line << ' ' << msg;
  }
  void perf(auto& line) const { line << msg; }
};
TRACE2_DETAIL_DESCRIBE(error, msg, fmt)

}}}  // namespace trace2::v0::event
