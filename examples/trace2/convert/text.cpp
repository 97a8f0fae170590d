// Defines what missing_times.hpp, other_event_json.hpp, text_lines.hpp, undecided_lines.hpp
// declare.
#include "convert/text.hpp"

#include <trace2/format/normal.hpp>
#include <trace2/read/append_json.hpp>
#include <trace2/read/moment.hpp>

#include <cstddef>
#include <memory>
#include <utility>

#include "convert/missing_times.hpp"
#include "convert/other_event_json.hpp"
#include "convert/text_lines.hpp"
#include "convert/undecided_lines.hpp"
#include "output/utc_text.hpp"

namespace trace2::program {

// ---- missing_times.hpp ----

void missing_times::replace(std::string& text, std::string_view before, std::string_view behind,
                            std::string_view by) {
  std::string found{before};
  found.append(unknown_text);
  std::size_t const at = text.find(found + std::string{behind});
  if (at != text.npos) text.replace(at, found.size(), by);
}

duration missing_times::between(read::moment begin, read::moment end) noexcept {
  return duration::microseconds(read::whole_microseconds(end) - read::whole_microseconds(begin));
}

std::optional<duration> missing_times::since_begin(read::traced_thread const& thread,
                                                   read::moment at) noexcept {
  if (thread.begin >= at) return {};
  return between(thread.begin, at);
}

// ---- other_event_json.hpp ----

void append_place(buffer& line, read::occurrence const& what) {
  line.append(",\"file\":");
  read::append_json_string(line, what.file);
  line.append(",\"line\":");
  line.append_decimal(what.line);
}

void append_others(buffer& line, read::occurrence const& what, std::string_view except) {
  for (auto const& [name, value] : what.others) {
    if (!except.empty() && name == except) continue;
    line.append(",\"");
    read::append_repaired_json(line, name);
    line.append("\":");
    read::append_repaired_json(line, value.text);
  }
}

std::string quoted_time(read::moment wall) { return '"' + utc_text(wall) + '"'; }

void append_other_event(buffer& line, read::occurrence const& what, bool is_brief) {
  std::string const time = what.wall ? quoted_time(*what.wall) : std::string{};
  bool const is_uniform = !what.text.empty() && what.text.find(time) != what.text.npos;
  if (!is_brief && is_uniform) return read::append_repaired_json(line, what.text);
  line.append("{\"event\":");
  read::append_json_string(line, what.event_name);
  line.append(",\"sid\":");
  read::append_json_string(line, what.sid);
  line.append(",\"thread\":");
  read::append_json_string(line, what.thread);
  if (!is_brief && what.wall) {
    line.append(",\"time\":");
    line.append(time);
  }
  if (!is_brief && !what.file.empty()) append_place(line, what);
  if (what.repo.has_value()) {
    line.append(",\"repo\":");
    line.append_decimal(what.repo.value);
  }
  append_others(line, what);
  line.append('}');
}

// ---- text_lines.hpp ----

std::unique_ptr<text_lines> make_text_lines(text_format format, sink& to,
                                            format_settings const& settings) {
  switch (format) {
    case text_format::event:
      return std::make_unique<text_writer<format::json>>(to, settings);
    case text_format::perf:
      return std::make_unique<text_writer<format::perf>>(to, settings);
    default:
      return std::make_unique<text_writer<format::normal>>(to, settings);
  }
}

// ---- undecided_lines.hpp ----

void undecided_lines::hold(std::uint32_t process, std::string_view brief, std::string_view dated) {
  add({process, false, std::string{brief}, std::string{dated}});
}

void undecided_lines::decide(std::uint32_t process, bool is_brief) {
  for (held_line& each : lines_)
    if (!each.is_decided && each.process == process) {
      if (is_brief) each.dated.swap(each.brief);
      each.is_decided = true;
    }
}

std::size_t undecided_lines::size_of(held_line const& line) noexcept {
  return sizeof line + line.brief.size() + line.dated.size();
}

void undecided_lines::add(held_line&& line) {
  size_ += size_of(line);
  lines_.push_back(std::move(line));
}

}  // namespace trace2::program
