// A parser of Git's configuration grammar (R-SET-16), entry by entry. The parser knows nothing of
// files; bytes of any origin are harmless.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

constexpr bool is_key_char(char c) noexcept { return is_letter(c) || is_digit(c) || c == '-'; }

/// A cursor over the entries of one text:
///
///     config_parser entries{bytes};
///     while (entries.next()) use(entries.key(), entries.value());
///     if (entries.broken()) complain(entries.line());
class config_parser {
 public:
  explicit config_parser(std::string_view bytes) noexcept : bytes_{bytes} {
    if (bytes_.starts_with("\xef\xbb\xbf")) at_ = 3;
  }

  /// Goes to the next entry. False at the end, and for good at the first error.
  bool next() noexcept {
    while (!broken_ && at_ < bytes_.size()) {
      char const c = take();
      if (is_blank(c)) continue;
      if (is_comment(c)) {
        skip_line();
      } else if (c == '[') {
        broken_ = !read_section();
      } else {
        broken_ = !is_letter(c) || !read_entry(c);
        return !broken_;
      }
    }
    return false;
  }

  /// `section.key` or `section.Subsection.key`, in lower case except the subsection (R-PAR-04).
  /// Lifetime: key and value live until the next call of `next`.
  std::string_view key() const noexcept { return until_nul(key_.view()); }
  /// Null, not empty, for a key without `=` (R-PAR-05).
  std::string_view value() const noexcept {
    return has_value_ ? until_nul(value_.view()) : std::string_view{};
  }
  /// The line, counted from 1, in which the entry or the error ends.
  int line() const noexcept { return line_; }
  bool broken() const noexcept { return broken_; }
  /// True if the error is that memory ran out.
  bool failed() const noexcept { return key_.failed() || value_.failed(); }

 private:
  static bool is_comment(char c) noexcept { return c == '#' || c == ';'; }

  /// The next byte; the end of the text reads as an end of line, and so does CR LF.
  char take() noexcept {
    if (at_ == bytes_.size()) return '\n';
    if (at_ != 0 && bytes_[at_ - 1] == '\n') ++line_;
    if (bytes_.substr(at_).starts_with("\r\n")) ++at_;
    return bytes_[at_++];
  }

  void skip_line() noexcept {
    while (take() != '\n') {
    }
  }

  bool read_section() noexcept {
    key_.clear();
    char c = take();
    for (; is_key_char(c) || c == '.'; c = take()) key_.append(to_lower(c));
    bool const complete = is_blank(c) ? read_subsection(c) : c == ']' && !key_.empty();
    key_.append('.');
    section_size_ = key_.size();
    return complete;
  }

  bool read_subsection(char c) noexcept {
    while (c == ' ' || c == '\t' || c == '\r') c = take();
    if (c != '"') return false;
    key_.append('.');
    while ((c = take()) != '"') {
      if (c == '\\') c = take();
      if (c == '\n') return false;
      key_.append(c);
    }
    return take() == ']';
  }

  bool read_entry(char first) noexcept {
    key_.truncate(section_size_);
    char c = first;
    for (; is_key_char(c); c = take()) key_.append(to_lower(c));
    while (c == ' ' || c == '\t') c = take();
    has_value_ = c == '=';
    return has_value_ ? read_value() : c == '\n' && !key_.failed();
  }

  bool read_value() noexcept {
    value_.clear();
    value_.reserve(1);  // an empty value isn't null
    // Blanks at the end are dropped, unless a quote or an escape follows them.
    std::size_t trimmed_size = 0;
    bool quoted = false;
    for (;;) {
      char const c = take();
      if (c == '\n' || (is_comment(c) && !quoted)) {
        if (c != '\n') skip_line();
        value_.truncate(trimmed_size);
        return !quoted && !key_.failed() && !value_.failed();
      }
      if (is_blank(c) && !quoted) {
        if (!value_.empty()) value_.append(c);
        continue;
      }
      if (c == '"')
        quoted = !quoted;
      else if (c != '\\')
        value_.append(c);
      else if (!read_escape())
        return false;
      trimmed_size = value_.size();
    }
  }

  bool read_escape() noexcept {
    char const c = take();
    switch (c) {
      case '\n':
        return true;
      case '\\':
      case '"':
        value_.append(c);
        return true;
      case 't':
        value_.append('\t');
        return true;
      case 'n':
        value_.append('\n');
        return true;
      case 'b':
        value_.append('\b');
        return true;
      default:
        return false;
    }
  }

  /// Ends a text at its first NUL, because Git keeps texts as C strings.
  static std::string_view until_nul(std::string_view text) noexcept {
    return text.substr(0, text.find('\0'));
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool broken_ = false;
  bool has_value_ = false;
  buffer key_;
  std::size_t section_size_ = 0;
  buffer value_;
};

}}}  // namespace trace2::v0::detail
