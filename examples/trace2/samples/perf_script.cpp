// Defines what perf_script.hpp declares.
#include "samples/perf_script.hpp"

#include <trace2/read/moment.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <ctime>
#include <functional>

#include "system/calendar.hpp"
#include "system/characters.hpp"

namespace trace2::program {

namespace {

/// Begins the name of a record that a thread left its processor or got one.
constexpr std::string_view switch_record = "PERF_RECORD_SWITCH";

bool is_all_digits(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c); });
}

template <class Number>
bool read_number(std::string_view text, Number& to) noexcept {
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
  return error == std::errc{} && end == text.data() + text.size();
}

/// "84494.933461:"
bool is_time(std::string_view word) noexcept {
  if (!word.ends_with(':')) return false;
  word.remove_suffix(1);
  std::size_t const dot = word.find('.');
  return dot != word.npos && is_all_digits(word.substr(0, dot)) &&
         is_all_digits(word.substr(dot + 1)) && word.size() - dot > 6;
}

/// A text in which `0` stands for any digit.
bool has_shape(std::string_view text, std::string_view shape) noexcept {
  return text.size() == shape.size() &&
         std::equal(text.begin(), text.end(), shape.begin(),
                    [](char c, char s) { return s == '0' ? is_digit(c) : c == s; });
}

/// The first word; the text goes on behind it.
std::string_view next_word(std::string_view& text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::string_view const word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

bool read_ids(std::string_view word, sample_head& to) noexcept {
  std::size_t const slash = word.find('/');
  std::string_view const last = slash == word.npos ? word : word.substr(slash + 1);
  if (!read_number(last, to.tid)) return false;
  return slash == word.npos || read_number(word.substr(0, slash), to.pid);
}

}  // namespace

std::optional<sample_head> sample_head::of(std::string_view line) {
  // A command's name may have blanks, so the words in front of the time count from behind.
  constexpr std::size_t most = 24;
  std::array<std::string_view, most> words;
  std::size_t count = 0;
  for (;;) {
    std::string_view const word = next_word(line);
    if (word.empty() || count == most) return {};
    if (count != 0 && is_time(word)) break;
    words[count++] = word;
  }
  sample_head head;
  if (count > 2 && has_shape(words[count - 1].substr(0, 9), "00:00:00.") &&
      has_shape(words[count - 2], "0000-00-00")) {
    head.time = words[count - 1];
    head.date = words[count - 2];
    count -= 2;
  }
  // Between the numbers and the time may stand the processor, and letters for its state.
  for (std::size_t skipped = 0; count != 0 && !read_ids(words[count - 1], head); --count)
    if (++skipped > 2) return {};
  if (count == 0) return {};
  std::string_view word = next_word(line);
  if (read_number(word, head.period)) word = next_word(line);
  bool const is_switch = word.starts_with(switch_record);
  if (!is_switch && !word.ends_with(':')) return {};
  head.event = is_switch ? word : word.substr(0, word.size() - 1);
  head.rest = without_blanks(line);
  return head;
}

sample_kind sample_head::kind() const noexcept {
  using enum sample_kind;
  if (event.starts_with(switch_record))
    return rest.starts_with("IN")            ? resumed
           : rest.starts_with("OUT preempt") ? preempted
                                             : waits;
  if (!event.starts_with("sched:sched_switch") && !event.starts_with("context-switches"))
    return running;
  // "prev_state=R+ ==> next_comm=…", or in short "[120] R ==> …": it could have gone on.
  std::string_view state = rest.substr(0, std::min(rest.find(" ==> "), rest.size()));
  if (state.ends_with('+')) state.remove_suffix(1);
  return state.ends_with("=R") || state.ends_with(" R") ? switched_ready : switched;
}

std::optional<sample_frame> sample_frame::of(std::string_view line) {
  line = without_blanks(line);
  std::size_t const address = std::min(line.find(' '), line.size());
  std::uint64_t ip = 0;
  auto const [end, error] = std::from_chars(line.data(), line.data() + address, ip, 16);
  if (error != std::errc{} || end != line.data() + address) return {};
  line = without_blanks(line.substr(address));
  sample_frame frame;
  if (line.ends_with(')')) {
    // A path may have brackets, too: "(/home/me/program (deleted))".
    std::size_t at = line.size();
    for (int open = 0; at-- != 0;) {
      open += line[at] == ')' ? 1 : line[at] == '(' ? -1 : 0;
      if (open == 0) break;
    }
    if (at < line.size() && (at == 0 || line[at - 1] == ' ')) {
      frame.file = line.substr(at + 1, line.size() - at - 2);
      line = without_blanks(line.substr(0, at));
    }
  }
  std::size_t const offset = line.rfind("+0x");
  frame.function = offset == line.npos || offset == 0 ? line : line.substr(0, offset);
  if (frame.function.empty()) frame.function = "[unknown]";
  return frame;
}

bool sample_frame::is_of_kernel() const noexcept {
  return file.starts_with("[kernel") || file.starts_with("[guest.kernel") ||
         file.ends_with(".ko") ||
         (file.starts_with('[') && file != "[vdso]" && file != "[unknown]" && file != "[heap]" &&
          file != "[stack]");
}

bool sample_frame::is_tracing() const noexcept {
  // A template has its result in front of its name, and other names among its arguments.
  std::string_view const name = function.substr(0, function.find_first_of("<("));
  constexpr std::string_view own = "trace2::v0::";
  std::size_t const at = name.find(own);
  return at != name.npos && (at == 0 || name[at - 1] == ' ' || name[at - 1] == '&');
}

void perf_script::take(std::string_view line) {
  if (line.starts_with('#')) return;
  bool const is_frame = line.starts_with('\t');
  if (is_open_ && (is_frame || line.starts_with("    "))) {
    if (auto const frame = frame_of(line)) return add(*frame);
  } else if (is_frame && sample_frame::of(line)) {
    return;  // of a sample that is left out
  }
  std::string_view const text = without_blanks(line);
  if (text.empty()) return finish();
  auto const head = sample_head::of(text);
  if (!head) {
    ++to_.unreadable;
    return;
  }
  finish();
  begin(*head);
}

void perf_script::begin(sample_head const& head) {
  if (head.date.empty()) {
    ++to_.without_day;
    return;
  }
  auto const at = moment_of(head);
  if (!at) {
    ++to_.unreadable;
    return;
  }
  if (to_.samples.size() == sample_set::most) {
    ++to_.left_out;
    return;
  }
  open_ = {.at = *at, .pid = head.pid, .tid = head.tid, .kind = head.kind()};
  is_open_ = true;
  // Another line follows at once, which is no frame.
  if (head.event.starts_with(switch_record)) return finish();
  constexpr std::size_t longest = 64;
  if (open_.kind == sample_kind::running) {
    if (to_.event.empty()) to_.event = head.event.substr(0, longest);
    to_.period_sum += head.period;
  }
  if (auto const frame = sample_frame::of(head.rest); frame && !frame->file.empty())
    add(numbered(*frame));
}

std::optional<perf_script::numbered_frame> perf_script::frame_of(std::string_view line) {
  known_line& known = known_lines_[std::hash<std::string_view>{}(line) % known_lines_.size()];
  if (known.text == line) return known.frame;
  auto const read = sample_frame::of(line);
  if (!read) return {};
  numbered_frame const frame = numbered(*read);
  constexpr std::size_t longest = 256;
  if (line.size() <= longest) known = {std::string{line}, frame};
  return frame;
}

perf_script::numbered_frame perf_script::numbered(sample_frame const& frame) {
  std::string_view const file = frame.file.substr(frame.file.rfind('/') + 1);
  bool const is_tracing = frame.is_tracing();
  return {.function = is_tracing ? to_.stacks.function("tracing", {})
                                 : to_.stacks.function(frame.function, file),
          .is_of_kernel = frame.is_of_kernel(),
          .is_nameless = frame.function == "[unknown]",
          .is_tracing = is_tracing};
}

void perf_script::add(numbered_frame const& frame) {
  if (frame.is_of_kernel) {
    // A wait is told by what the program has called: the kernel's ways to wait are few.
    if (open_.kind != sample_kind::running) return;
  } else {
    ++to_.user_frames;
    to_.nameless_frames += frame.is_nameless ? 1 : 0;
  }
  if (frames_.size() == deepest) return;
  // All of the library's calls within each other are one.
  if (frame.is_tracing && !frames_.empty() && frames_.back() == frame.function) return;
  frames_.push_back(frame.function);
}

void perf_script::finish() {
  if (!is_open_) return;
  is_open_ = false;
  open_.stack = stack_table::no_caller;
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame)
    open_.stack = to_.stacks.called(open_.stack, *frame);
  frames_.clear();
  to_.samples.push_back(open_);
}

std::optional<read::moment> perf_script::moment_of(sample_head const& head) {
  constexpr read::nanoseconds second{1'000'000'000};
  std::string const minute = std::string{head.date}.append(" ").append(head.time.substr(0, 5));
  if (minute != minute_) {
    std::tm day{};
    auto const part = [&](std::size_t at, std::size_t size, int& to) {
      return read_number(std::string_view{minute}.substr(at, size), to);
    };
    bool const is_read = part(0, 4, day.tm_year) && part(5, 2, day.tm_mon) &&
                         part(8, 2, day.tm_mday) && part(11, 2, day.tm_hour) &&
                         part(14, 2, day.tm_min);
    bool const is_day = day.tm_year >= 1970 && day.tm_year <= 2200 && day.tm_mon >= 1 &&
                        day.tm_mon <= 12 && day.tm_mday >= 1 && day.tm_mday <= 31 &&
                        day.tm_hour < 24 && day.tm_min < 60;
    if (!is_read || !is_day) return {};
    day.tm_year -= 1900;
    day.tm_mon -= 1;
    day.tm_isdst = -1;
    std::int64_t const seconds = zone_ == day_zone::utc ? utc_moment(day) : std::mktime(&day);
    if (seconds < 0) return {};
    minute_ = minute;
    at_minute_ = read::moment{seconds * second};
  }
  int seconds = 0;
  std::int64_t fraction = 0;
  std::string_view digits = head.time.substr(9);
  if (!read_number(head.time.substr(6, 2), seconds) || digits.size() > 9 ||
      !read_number(digits, fraction) || fraction < 0 || seconds > 60)
    return {};
  for (std::size_t i = digits.size(); i < 9; ++i) fraction *= 10;
  return at_minute_ + seconds * second + read::nanoseconds{fraction};
}

}  // namespace trace2::program
