// The language of the socket by which a running program is looked at and switched.
//
// The program listens at a local stream socket, DIR/PID.SUFFIX, in a directory that belongs to its
// user alone. Both sides speak in lines of words with one blank between them. In a word the bytes
// up to blank, DEL and `%` are spelt `%xx`, in hexadecimal. A client that connects reads a greeting
// first, the name of the language and its version:
//
//   trace2-control 1
//
// Then it sends requests, one per line. Each answer ends with a line `ok` or `error REASON`:
//
//   status             lines of facts: `pid N`, its own number for itself; `command WORD…`; `sid
//                      ID` if it has one; `since N`, the beginning in microseconds since the epoch;
//                      `component NAME`, which names its files in a directory; for each target
//                      `target NAME STATE LOST VALUE`, where STATE is on, off, or attached if the
//                      program has chosen the destination, and VALUE what the settings say, or `-`
//   set SETTING VALUE  notes a setting for `switch`: a target such as `event`, whose value is `0`,
//                      an absolute path, or `af_unix:` and such a path; or `event.filter`, and so
//                      on
//   switch             switches to the settings that were noted, on top of those of the program, in
//                      place of those that were switched to before; if that can't be done, all
//                      stays as it was. What was noted is forgotten
//   restore            takes the own changes back
//
// A change lasts until `restore`, or until the connection ends, however it ends. Two connections
// can't change one target. Newer versions add requests and facts: who reads facts passes over those
// that it doesn't know, and a request that the program doesn't know is an error, after which the
// connection goes on.
//
// Everything that comes from a client may be hostile. A line that is too long, an incomplete line
// or a long silence of a client that changes nothing, and answers that nobody reads end the
// connection.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/settings/scalar.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace control_protocol {

inline constexpr std::string_view greeting = "trace2-control 1";
/// No line is longer, with its end.
inline constexpr std::size_t most_line = 8192;

/// Appends a word; an empty one as `%`.
inline void append_word(buffer& line, std::string_view word) noexcept {
  if (word.empty()) line.append('%');
  for (char const c : word) {
    auto const byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte != 0x7f && c != '%') {
      line.append(c);
      continue;
    }
    line.append('%');
    detail::append_hexadecimal(line, byte, 2);
  }
}

/// Takes the first word off a line; empty at the end of the line.
constexpr std::string_view take_word(std::string_view& line) noexcept {
  std::size_t const size = line.find(' ');
  std::string_view const word = line.substr(0, size);
  line.remove_prefix(size == line.npos ? line.size() : size + 1);
  return word;
}

/// Appends the bytes that a word spells; false if it is misspelt.
inline bool append_meaning(buffer& out, std::string_view word) noexcept {
  if (word == "%") return true;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '%') {
      out.append(word[i]);
      continue;
    }
    if (word.size() - i < 3) return false;
    unsigned const high = detail::digit_value(word[i + 1]);
    unsigned const low = detail::digit_value(word[i + 2]);
    if (high > 15 || low > 15) return false;
    out.append(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return !out.failed();
}

}}}  // namespace trace2::v0::control_protocol
