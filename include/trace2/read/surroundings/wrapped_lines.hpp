// Joins lines that an editor, a terminal or a mail program has broken at a width.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>
#include <trace2/read/normal_line.hpp>
#include <trace2/read/perf_columns.hpp>
#include <trace2/read/surroundings/json_objects.hpp>
#include <trace2/read/surroundings/line_anchor.hpp>
#include <trace2/read/text_end.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace surroundings {

/// The number of characters of a line.
inline std::size_t width_of(std::string_view line) noexcept {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// True if a line is the first one of an event, as it is or behind blanks.
inline bool begins_event(std::string_view line) noexcept {
  line_anchor const anchor = find_anchor(line);
  return anchor && line.find_first_not_of(" \t") == anchor.at;
}

/// True if an event may go on in the next line by itself, because its text has a line feed.
inline bool may_have_line_feed(std::string_view line) {
  perf_columns perf;
  normal_line normal;
  bool const is_perf = perf.read(line);
  if (!is_perf && !normal.read(line)) return false;
  text_end const how = is_perf ? perf.end() : normal.end();
  if (how == text_end::line) return false;
  return how == text_end::message ||
         open_end{how}.is_open_behind(is_perf ? perf.payload : normal.payload);
}

/// Bytes of a line of NORMAL or PERF that may lack its end: columns end early, and each further
/// piece of the line is a reason to look again.
inline constexpr std::size_t longest_incomplete = 4096;

/// True if the line of an event lacks its end: JSON that is open, columns of PERF, or the bracket
/// behind its words.
inline bool is_incomplete(std::string_view line) {
  line_anchor const anchor = find_anchor(line);
  if (anchor.by == line_anchor::mark::event) {
    json_depth depth;
    depth.take(line.substr(anchor.at));
    return depth.is_open();
  }
  perf_columns perf;
  if (line.size() >= longest_incomplete || line.find("| d") == line.npos) return false;
  if (!perf.read(line)) return anchor.by == line_anchor::mark::timed;
  std::size_t const end = perf.payload.find_last_not_of(' ');
  char const last = end == line.npos ? ' ' : perf.payload[end];
  bool const has_list = perf.payload.find(":[") != line.npos && perf.end() == text_end::quoted;
  bool const lacks_bracket = (has_list && last != ']') || (perf.event == "cmd_name" && last != ')');
  return lacks_bracket && !may_have_line_feed(line);
}

/// How lines are broken.
struct wrapping {
  enum class where : unsigned char { nowhere, anywhere, at_blanks };
  where by = where::nowhere;
  bool leaves_blanks = false;  ///< a line that goes on ends with a blank: `format=flowed` of mail
  std::size_t width = 0;       ///< of the widest line, in characters

  explicit operator bool() const noexcept { return by != where::nowhere; }

  /// The ways in which the first lines of an input may be broken. The best one makes the most
  /// events complete; an empty one stands for none.
  static std::array<wrapping, 2> possible(std::span<std::string const> lines) {
    counts total;
    std::vector<line> all;
    for (std::string const& text : lines) all.push_back({text, width_of(text), begins_event(text)});
    for (std::size_t i = 0; i < all.size(); ++i) total.add(all, i);
    constexpr std::size_t least = 20;
    if (total.pieces == 0 || total.widest < least) return {};
    for (std::size_t i = 0; i < all.size(); ++i) total.add_full(all, i);
    return total.result();
  }

  /// True if `next` belongs to an event of NORMAL or PERF, of which `last` is the line before and
  /// `whole` all lines.
  bool goes_on(std::string_view whole, std::string_view last, std::string_view next) const {
    std::size_t const size = width_of(last);
    // The blank where a line was cut is lost easily.
    if (by == where::anywhere && (size == width || size + 1 == width)) return true;
    if (leaves_blanks) return last.ends_with(' ');
    return (whole.size() < longest_incomplete && is_incomplete(whole)) ||
           (by == where::at_blanks && is_too_wide(size, next, width));
  }

 private:
  struct line {
    std::string_view text;
    std::size_t width;
    bool begins;  ///< an event
  };
  static bool goes_on(std::span<line const> lines, std::size_t i) noexcept {
    return i + 1 < lines.size() && !lines[i + 1].text.empty() && !lines[i + 1].begins;
  }
  /// True if a line of that width had no room for the first word of the next one.
  static bool is_too_wide(std::size_t size, std::string_view next, std::size_t most) noexcept {
    return size + 1 + width_of(next.substr(0, next.find(' '))) > most;
  }

  struct counts {
    std::size_t widest = 0;
    std::size_t widest_event = 0;  // that goes on, in EVENT
    std::size_t pieces = 0;        // events that go on, though they have no line feed of their own
    std::size_t incomplete = 0;    // among them those that can't be read without
    std::size_t flowed = 0;        // among them those that end with a blank
    std::size_t full = 0;          // lines of the greatest width that go on
    std::size_t ended = 0;         // those that don't: an event may end there
    std::size_t narrow = 0;        // narrower ones that go on, but where blanks were cut
    std::size_t fit = 0;           // events that had no room for the next word
    std::size_t unfit = 0;
    bool is_event = false;

    void add(std::span<line const> lines, std::size_t i) {
      line const& of = lines[i];
      widest = std::max(widest, of.width);
      is_event = is_event || (of.begins && find_anchor(of.text).by == line_anchor::mark::event);
      if (!of.begins || !wrapping::goes_on(lines, i)) return;
      bool const lacks_end = is_incomplete(of.text);
      if (!lacks_end && may_have_line_feed(of.text)) return;
      ++pieces;
      incomplete += lacks_end;
      flowed += of.text.ends_with(' ');
      widest_event = std::max(widest_event, of.width);
    }

    void add_full(std::span<line const> lines, std::size_t i) {
      bool const is_full = lines[i].width == widest;
      bool const is_open = wrapping::goes_on(lines, i);
      full += is_full && is_open;
      ended += is_full && !is_open;
      if (!lines[i].begins || !is_open) return;
      narrow += lines[i].width + 1 < widest && !lines[i + 1].text.starts_with(' ');
      ++(is_too_wide(lines[i].width, lines[i + 1].text, widest) ? fit : unfit);
    }

    std::array<wrapping, 2> result() const {
      constexpr std::size_t seldom = 5;
      constexpr std::size_t enough = 3;
      constexpr std::size_t narrowest = 140;
      bool const is_any_full = full > (incomplete > 0 ? 0u : 1u);
      bool const is_cut = is_any_full && ended * 2 <= full && narrow * seldom <= full;
      bool const has_words = pieces >= enough && widest <= narrowest && unfit * 10 <= fit;
      // JSON has few blanks, so that most of its lines stay as they are.
      bool const has_blanks =
          is_event ? incomplete > 0 : incomplete * 2 > pieces || (!is_cut && has_words);
      std::array<wrapping, 2> guesses{};
      if (is_cut) guesses[0] = {where::anywhere, false, widest};
      if (has_blanks)
        guesses[1] = {where::at_blanks, !is_event && flowed == pieces,
                      is_event ? widest_event : widest};
      return guesses;
    }
  };
};

/// Joins lines that were broken. Memory: the longest event, up to `longest`.
class wrapped_lines {
 public:
  explicit wrapped_lines(wrapping by) : by_{by} {}

  /// `use(line, lines)` receives each line, and the number of lines that have gone into it.
  template <class Use>
  void take(std::string_view line, Use const& use) {
    bool const is_first = begins_event(line);
    if (lines_ != 0 && !is_first && has_room(line) && goes_on(line)) return join(line);
    end(use);
    if (!is_first) return use(line, std::size_t{1});
    whole_.assign(line);
    pieces_.assign(line);
    last_.assign(line);
    lines_ = 1;
    is_json_ = find_event(line) == line.find_first_not_of(" \t");
    depth_ = {};
    if (is_json_) depth_.take(line);
  }

  /// Gives what is left at the end of the input. JSON that stays open is given as it was.
  template <class Use>
  void end(Use const& use) {
    if (lines_ == 0) return;
    bool const is_torn = lines_ > 1 && is_json_ && depth_.is_open();
    std::string_view rest = is_torn ? std::string_view{pieces_} : std::string_view{};
    for (std::size_t remaining = is_torn ? lines_ : 0; remaining > 0; --remaining) {
      std::size_t const size = std::min(rest.find('\n'), rest.size());
      use(rest.substr(0, size), std::size_t{1});
      rest.remove_prefix(std::min(size + 1, rest.size()));
    }
    if (!is_torn) use(std::string_view{whole_}, lines_);
    lines_ = 0;
  }

 private:
  static constexpr std::size_t longest = 4 * limits::mebibyte;

  bool has_room(std::string_view line) const noexcept {
    return whole_.size() + line.size() + by_.width < longest;
  }
  bool goes_on(std::string_view line) const {
    return !line.empty() && (is_json_ ? depth_.is_open() : by_.goes_on(whole_, last_, line));
  }

  void join(std::string_view line) {
    bool const is_cut = by_.by == wrapping::where::anywhere;
    std::size_t const width = width_of(last_);
    // Blanks at the ends of lines are lost easily.
    if (is_cut && width < by_.width) whole_.append(by_.width - width, ' ');
    if (!is_cut && !whole_.ends_with(' ')) whole_.push_back(' ');
    whole_.append(line);
    if (is_json_) depth_.take(line);
    pieces_.append("\n").append(line);
    last_.assign(line);
    ++lines_;
  }

  wrapping by_;
  std::string whole_;
  std::string pieces_;  ///< the lines as they were
  std::string last_;
  std::size_t lines_ = 0;
  bool is_json_ = false;  ///< the event is one of EVENT
  json_depth depth_;
};

}}}}  // namespace trace2::v0::read::surroundings
