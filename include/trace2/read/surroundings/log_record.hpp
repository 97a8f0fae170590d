// Takes a line out of the JSON that a logger has made of it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/surroundings/line_anchor.hpp>
#include <trace2/read/surroundings/line_characters.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// Appends the text of a JSON string, of which `inside` is what stands between the quotes.
inline void append_unescaped_json(std::string& to, std::string_view inside) {
  constexpr char32_t none = 0xffffffff;
  char32_t high = none;
  while (!inside.empty()) {
    if (inside.front() != '\\' || inside.size() < 2) {
      std::size_t const size = inside.front() == '\\' ? 1 : inside.find('\\');
      if (std::exchange(high, none) != none) append_utf8(to, 0xfffd);
      to.append(inside.substr(0, size));
      inside.remove_prefix(std::min(size, inside.size()));
      continue;
    }
    char const what = inside[1];
    std::size_t taken = 2;
    char32_t c = static_cast<unsigned char>(what);
    constexpr std::string_view letters = "bfnrt";
    if (std::size_t const letter = letters.find(what); letter != letters.npos)
      c = static_cast<unsigned char>("\b\f\n\r\t"[letter]);
    if (what == 'u' && inside.size() >= 6) {
      unsigned code = 0;
      auto const [stop, error] = std::from_chars(inside.data() + 2, inside.data() + 6, code, 16);
      taken = 6;
      c = error == std::errc{} && stop == inside.data() + 6 ? code : 0xfffd;
    }
    inside.remove_prefix(taken);
    if (high != none && c >= 0xdc00 && c < 0xe000)
      c = 0x10000 + ((high - 0xd800) << 10) + (c - 0xdc00);
    else if (high != none)
      append_utf8(to, 0xfffd);
    high = c >= 0xd800 && c < 0xdc00 ? c : none;
    if (high == none) append_utf8(to, c);
  }
  if (high != none) append_utf8(to, 0xfffd);
}

/// The member of a logger's JSON objects whose string is a line of the trace: `log` of Docker,
/// `MESSAGE` of journald, `message`, `msg` or `textPayload` of others.
class log_record {
 public:
  /// Finds it in a line: the member whose text begins as a line of a trace, or has one behind a
  /// prefix. False if there is none, or the line is itself an event.
  bool find(std::string_view line) {
    std::size_t const begin = line.substr(0, longest_prefix).find("{\"");
    if (begin == line.npos || find_event(line) == begin) return false;
    std::string text;
    for (std::size_t at = begin; (at = line.find("\":", at)) != line.npos; at += 2) {
      std::size_t const open = line.find_first_not_of(" \t", at + 2);
      if (open == line.npos || line[open] != '"') continue;
      std::size_t const name = line.rfind('"', at - 1);
      if (name == line.npos) continue;
      text.clear();
      append_unescaped_json(text, string_at(line, open));
      if (!find_anchor(text)) continue;
      name_ = line.substr(name, at - name + 2);
      return true;
    }
    return false;
  }

  bool is_known() const noexcept { return !name_.empty(); }
  /// With its quotes and the colon.
  std::string_view name() const noexcept { return name_; }

  /// Appends the text of the member, without the line feed at its end. False if a line has none.
  bool append_text(std::string& to, std::string_view line) const {
    std::size_t const at = line.find(name_);
    if (at == line.npos || line.find('{') > at) return false;
    std::size_t const open = line.find_first_not_of(" \t", at + name_.size());
    if (open == line.npos || line[open] != '"') return false;
    append_unescaped_json(to, string_at(line, open));
    while (to.ends_with('\n') || to.ends_with('\r')) to.pop_back();
    return true;
  }

 private:
  /// The text between the quotes of the string that begins at `open`.
  static std::string_view string_at(std::string_view line, std::size_t open) noexcept {
    std::size_t at = open + 1;
    while (at < line.size() && line[at] != '"') at += line[at] == '\\' ? 2U : 1U;
    return line.substr(open + 1, at < line.size() ? at - open - 1 : line.npos);
  }

  std::string name_;
};

}}}}  // namespace trace2::v0::read::surroundings
