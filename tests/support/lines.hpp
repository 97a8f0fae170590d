// Numbered lines that show whether they were cut, mixed or repeated, and readers of these lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace support {

/// A line of `size` bytes or a few more, whose content follows from its number.
inline std::string line(int number, int size) {
  std::string const digits = std::to_string(number);
  std::string text = digits + ' ';
  while (static_cast<int>(text.size() + digits.size()) + 2 < size)
    text += static_cast<char>('a' + number % 26);
  return text + ' ' + digits + '\n';
}

inline std::uint64_t count(std::string_view text) {
  std::uint64_t lines = 0;
  for (char const c : text) lines += c == '\n';
  return lines;
}

/// True if a text consists of different whole lines as `line` makes them.
inline bool are_whole(std::string_view text) {
  std::set<std::string_view> seen;
  while (!text.empty()) {
    std::size_t const end = text.find('\n');
    if (end == std::string_view::npos) return false;
    std::string_view const one = text.substr(0, end);
    text.remove_prefix(end + 1);
    std::string_view const number = one.substr(0, one.find(' '));
    std::string_view const last = one.substr(one.rfind(' ') + 1);
    if (number != last || number.empty() || !seen.insert(number).second) return false;
    std::string_view const middle = one.substr(number.size(), one.size() - 2 * number.size());
    if (middle.find_first_not_of(middle.size() > 2 ? middle.substr(1, 1) : " ", 1) <
        middle.size() - 1)
      return false;
  }
  return true;
}

/// Reads until every writer has closed its end.
inline std::string read_until_end(int fd) {
  std::string text;
  char room[4096];
  while (true) {
    ssize_t const got = ::read(fd, room, sizeof room);
    if (got <= 0) return text;
    text.append(room, static_cast<std::size_t>(got));
  }
}

/// Reads on as long as there are bytes within so many milliseconds, and `wants_more()` holds.
void read_while(int fd, std::string& text, int milliseconds, auto const& wants_more) {
  char room[4096];
  ::pollfd watched{fd, POLLIN, 0};
  while (wants_more() && ::poll(&watched, 1, milliseconds) > 0) {
    ssize_t const got = ::read(fd, room, sizeof room);
    if (got <= 0) return;
    text.append(room, static_cast<std::size_t>(got));
  }
}

/// Reads what is there.
inline std::string drain(int fd) {
  std::string text;
  read_while(fd, text, 0, [] { return true; });
  return text;
}

}  // namespace support
