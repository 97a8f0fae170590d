// Recognises what terminals, loggers, web pages and Markdown have put into lines.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/read/normal_line.hpp>
#include <trace2/read/perf_columns.hpp>
#include <trace2/read/surroundings/first_lines.hpp>
#include <trace2/read/surroundings/json_objects.hpp>
#include <trace2/read/surroundings/line_cleaner.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// Looks for it in the first lines, and takes it away from them.
class found_characters {
 public:
  found_characters(first_lines& first, recognised& known) noexcept : first_{first}, known_{known} {}

  void find_all() {
    find_fences();
    find_record();
    find_characters();
    find_progress();
  }

 private:
  using mark = line_anchor::mark;

  /// True if a text is one escape sequence or one odd blank.
  static bool is_any_end(std::string_view text) noexcept {
    odd_blank const* const odd = odd_blank_at(text);
    return (odd != nullptr ? odd->bytes.size() : size_of_escape(text)) == text.size();
  }

  static bool opens_brackets(std::string_view line) noexcept {
    line = detail::trimmed(line);
    return line.ends_with('{') || line.ends_with('[');
  }

  /// True if characters stand before the words of an event of NORMAL or PERF. `at_front(text)`
  /// tells of the first one.
  template <class AtFront, class Append>
  static bool is_before_words(std::string_view line, AtFront const& at_front,
                              Append const& append) {
    if (at_front(line) && !find_anchor(line)) return true;
    std::string plain;
    append(plain, line);
    perf_columns columns;
    if (columns.read(plain)) {
      if (!columns.read(line)) return true;
      for (; line.data() < columns.payload.data(); line.remove_prefix(1))
        if (at_front(line)) return true;
      return false;
    }
    normal_line shown;
    normal_line raw;
    return shown.read(plain) && !(raw.read(line) && shown.event == raw.event);
  }

  void find_fences() {
    for (std::string const& line : first_.lines()) {
      if (find_anchor(line)) return;
      if (is_fence(line)) known_.has_fences = true;
    }
  }

  void find_record() {
    for (std::string const& line : first_.lines()) {
      if (begins_event(line)) return;
      if (!known_.record.find(line)) continue;
      for (std::string& each : first_.lines()) {
        std::string text;
        if (known_.record.append_text(text, each)) each = text;
      }
      return;
    }
  }

  void find_characters() {
    find(known_.has_colours, has_escape, append_without_escapes, [](std::string_view line) {
      // Within JSON escape sequences are written otherwise.
      return find_event(line) != line.npos ||
             is_before_words(line, size_of_escape, append_without_escapes);
    });
    find(known_.has_odd_blanks, has_odd_blank, append_with_plain_blanks, [](std::string_view line) {
      line_anchor const anchor = find_anchor(line);
      std::size_t const begin = anchor ? anchor.at : 0;
      return anchor.by != mark::event &&
             (has_odd_blank(line.substr(0, begin)) ||
              is_before_words(line.substr(begin), odd_blank_at, append_with_plain_blanks));
    });
    if (is_of_page()) {
      known_.has_entities = true;
      first_ = first_.changed(append_as_shown_by_page);
    }
    auto const has_bar = [](std::string_view line) { return line.find("\\| d") != line.npos; };
    find(known_.has_escapes, has_bar, append_unescaped, [](std::string_view line) {
      // Within the words of an event a backslash is one of its own.
      line.remove_prefix(std::min(find_anchor(line).at, line.size()));
      std::string plain;
      append_unescaped(plain, line);
      return perf_columns{}.read(plain) && !perf_columns{}.read(line);
    });
  }

  /// Takes characters away if that makes more lines readable, if all events have them at their end,
  /// or if they stand where an event has none (`is_around`).
  template <class Has, class Append, class IsAround>
  void find(bool& flag, Has const& has, Append const& append, IsAround const& is_around) {
    if (!first_.is_any(has)) return;
    auto plain = first_.changed(append);
    bool helps = plain.score() > first_.score();
    helps = helps || first_.is_any([&](std::string_view line) {
      return has(line) && find_anchor(line) && is_around(line);
    });
    // Brief lines of NORMAL have no mark, and neither has JSON of several lines.
    helps = helps || (first_.score() == 0 && plain.score() == 0 &&
                      (plain.is_any(opens_brackets) || first_.is_any(is_around)));
    constexpr std::size_t least = 2;
    helps = helps || first_.is_all(
                         [&](std::string_view line) {
                           std::size_t const last = line.find_last_of("\x1b\xc2\xe2\xe3\xef");
                           return last != line.npos && has(line.substr(last)) &&
                                  is_any_end(line.substr(last));
                         },
                         least);
    if (!helps) return;
    flag = true;
    first_ = std::move(plain);
  }

  /// True if the events are in the source of a web page: every `&` begins an entity, and either
  /// quotes are written so everywhere, or an event stands behind a tag, or an arrow of NORMAL is
  /// one.
  bool is_of_page() const {
    bool has_entity = false;  // of a quote
    bool has_quote = false;
    bool has_tag = false;
    bool has_arrow = false;  // between the ancestors in NORMAL
    std::string shown;
    for (std::string_view const line : first_.lines()) {
      shown.clear();
      append_as_shown_by_page(shown, line);
      if (!find_anchor(shown)) continue;
      for (std::size_t at = 0; (at = line.find_first_of("&<", at)) != line.npos; ++at) {
        auto const [character, size] = entity_at(line.substr(at));
        if (size == 0 && size_of_tag(line.substr(at)) == 0) return false;
        has_entity = has_entity || character == "'" || character == "\"";
      }
      has_quote = has_quote || line.find_first_of("'\"") != line.npos;
      has_tag = has_tag || size_of_tag(line) != 0;
      has_arrow = has_arrow || line.find(" &lt;- ") != line.npos;
    }
    return has_tag || has_arrow || (has_entity && !has_quote);
  }

  void find_progress() {
    for (std::string& line : first_.lines()) {
      std::size_t const cr = line.rfind('\r');
      if (cr == line.npos || !find_anchor(std::string_view{line}.substr(cr + 1))) continue;
      known_.has_progress = true;
      line.erase(0, cr + 1);
    }
  }

  first_lines& first_;
  recognised& known_;
};

}}}}  // namespace trace2::v0::read::surroundings
