// Defines what output.hpp, progress.hpp, colour.hpp, messages.hpp, remarks.hpp,
// left_out.hpp, line_output.hpp, table.hpp, csv.hpp, replacement_file.hpp,
// unfinished_directory.hpp, bounded_buffer.hpp, shortened.hpp and utc_text.hpp declare.
#include "output/output.hpp"

#include <trace2/read/byte_source.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/native_path.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/session/shared_directory.hpp>
#include <trace2/value/utf8.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include "model/model.hpp"
#include "output/bounded_buffer.hpp"
#include "output/colour.hpp"
#include "output/csv.hpp"
#include "output/left_out.hpp"
#include "output/line_output.hpp"
#include "output/messages.hpp"
#include "output/progress.hpp"
#include "output/remarks.hpp"
#include "output/replacement_file.hpp"
#include "output/shortened.hpp"
#include "output/table.hpp"
#include "output/unfinished_directory.hpp"
#include "output/utc_text.hpp"
#include "system/files.hpp"
#include "system/new_files.hpp"
#include "system/pager.hpp"
#include "system/strangers.hpp"
#include "system/surroundings.hpp"
#include "system/terminal.hpp"
#include "system/unfinished_files.hpp"

namespace trace2::program {

// ---- output.hpp ----

output::output(std::string const& path) {
  if (path.empty() || path == "-") return;
  for (int const fd : {standard_output, standard_error})
    if (is_name_of(fd, path)) {
      fd_ = fd;
      return;
    }
  path_ = path;
  auto parent = directory_of(path);
  is_strangers_ = parent.holds_strangers();
  fd_ = is_strangers_ ? -EACCES : replacement_.begin(path) ? -1 : open_to_write(parent);
  if (target() < 0) error_ = -fd_;
  if (fd_ >= 0) before_ = facts_of(fd_).value_or(file_facts{});
  is_to_be_emptied_ = before_.is_regular;
}

output::~output() {
  if (!is_abandoned_ && std::uncaught_exceptions() == 0) commit();
  if (fd_ > standard_error) close_file(fd_);
}

void output::write(std::string_view bytes) noexcept {
  if (error_ != 0) return;
  if (bytes.size() >= enough) {
    if (flush()) error_ = -read::write_all(target(), bytes);
    return;
  }
  buffer_.append(bytes);
  if (buffer_.size() >= enough) flush();
}

std::string output::reason() const {
  return is_strangers_ ? of_another_user : std::strerror(error_);
}

bool output::is_paged() const noexcept {
  return fd_ == standard_output && pager::of_output().is_running();
}

bool output::is_terminal() const noexcept {
  return is_paged() || (fd_ >= 0 && program::is_terminal(fd_));
}

std::size_t output::text_width() const noexcept {
  constexpr std::size_t elsewhere = 80;
  return is_terminal() ? width() : elsewhere;
}

std::size_t output::width() const noexcept {
  if (is_paged() && pager::of_output().width() != 0) return pager::of_output().width();
  std::size_t const known = width_of_terminal(fd_);
  return known != 0 ? known : std::numeric_limits<std::size_t>::max();
}

bool output::flush() noexcept {
  if (std::exchange(is_to_be_emptied_, false)) {
    // Windows replaces no file that is open.
    if (replacement_.begin(path_, before_))
      close_file(std::exchange(fd_, -1));
    else if (int const result = cut_file(fd_, 0); result != 0)
      error_ = -result;
  }
  if (fd_ == standard_output && !buffer_.empty()) pager::of_output().begin();
  if (error_ == 0) error_ = -read::write_all(target(), buffer_);
  buffer_.clear();
  return error_ == 0;
}

bool output::commit() noexcept {
  if (flush()) error_ = replacement_.complete();
  return error_ == 0;
}

bool output::is_name_of(int fd, std::string_view path) {
  std::string const number = std::to_string(fd);
  return path == (fd == standard_output ? "/dev/stdout" : "/dev/stderr") ||
         path == "/dev/fd/" + number || path == "/proc/self/fd/" + number;
}

int output::open_to_write(trace2::shared_directory const& parent) const noexcept {
  return parent
      .open(path_.c_str(),
            [this](bool follows_link) {
              return trace2::owned_descriptor{program::open_to_write(path_, follows_link)};
            })
      .value;
}

int finish(output& out, followed result) {
  if (result == followed::nothing) {
    out.abandon();
    return bad_input;
  }
  if (out.commit()) return result == followed::all ? ok : bad_input;
  if (out.error() != EPIPE) say(std::string{"can't write: "} + std::strerror(out.error()));
  return bad_input;
}

// ---- utc_text.hpp ----

std::string utc_text(read::moment moment) {
  namespace chrono = std::chrono;
  chrono::sys_time<chrono::microseconds> const at{
      chrono::microseconds{read::whole_microseconds(moment)}};
  auto const midnight = chrono::floor<chrono::days>(at);
  chrono::year_month_day const date{midnight};
  chrono::hh_mm_ss const time{at - midnight};
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%06dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()),
                static_cast<int>(time.subseconds().count()));
  return text;
}

// ---- progress.hpp ----

progress::~progress() {
  if (is_shown_) read::write_all(standard_error, "\r\x1b[K");
}

void progress::at(std::size_t position) {
  if (!is_for_person_) return;
  auto const now = clock::now();
  if (now < next_) return;
  next_ = now + interval;
  is_shown_ = true;
  double const megabytes = static_cast<double>(position) / 1e6;
  double const seconds = std::chrono::duration<double>(now - begin_).count();
  char text[200];
  int size = std::snprintf(text, sizeof text, "\r%.0f MB, %.0f MB/s\x1b[K", megabytes,
                           megabytes / seconds);
  if (total_ != 0)
    size += std::snprintf(text + size, sizeof text - static_cast<std::size_t>(size), ", %.0f%%",
                          1e8 * megabytes / static_cast<double>(total_));
  read::write_all(standard_error, {text, static_cast<std::size_t>(size)});
}

// ---- colour.hpp ----

text_style colour_choice::style(output const& out) const {
  if (when_ != "auto") return {when_ == "always"};
  return {out.is_terminal() && variable("NO_COLOR").value_or("").empty()};
}

// ---- messages.hpp ----

message_listener*& message_listener::current() noexcept {
  static message_listener* listening = nullptr;
  return listening;
}

void say(std::string const& message, std::string_view kind) {
  if (message_listener* const listener = message_listener::current(); listener != nullptr)
    return listener->take(kind, message);
  // At once: streams of Windows tear letters of several bytes apart.
  read::write_all(standard_error, "trace2: " + read::shown_text(message) + "\n");
}

void say(read::problem const& found) {
  std::string place{found.file};
  if (found.line != 0) place.append(":").append(std::to_string(found.line));
  say(place.append(": ").append(found.reason), found.line == 0 ? "file" : "line");
}

std::string counted(std::uint64_t count, std::string_view what) {
  return std::to_string(count).append(" ").append(what).append(count == 1 ? "" : "s");
}

followed report_left_out(left_out const& of, followed result) {
  if (of.empty()) return result;
  say("the output lacks " + of.text() + ", for which the reader has no room");
  return result == followed::all ? followed::partly : result;
}

void problem_reporter::operator()(read::problem const& found) {
  if (++count_ <= most && is_audible_) say(found);
}

bool problem_reporter::finish() const {
  if (count_ > most) say("... and " + std::to_string(count_ - most) + " more problems");
  return count_ == 0;
}

// ---- remarks.hpp ----

void write_remarks(read::remark_list const& remarks, text_style style, output& out) {
  if (remarks.empty()) return;
  out.write("\n" + style.bold("Remarks") + "\n");
  for_each_remark(
      remarks, [&](std::string const& line) { out.write("  " + read::shown_text(line) + "\n"); });
}

void say_remarks(read::remark_list const& remarks) {
  for_each_remark(remarks, [](std::string const& line) { say(line); });
}

// ---- left_out.hpp ----

left_out& left_out::add(std::string_view what, std::uint64_t count) {
  if (count == 0) return *this;
  for (left_out_row& row : *this)
    if (row.what == what) return row.count += count, *this;
  push_back({what, count});
  return *this;
}

left_out& left_out::add(left_out const& others) {
  for (left_out_row const& row : others) add(row.what, row.count);
  return *this;
}

std::string left_out::text() const {
  std::string result;
  for (left_out_row const& row : *this)
    result.append(result.empty() ? "" : ", ")
        .append(std::to_string(row.count))
        .append(" ")
        .append(row.count == 1 ? singular(row.what) : std::string{row.what});
  return result;
}

std::string left_out::singular(std::string_view plural) {
  if (plural == "processes") return "process";
  if (plural == "children") return "child";
  std::string one{plural};
  one.erase(std::min(plural.find(" of "), plural.size()) - 1, 1);
  return one;
}

left_out left_out_of(missing_nodes const& missing) {
  return left_out{}
      .add("processes", missing.processes)
      .add("threads", missing.threads)
      .add("regions", missing.regions)
      .add("children", missing.children)
      .add("tasks", missing.tasks);
}

// ---- line_output.hpp ----

void line_output::write(std::string_view line) {
  if (!is_for_terminal_) return to_.write(line);
  while (!line.empty()) {
    std::string_view piece = read::cut_text(line, most_at_once);
    // A LF at the end would count as the end of the line.
    if (piece.size() < line.size() && piece.size() > 1 && piece.back() == '\n')
      piece.remove_suffix(1);
    line.remove_prefix(piece.size());
    safe_.clear();
    if (is_text_)
      read::append_terminal_safe(safe_, piece);
    else
      read::append_terminal_safe_json(safe_, piece);
    to_.write(safe_.view());
  }
}

// ---- table.hpp ----

std::string text_style::wrap(std::string_view code, std::string_view text) const {
  if (!colour) return std::string{text};
  return std::string{"\x1b["}.append(code).append("m").append(text).append("\x1b[0m");
}

table::table(std::string title, std::vector<std::string> columns,
             std::vector<std::string> less_important)
    : title_{std::move(title)},
      columns_{std::move(columns)},
      less_important_{std::move(less_important)} {}

table table::with_texts(std::vector<std::string> columns) && {
  texts_ = std::move(columns);
  return std::move(*this);
}

table table::with_one_unit(std::vector<std::string> columns) && {
  one_unit_ = std::move(columns);
  return std::move(*this);
}

table table::with_commands() && {
  has_commands_ = true;
  return std::move(*this);
}

void table::write_rows(sink& to, std::size_t rows,
                       std::function<cells(std::size_t row)> const& cells_of, std::size_t most,
                       text_style style, std::uint64_t left_out, std::size_t width,
                       std::function<void(std::size_t row)> const& write_below) const {
  if (rows == 0 && left_out == 0) return;
  std::size_t const count = std::min(most, rows);
  std::vector<std::size_t> widths(columns_.size());
  std::vector<longest> units(columns_.size());
  for (std::size_t i = 0; i < count; ++i) {
    cells const row = cells_of(i);
    for (std::size_t j = 0; j < widths.size(); ++j) units[j].add(row[j]);
  }
  choose_units(units);
  for (std::size_t i = 0; i < count; ++i) {
    texts const row = texts_of(cells_of(i), units);
    for (std::size_t j = 0; j < widths.size(); ++j)
      widths[j] = std::max(widths[j], read::width_of(row[j]));
  }
  for (std::size_t j = 0; j < widths.size(); ++j)
    if (widths[j] > 0 || j + 1 == widths.size())
      widths[j] = std::max(widths[j], read::width_of(columns_[j]));
  std::size_t const room = fit(widths, width);
  if (!title_.empty()) to.write("\n" + style.bold(title_) + "\n");
  to.write(style.dim(line_of(columns_, widths, room)) + "\n");
  for (std::size_t i = 0; i < count; ++i) {
    to.write(line_of(texts_of(cells_of(i), units), widths, room) + "\n");
    write_below(i);
  }
  if (std::uint64_t const others = rows - count + left_out; others != 0)
    to.write(style.dim("  ... " + std::to_string(others) + " more") + "\n");
}

void table::longest::add(cell const& from) noexcept {
  is_fine = is_fine || from.length_.is_fine();
  nanoseconds = std::max(nanoseconds, from.length_.in_nanoseconds());
}

void table::longest::add(longest const& other) noexcept {
  is_fine = is_fine || other.is_fine;
  nanoseconds = std::max(nanoseconds, other.nanoseconds);
}

std::string table::longest::text_of(cell const& from) const {
  if (!from.is_time_) return from.text_;
  read::nanoseconds const length = from.length_.in_nanoseconds();
  // Beside nanoseconds, no length in microseconds is only a short one.
  if (length == read::no_time && is_fine && !from.length_.is_fine()) return "<1 us";
  return read::shown_duration(length, nanoseconds, is_fine);
}

void table::choose_units(std::vector<longest>& units) const {
  longest most;
  auto const is_shared = [this](std::string const& column) {
    return std::find(one_unit_.begin(), one_unit_.end(), column) != one_unit_.end();
  };
  for (std::size_t j = 0; j < units.size(); ++j)
    if (is_shared(columns_[j])) most.add(units[j]);
  for (std::size_t j = 0; j < units.size(); ++j)
    if (is_shared(columns_[j])) units[j] = most;
}

table::texts table::texts_of(cells const& row, std::vector<longest> const& units) {
  texts result;
  for (std::size_t j = 0; j < row.size(); ++j) result.push_back(units[j].text_of(row[j]));
  return result;
}

std::size_t table::fit(std::vector<std::size_t>& widths, std::size_t width) const {
  std::size_t taken = 2;
  for (std::size_t j = 0; j + 1 < widths.size(); ++j) taken += widths[j] > 0 ? widths[j] + 2 : 0;
  std::size_t const wanted = std::min(readable, widths.back());
  for (std::string const& name : less_important_)
    for (std::size_t j = 0; j + 1 < widths.size(); ++j) {
      if (columns_[j] != name || widths[j] == 0 || width >= taken + wanted) continue;
      taken -= widths[j] + 2;
      widths[j] = 0;
    }
  return width > taken + wanted ? width - taken : wanted;
}

std::string table::line_of(texts const& row, std::vector<std::size_t> const& widths,
                           std::size_t room) const {
  std::string line;
  for (std::size_t j = 0; j + 1 < row.size(); ++j) {
    if (widths[j] == 0) continue;
    std::string const padding(widths[j] - read::width_of(row[j]), ' ');
    bool const is_text = std::find(texts_.begin(), texts_.end(), columns_[j]) != texts_.end();
    line += "  " + (is_text ? row[j] + padding : padding + row[j]);
  }
  return line + "  " +
         (has_commands_ ? read::shortened_command(row.back(), room)
                        : read::shortened(row.back(), room));
}

// ---- csv.hpp ----

void append_csv(buffer& out, std::string_view text) {
  bool const is_quoted = text.find_first_of("\",\r\n") != text.npos;
  if (is_quoted) out.append('"');
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && text[end] != '"' && is_ascii(text[end])) ++end;
    out.append(text.substr(at, end - at));
    if (at = end; at == text.size()) break;
    if (text[at] != '"')
      at = append_repaired_utf8(out, text, at);
    else
      out.append("\"\""), ++at;
  }
  if (is_quoted) out.append('"');
}

void csv_line::add(std::vector<std::string> const& path) {
  std::string text;
  for (std::string const& name : path) text.append(text.empty() ? "" : " > ").append(name);
  add(text);
}

void csv_line::next() {
  if (!is_first_) out_.append(',');
  is_first_ = false;
}

// ---- replacement_file.hpp ----

bool replacement_file::begin(std::string const& path) {
  if (facts_of_link(path)) return false;
  target_ = path;
  if (!make()) return false;
  bool const is_as_others = make_usual(fd_) == 0;
  if (!is_as_others) discard();
  return is_as_others;
}

bool replacement_file::begin(std::string const& path, file_facts const& of) {
  if (!of.is_regular || of.links != 1 || !of.is_own) return false;
  if (is_open_as(standard_output, of) || is_open_as(standard_error, of) || is_of_system(path))
    return false;
  target_ = whole_path(path);
  if (target_.empty() || !make()) return false;
  // Without the same group and mode it would be another file for its readers.
  bool const is_same = make_alike(fd_, of);
  if (!is_same) discard();
  return is_same;
}

int replacement_file::complete() noexcept {
  if (fd_ < 0) return 0;
  held_ending const held;
  // Some file systems say only now that they could not write.
  int result = close_file(std::exchange(fd_, -1));
  if (result == 0) result = move_file(path_.c_str(), target_.c_str());
  if (result != 0) remove_file(path_.c_str());
  unfinished_files::take_off(path_.c_str());
  return -result;
}

void replacement_file::discard() noexcept {
  if (fd_ < 0) return;
  held_ending const held;
  remove_file(path_.c_str());
  unfinished_files::take_off(path_.c_str());
  close_file(fd_);
  fd_ = -1;
}

bool replacement_file::is_open_as(int fd, file_facts const& of) {
  auto const open = facts_of(fd);
  return open && open->number == of.number;
}

bool replacement_file::is_of_system(std::string const& path) noexcept {
  return path.starts_with("/dev/") || path.starts_with("/proc/");
}

bool replacement_file::make() {
  path_ = target_ + ".XXXXXX";
  held_ending const held;
  fd_ = make_file(path_);
  if (fd_ >= 0) unfinished_files::add(path_.c_str());
  return fd_ >= 0;
}

// ---- unfinished_directory.hpp ----

int unfinished_directory::begin(std::string path) {
  path = without_separators_behind(std::move(path));
  if (is_strangers(path)) return EACCES;
  std::error_code error;
  auto const native = read::native_path(path);
  auto const is = std::filesystem::symlink_status(native, error).type();
  if (is == std::filesystem::file_type::directory) {
    if (!std::filesystem::is_empty(native, error)) return error ? error.value() : ENOTEMPTY;
  } else if (is != std::filesystem::file_type::not_found) {
    return error ? error.value() : EEXIST;
  }
  held_ending const held;
  path_ = path + ".XXXXXX";
  if (int const result = make_directory(path_); result != 0) {
    path_.clear();
    return -result;
  }
  unfinished_files::add(path_.c_str());
  target_ = std::move(path);
  return 0;
}

int unfinished_directory::add(std::string_view name) {
  files_.push_back({path_ + "/" + std::string{name}});
  file& added = files_.back();
  held_ending const held;
  added.fd = open_new(added.path);
  if (added.fd >= 0) unfinished_files::add(added.path.c_str());
  return added.fd;
}

int unfinished_directory::complete() noexcept {
  held_ending const held;
  for (file& one : files_)
    if (int const result = close_file(std::exchange(one.fd, -1)); result != 0) return -result;
  int result = make_usual(path_.c_str());
  if (result == 0) result = move_directory(path_.c_str(), target_.c_str());
  if (result == 0) forget();
  return -result;
}

void unfinished_directory::discard() noexcept {
  if (path_.empty()) return;
  held_ending const held;
  for (file const& one : files_) {
    if (one.fd >= 0) close_file(one.fd);
    remove_file(one.path.c_str());
  }
  remove_directory(path_.c_str());
  forget();
}

void unfinished_directory::forget() noexcept {
  for (file const& one : files_) unfinished_files::take_off(one.path.c_str());
  unfinished_files::take_off(path_.c_str());
  files_.clear();
  path_.clear();
}

// ---- bounded_buffer.hpp ----

bounded_buffer::bounded_buffer(std::size_t most)
    : read::reserved_memory{2 * most},
      buffer{read::reserved_memory::data(), 2 * most},
      most_{most} {}

// ---- shortened.hpp ----

std::string shortened_in_middle(std::string const& text, std::size_t width) {
  if (read::width_of(text) <= width) return text;
  if (width < 3) return read::shortened(text, width);
  std::size_t const behind = (width - 1) / 2;
  return read::shortened(text, width - behind) +
         read::shortened_in_front(text, behind + 1).substr(std::string{"\u2026"}.size());
}

std::string shortened_in_command(std::string const& line, std::size_t width) {
  std::size_t const end = std::min(line.find(' '), line.size());
  std::size_t const slash = line.rfind('/', end);
  if (read::width_of(line) <= width || slash == line.npos) return shortened_in_middle(line, width);
  std::string const without_directories = "\u2026" + line.substr(slash);
  // What has room with less than all directories keeps the innermost of them.
  if (read::width_of(without_directories) <= width) return read::shortened_command(line, width);
  return shortened_in_middle(without_directories, width);
}

}  // namespace trace2::program
