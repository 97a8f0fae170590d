// Tells what a file seems to be that holds no trace, and what to do about it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/line_prefix.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

inline constexpr char const* no_events =
    "holds no events: only traces of EVENT, PERF and NORMAL and recordings can be read";

/// True if a line is one of GIT_TRACE, Git's first way of tracing: `trace: built-in: git status`,
/// `performance: 0.1 s: git command: …`.
inline bool is_of_first_tracing(std::string_view line) noexcept {
  if (!take_time_of_day(line)) return false;
  std::size_t const size = line.find(' ');
  if (size == line.npos || !named_place::of(line.substr(0, size))) return false;
  line.remove_prefix(std::min(line.find_first_not_of(' ', size), line.size()));
  constexpr std::size_t near = 40;
  if (line.find("trace: ") < near) return true;
  constexpr std::array<std::string_view, 7> words{
      "performance: ", "setup: ", "packet: ", "pkt-line: ", "shallow: ", "refs: ", "http: "};
  return std::any_of(words.begin(), words.end(),
                     [line](auto word) { return line.starts_with(word); });
}

/// The rest of a sentence about a file with these first bytes.
inline char const* other_form(std::string_view beginning) noexcept {
  struct form {
    std::string_view bytes;
    char const* text;
  };
  static constexpr std::array<form, 9> packed{
      {{"BZh", "is compressed by bzip2: unpack it, or pipe it into \"trace2 … -\""},
       {"\xfd"
        "7zXZ",
        "is compressed by xz: unpack it, or pipe it into \"trace2 … -\""},
       {"\x04\x22\x4d\x18", "is compressed by lz4: unpack it, or pipe it into \"trace2 … -\""},
       {"PK\x03\x04", "is a zip archive: unpack it, and name the traces in it"},
       {"7z\xbc\xaf", "is a 7z archive: unpack it, and name the traces in it"},
       {"SQLite format 3",
        "is a database of SQLite: only traces can be read, not what was made of them"},
       {"PERFILE2", "is a recording of perf, the profiler of Linux: \"perf script\" reads it"},
       {"\x7f"
        "ELF",
        "is a program, not its trace: run it with TRACE2_EVENT=/path/to/trace"},
       {"%PDF", "is a PDF: copy the lines of the trace into a text file"}}};
  for (form const& each : packed)
    if (beginning.starts_with(each.bytes)) return each.text;
  if (beginning.size() > 262 && beginning.substr(257).starts_with("ustar"))
    return "is a tar archive: unpack it, and name the traces in it";

  auto const has = [beginning](std::string_view text) {
    return beginning.find(text) != beginning.npos;
  };
  if (has("\"traceEvents\"") || (has("\"ph\":") && has("\"pid\":")))
    return "is a trace of Chrome, as \"trace2 convert --to=chrome\" makes it: it can't be read "
           "again";
  if (has("\"resourceSpans\"") || has("\"scopeSpans\""))
    return "holds spans of OpenTelemetry, as \"trace2 convert --to=otlp\" makes them: they can't "
           "be read again";
  if (has("speedscope.app")) return "is a profile of speedscope: it can't be read";
  if (has("execve(") && has(") = 0"))
    return "is an output of strace: trace with GIT_TRACE2_EVENT=/path/to/trace instead";
  for (std::size_t at = 0; at < beginning.size();) {
    std::size_t const end = std::min(beginning.find('\n', at), beginning.size());
    std::string_view const line = beginning.substr(at, end - at);
    if (is_of_first_tracing(line))
      return "holds lines of GIT_TRACE, Git's first tracing, which tells no ends and times: set "
             "GIT_TRACE2_EVENT=/path/to/trace instead";
    if (line.find(" cycles") != line.npos && line.find(": ") != line.npos && line.ends_with(':'))
      return "is an output of perf, the profiler of Linux: only traces can be read";
    at = end + 1;
  }
  if (beginning.starts_with("<!DOCTYPE") || beginning.starts_with("<html"))
    return "is a web page without lines of a trace: copy them into a text file";
  std::size_t const first = beginning.find_first_not_of(" \t\r\n");
  if (first != beginning.npos && (beginning[first] == '{' || beginning[first] == '['))
    return "is JSON of another program: events of EVENT have \"event\" and \"sid\"";
  return no_events;
}

}}}}  // namespace trace2::v0::read::surroundings
