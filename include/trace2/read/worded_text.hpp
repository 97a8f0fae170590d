// Takes apart what the wordings of events put together: the texts of NORMAL and PERF.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/command.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/read/quoted_words.hpp>
#include <trace2/read/time_text.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/text_list.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace read {

/// Takes parts from the front of a text. A function that returns false has not found its part.
class worded_text {
 public:
  /// `cut`, which must outlive it, gets the names of numbers out of range, as the text has them.
  explicit worded_text(std::string_view text, cut_numbers* cut = nullptr) noexcept
      : rest_{text}, cut_{cut} {}

  std::string_view rest() const noexcept { return rest_; }

  /// Takes a part that always reads the same.
  bool take(std::string_view word) noexcept {
    if (!rest_.starts_with(word)) return false;
    latest_ = rest_.substr(0, word.size());
    rest_.remove_prefix(word.size());
    return true;
  }
  /// Takes a part that always reads the same from the end of the text.
  bool drop_end(std::string_view word) noexcept {
    if (!rest_.ends_with(word)) return false;
    rest_.remove_suffix(word.size());
    return true;
  }

  /// Takes the next `size` bytes; all if there are fewer.
  bool first(std::size_t size, std::string_view& to) noexcept {
    to = rest_.substr(0, size);
    rest_.remove_prefix(to.size());
    return true;
  }
  bool all(std::string_view& to) noexcept { return first(rest_.npos, to); }
  /// Takes the text in front of the first or the last such mark, and the mark.
  bool until(std::string_view mark, std::string_view& to) noexcept {
    return until(rest_.find(mark), mark, to);
  }
  bool until_last(std::string_view mark, std::string_view& to) noexcept {
    return until(rest_.rfind(mark), mark, to);
  }

  /// A number up to a blank, a bracket or the end. A number out of range becomes the nearest end of
  /// the range.
  template <class Number>
  bool number(Number& to) noexcept {
    std::size_t const size = std::min(rest_.find_first_of(" ]"), rest_.size());
    bool was_cut = false;
    if (!clamped_number_from(rest_.substr(0, size), to, was_cut)) return false;
    if (was_cut) note_cut();
    rest_.remove_prefix(size);
    return true;
  }
  bool number(duration& to) noexcept {
    std::size_t const size = std::min(rest_.find(' '), rest_.size());
    auto const time = parse_local_seconds(rest_.substr(0, size));
    if (!time) return false;
    to = *time;
    if (is_out_of_range(to)) note_cut();
    rest_.remove_prefix(size);
    return true;
  }
  /// The same for an exit code, which is kept whole if it is out of range.
  bool code(int& to) noexcept {
    std::string_view text = rest_;
    std::size_t const before = cut_ == nullptr ? 0 : cut_->size();
    if (!number(to)) return false;
    text.remove_suffix(rest_.size());
    std::int64_t whole = 0;
    if (number_from(text, whole) && whole != to) {
      wide_code_ = whole;
      if (cut_ != nullptr) cut_->shorten(before);
    }
    return true;
  }
  /// An exit code that was out of range.
  std::optional<std::int64_t> wide_code() const noexcept { return wide_code_; }

  /// A number that is all of the rest.
  template <class Number>
  bool last(Number& to) noexcept {
    return number(to) && rest_.empty();
  }

  std::string_view word(quoted_words& words) { return words.take(rest_); }

  /// `key:value`; without the mark all is key, and the value stays.
  void pair(char mark, std::string_view& key, std::string_view& value) noexcept {
    std::size_t const size = std::min(rest_.find(mark), rest_.size());
    key = rest_.substr(0, size);
    if (size != rest_.size()) value = rest_.substr(size + 1);
  }

  /// `name (hierarchy)`, of which the hierarchy ends with the name (R-HIER-01). A name with such a
  /// bracket is found if it is not longer than any command's: each one tried is compared whole.
  bool name(event::cmd_name& to) noexcept {
    if (!drop_end(")")) return false;
    static constexpr std::string_view mark = " (";
    constexpr std::size_t longest = 1'024;
    auto const is_name = [this](std::size_t size) {
      return rest_.substr(size + mark.size()).ends_with(rest_.substr(0, size));
    };
    std::size_t size = rest_.find(mark);
    while (size <= longest && !is_name(size)) size = rest_.find(mark, size + 1);
    if (size > longest) size = rest_.rfind(mark);
    if (size == rest_.npos) return false;
    to.name = rest_.substr(0, size);
    to.hierarchy = rest_.substr(size + mark.size());
    return true;
  }

  /// The program of an exec, if it stands in front of the arguments, and these.
  void program(event::exec& to, quoted_words& words) {
    std::size_t const size = std::min(rest_.find(' '), rest_.size());
    std::string_view const program = rest_.substr(0, size);
    to.argv = words.all_of(rest_);
    if (to.argv.count < 2 || program_name(program) != program_name(to.argv.items[1])) return;
    to.exe = program;
    to.argv = {to.argv.items + 1, to.argv.count - 1};
  }

  /// The measurements of a timer, which may have more words behind the number of intervals than
  /// Git's.
  bool intervals(auto& to) noexcept {
    return number(to.intervals) && take(" total:") && number(to.t_total) && take(" min:") &&
           number(to.t_min) && take(" max:") && number(to.t_max);
  }

 private:
  bool until(std::size_t size, std::string_view mark, std::string_view& to) noexcept {
    if (size == rest_.npos) return false;
    first(size, to);
    return take(mark);
  }

  /// A number is called by the part in front of it: " pid:".
  [[gnu::cold]] void note_cut() noexcept {
    constexpr std::string_view marks = " :[";
    std::string_view name = latest_;
    name.remove_prefix(std::min(name.find_first_not_of(marks), name.size()));
    name = name.substr(0, name.find_last_not_of(marks) + 1);
    if (cut_ != nullptr) cut_->add(name.empty() ? "number" : name);
  }

  std::string_view rest_;
  std::string_view latest_{};  ///< the latest part that always reads the same
  cut_numbers* cut_;
  std::optional<std::int64_t> wide_code_{};
};

/// True if a shell starts a child: then its first argument may be a command line.
inline bool is_for_shell(text_list argv) noexcept {
  return !argv.empty() && argv.items[0].find(' ') != std::string_view::npos;
}

}}}  // namespace trace2::v0::read
