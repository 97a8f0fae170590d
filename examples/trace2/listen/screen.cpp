// Defines what screen.hpp, live_spans.hpp, finished_command.hpp, time_shares.hpp, losses.hpp
// declare.
#include "listen/screen.hpp"

#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>

#include "command_list/list_text.hpp"
#include "listen/finished_command.hpp"
#include "listen/limits.hpp"
#include "listen/live_spans.hpp"
#include "listen/losses.hpp"
#include "listen/readiness.hpp"
#include "listen/time_shares.hpp"
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2::program::listening {

// ---- screen.hpp ----

screen::screen(losses& lost) : lost_{lost}, is_terminal_{::isatty(STDOUT_FILENO) == 1} {
  struct ::stat status{};
  is_file_ = ::fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode);
  // A terminal takes any number of bytes at once, so a write may wait. Not to wait is a property
  // of what was opened, which other programs share.
  if (is_terminal_)
    terminal_.reset(::open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

std::size_t screen::width() const noexcept {
  struct ::winsize size{};
  if (!is_terminal_) return std::numeric_limits<std::size_t>::max();
  bool const is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return is_known ? size.ws_col - 1u : 79u;
}

std::size_t screen::live_lines() const noexcept {
  struct ::winsize size{};
  bool const is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row != 0;
  return std::clamp<std::size_t>(is_known ? size.ws_row / 2u : 10u, 1, 20);
}

void screen::line(std::string_view text) {
  if (!has_room_for(text)) flush();
  while (!has_room_for(text) && is_reader_awaited()) flush();
  if (!has_room_for(text)) return lost_.add(loss::unshown);
  lines_.append(text).append("\n");
}

void screen::live(std::vector<std::string> const& lines) {
  next_live_.clear();
  for (std::string const& text : lines) next_live_.append(text).append("\n");
  next_count_ = lines.size();
  is_changed_ = is_changed_ || next_live_ != live_;
}

void screen::clear() {
  live({});
  flush();
}

void screen::finish() {
  for (flush(); has_unwritten() && !is_closed_; flush()) {
    ::pollfd wanted{STDOUT_FILENO, POLLOUT, 0};
    ::poll(&wanted, 1, -1);
  }
}

void screen::flush() {
  for (;;) {
    if (unwritten_.empty()) compose();
    if (unwritten_.empty() || is_closed_) return;
    ::pollfd wanted{STDOUT_FILENO, POLLOUT, 0};
    if (!is_file_ && ::poll(&wanted, 1, 0) != 1) return;
    // A pipe that can be written to takes this number of bytes at once.
    constexpr std::size_t most_of_pipe = 4'096;
    std::size_t const most = is_file_ || terminal_ ? unwritten_.size() : most_of_pipe;
    ::ssize_t const done = ::write(terminal_ ? terminal_.get() : STDOUT_FILENO, unwritten_.data(),
                                   std::min(most, unwritten_.size()));
    if (done < 0 && errno == EINTR && is_file_) continue;
    if (done < 0 && errno != EINTR && errno != EAGAIN) {
      is_closed_ = true;
      error_ = errno;
    }
    if (done < 0) return;
    unwritten_.erase(0, static_cast<std::size_t>(done));
  }
}

bool screen::has_room_for(std::string_view text) const noexcept {
  bool const is_first = is_file_ && lines_.empty() && unwritten_.empty();
  return is_first || lines_.size() + text.size() < waiting_output;
}

bool screen::is_reader_awaited() const {
  using std::chrono::milliseconds;
  auto const left = std::chrono::duration_cast<milliseconds>(patient_until_ - clock::now());
  ::pollfd wanted{STDOUT_FILENO, POLLOUT, 0};
  return !is_closed_ && left.count() > 0 && ::poll(&wanted, 1, static_cast<int>(left.count())) == 1;
}

void screen::compose() {
  if (lines_.empty() && !is_changed_) return;
  if (live_count_ != 0) unwritten_ = "\x1b[" + std::to_string(live_count_) + "A\r\x1b[J";
  unwritten_.append(std::exchange(lines_, {}));
  unwritten_.append(next_live_);
  live_ = next_live_;
  live_count_ = next_count_;
  is_changed_ = false;
}

// ---- live_spans.hpp ----

live_spans::live_spans(otlp_http::endpoints const& to, bool needs_ends, read::label_table& labels,
                       outgoing& out, losses& lost)
    : needs_ends_{needs_ends},
      is_measured_{to.metrics.has_value()},
      out_{out},
      lost_{lost},
      // The thread that sends compresses.
      traces_{otlp_http::signal::traces, to.traces.as, false},
      metrics_{otlp_http::signal::metrics, to.of(otlp_http::signal::metrics).as, false},
      spans_{*this, labels, {}, otlp_http::batch::most_bytes},
      tracker_{spans_, labels, of_tracker} {
  otlp_attributes of_all = to.traces.resource_attributes();
  // This member tells whose spans wait.
  std::erase_if(of_all, [](auto const& one) { return one.key == key_of_sid; });
  spans_.add_to_resources(std::move(of_all));
}

void live_spans::finish(std::string_view sid, bool is_chosen) {
  if (auto* const process = tracker_.find(sid)) tracker_.end(*process);
  if (!needs_ends_) return;
  auto const known = undecided_.find(std::string{sid});
  if (known == undecided_.end()) return;
  for (piece& one : known->second) {
    undecided_size_ -= size_of(one);
    if (!is_chosen) continue;
    otlp_http::batch& to = batch_of(one.of);
    to.set_encoded(std::move(one.encoded));
    add(to, one.of);
  }
  undecided_.erase(known);
}

int live_spans::patience() const {
  if (traces_.is_empty() && metrics_.is_empty()) return -1;
  return milliseconds_until(oldest_ + age, clock::now());
}

void live_spans::send_old() {
  if (patience() == 0) send_all();
}

void live_spans::end() {
  tracker_.finish();
  send_all();
}

std::size_t live_spans::size_of(piece const& of) noexcept {
  return sizeof of + of.encoded.body.capacity();
}

otlp_http::batch& live_spans::batch_of(otlp_http::signal of) noexcept {
  return of == otlp_http::signal::traces ? traces_ : metrics_;
}

bool live_spans::append(otlp_event const& event, std::string& to) {
  return traces_.append(event, to);
}

bool live_spans::take(otlp_traces const& of) {
  return take(of, of.resourceSpans.front().resource, otlp_http::signal::traces);
}

bool live_spans::take(otlp_metrics_message const& of) {
  if (!is_measured_) return true;
  return take(of, of.resourceMetrics.front().resource, otlp_http::signal::metrics);
}

void live_spans::keep(piece one, otlp_resource const& of_process) {
  std::size_t const size = size_of(one);
  if (undecided_size_ + size > undecided_spans)
    return lost_.add(loss::unsent, {}, one.encoded.items);
  undecided_size_ += size;
  undecided_[sid_of(of_process)].push_back(std::move(one));
}

std::string live_spans::sid_of(otlp_resource const& process) {
  for (auto const& attribute : process.attributes)
    if (attribute.key == key_of_sid) return std::string{attribute.value.stringValue.value_or("")};
  return {};
}

void live_spans::add(otlp_http::batch& to, otlp_http::signal of) {
  if (!to.has_room()) send(to, of);
  if (traces_.is_empty() && metrics_.is_empty()) oldest_ = clock::now();
  to.add();
}

void live_spans::send_all() {
  send(traces_, otlp_http::signal::traces);
  send(metrics_, otlp_http::signal::metrics);
}

void live_spans::send(otlp_http::batch& from, otlp_http::signal of) {
  if (from.is_empty()) return;
  parcel next{of, from.take()};
  std::uint64_t const items = next.what.items;
  if (!out_.put(std::move(next))) lost_.add(loss::unsent, {}, items);
}

// ---- finished_command.hpp ----

std::string brief_duration(read::nanoseconds length) {
  char text[48];
  auto const count = static_cast<double>(length.count());
  if (count < 1e6 || count >= 600e9) return read::shown_duration(length);
  if (count < 999.5e6)
    std::snprintf(text, sizeof text, count < 9.95e6 ? "%.1f ms" : "%.0f ms", count / 1e6);
  else
    std::snprintf(text, sizeof text, "%.1f s", count / 1e9);
  return text;
}

std::string brief_path(std::string const& path) {
  char const* const home = std::getenv("HOME");
  std::string_view const known = home == nullptr ? std::string_view{} : std::string_view{home};
  bool const is_inside = known.size() > 1 && path.starts_with(known) &&
                         (path.size() == known.size() || path[known.size()] == '/');
  return is_inside ? "~" + path.substr(known.size()) : path;
}

std::string columns(std::string_view time, std::string_view mark, read::nanoseconds wall,
                    std::string_view command, std::string const& place, std::string last,
                    std::size_t width) {
  // Of a wide terminal the command gets most.
  constexpr std::size_t fixed = 23;  // the time, the mark, the duration and the blanks
  constexpr std::size_t narrow = 80;
  bool const is_cut = width < 10 * narrow;
  std::size_t const room = std::max(is_cut ? width : narrow, std::size_t{60}) - fixed;
  std::size_t const for_command = room * 2 / 5;
  std::size_t const for_place = room * 3 / 10;
  std::size_t const for_last = room - for_command - for_place - 2;
  auto const filled = [](std::string text, std::size_t size) {
    std::size_t const has = read::width_of(text);
    return has < size ? text.append(size - has, ' ') : text;
  };
  std::string shown = read::shown_text(without_directory(command));
  std::string where = read::shown_text(brief_path(place));
  if (is_cut) {
    shown = read::shortened(shown, for_command);
    where = read::shortened_in_front(where, for_place);
    last = read::shortened_in_front(last, for_last);
  }
  std::string const length = brief_duration(wall);
  std::string line{time};
  line.append(" ").append(mark);
  if (length.size() < 8) line.append(8 - length.size(), ' ');
  line.append(length).append("  ").append(filled(shown, for_command)).append("  ");
  line.append(filled(where, for_place)).append("  ").append(last);
  line.resize(line.find_last_not_of(' ') + 1);
  return line;
}

std::string time_of_day(read::moment at) {
  constexpr std::size_t date = std::string_view{"2000-01-31 "}.size();
  std::string const moment = read::shown_moment(at);
  return moment.size() > date ? moment.substr(date) : moment;
}

std::string outcome_of(finished_command const& of) {
  std::string text;
  auto const add = [&text](std::string const& part) {
    text.append(text.empty() ? "" : ", ").append(part);
  };
  if (of.state == "unfinished") add("unfinished");
  if (of.state == "transformed") add("exec");
  if (of.state == "killed" && of.code.value_or(0) > 128)
    add("signal " + std::to_string(*of.code - 128));
  if (of.state == "ended" && read::is_failure(of.code)) add("exit " + std::to_string(*of.code));
  if (!of.losses.empty()) add(read::shown_text(of.losses));
  if (!of.most.empty())
    add(read::shown_text(of.most) + " " + std::to_string(of.most_percent) + "%");
  return text;
}

std::string line_of(finished_command const& of, std::size_t width) {
  return columns(time_of_day(of.end), " ", of.wall, of.command, of.place, outcome_of(of), width);
}

// ---- time_shares.hpp ----

void time_shares::add_region(read::label_id label, read::nanoseconds time) {
  if (share* const to = find(label, false)) to->time += time;
}

void time_shares::add_child(read::label_id label, read::moment begin, read::moment end) {
  share* const to = find(label, true);
  if (to == nullptr) return;
  read::moment const since = to->time == read::no_time ? begin : std::max(begin, to->until);
  if (end > since) to->time += end - since;
  to->until = std::max(to->until, end);
}

time_shares::share const* time_shares::largest() const noexcept {
  auto const found = std::max_element(
      all_.begin(), all_.end(), [](share const& a, share const& b) { return a.time < b.time; });
  return found == all_.end() ? nullptr : &*found;
}

time_shares::share* time_shares::find(read::label_id label, bool is_child) {
  for (share& known : all_)
    if (known.label == label && known.is_child == is_child) return &known;
  if (all_.size() >= most) return nullptr;
  return &all_.emplace_back(share{label, is_child});
}

// ---- losses.hpp ----

void losses::add(loss of, std::string_view detail, std::uint64_t count) {
  std::uint64_t& sum = counts_[index(of)];
  bool const is_first = sum == 0;
  sum += count;
  if (!is_first) return;
  std::string text{texts[index(of)].first};
  if (!detail.empty()) text.append(" (").append(detail).append(")");
  say_(text + "; further ones are counted");
}

}  // namespace trace2::program::listening
