// Defines what selection.hpp, selection_text.hpp, selected_processes.hpp, lost_lines.hpp,
// repeated_sessions.hpp, twice_told.hpp declare.
#include "input/selection.hpp"

#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/read/process_time.hpp>
#include <trace2/settings/filter.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <string>
#include <utility>
#include <variant>

#include "input/lost_lines.hpp"
#include "input/repeated_sessions.hpp"
#include "input/selected_processes.hpp"
#include "input/selection_text.hpp"
#include "input/spoken_moment.hpp"
#include "input/twice_told.hpp"
#include "system/calendar.hpp"
#include "system/characters.hpp"

namespace trace2::program {

// ---- selection.hpp ----

bool selection::needs_ends() const noexcept {
  return !options_.command.empty() || !options_.repository.empty() || options_.slower_than ||
         options_.is_failed || !options_.where.empty() || options_.group;
}

selection selection::known_early() const {
  selection_options early = options_;
  early.command.clear();
  early.repository.clear();
  early.slower_than.reset();
  early.is_failed = false;
  early.where.clear();
  early.group.reset();
  return selection{std::move(early)};
}

bool selection::admits(std::string_view sid, read::moment otherwise) const {
  std::string_view const component = sid.substr(sid.rfind('/') + 1);
  if (!options_.sid.empty() && sid != options_.sid && component != options_.sid) return false;
  if (options_.pid && read::pid_of(component) != *options_.pid) return false;
  if (!options_.since && !options_.until) return true;
  read::moment const of_sid = read::begin_of(component);
  read::moment const begin = of_sid != read::moment{} ? of_sid : otherwise;
  return (!options_.since || begin >= *options_.since) &&
         (!options_.until || begin < *options_.until);
}

void selection::note(read::traced_event const& now, std::uint64_t& facts) const {
  read::occurrence const& what = now.occurrence;
  if (auto const* const start = what.get<event::start>(); start && !options_.command.empty())
    if (contains(read::command_text(start->argv, longest_command), options_.command))
      facts |= has_command;
  if (auto const* const repo = what.get<event::def_repo>(); repo && !options_.repository.empty())
    if (contains(repo->worktree, options_.repository)) facts |= has_repository;
  if (chooses_events() && names_of(what) && wants(what)) facts |= has_category;
  if (auto const* const datum = what.get<event::data>()) note(*datum, facts);
}

void selection::note(event::data const& datum, std::uint64_t& facts) const {
  for (std::size_t i = 0; i < options_.where.size(); ++i)
    if (options_.where[i].is_met_by(datum)) facts |= std::uint64_t{1} << (first_condition + i);
  if (!options_.group || !is_named(datum, options_.group->name)) return;
  buffer room;
  bool const is_value = text_of(datum.value, room) == options_.group->value;
  facts = is_value ? facts | is_of_group : facts & ~is_of_group;
}

bool selection::meets_conditions(std::uint64_t facts) const noexcept {
  std::uint64_t const all = (std::uint64_t{1} << options_.where.size()) - 1;
  return (facts >> first_condition & all) == all && (!options_.group || (facts & is_of_group) != 0);
}

bool selection::chooses(read::traced_process const& process, std::uint64_t facts) const {
  if (!admits(process.sid, process.begin)) return false;
  if (!options_.command.empty() && (facts & has_command) == 0 &&
      !contains(process.name(), options_.command))
    return false;
  if (!options_.repository.empty() && (facts & has_repository) == 0) return false;
  if (!meets_conditions(facts)) return false;
  if (options_.slower_than &&
      process.last - process.begin <= options_.slower_than->in_nanoseconds())
    return false;
  return !options_.is_failed || read::is_failure(process.code);
}

bool selection::has_wanted_events(std::uint64_t facts) const noexcept {
  return !chooses_events() || (facts & has_category) != 0;
}

bool selection::wants(read::occurrence const& what) const {
  if (!chooses_events()) return true;
  auto const found = names_of(what);
  return !found || event_filter{options_.categories}.wants(found->first, found->second);
}

bool selection::needs_ids() const noexcept {
  return !options_.sid.empty() || options_.pid || options_.since || options_.until;
}

bool selection::contains(std::string_view text, std::string_view part) noexcept {
  return text.find(part) != text.npos;
}

std::optional<selection::names> selection::names_of(read::occurrence const& what) {
  auto const names_in = [](auto const& event) -> std::optional<names> {
    if constexpr (requires { event.category, event.label; })
      return names{event.category, event.label};
    else if constexpr (requires { event.category, event.key; })
      return names{event.category, event.key};
    else if constexpr (requires { event.category, event.name; })
      return names{event.category, event.name};
    else
      return {};
  };
  return std::visit(names_in, what.event);
}

// ---- selection_text.hpp ----

std::optional<read::fine_duration> parse_length(std::string_view text) noexcept {
  struct unit {
    std::string_view name;
    double nanoseconds;
  };
  constexpr double second = 1e9;
  constexpr unit units[] = {{"", second},
                            {"ns", 1},
                            {"us", 1e3},
                            {"ms", 1e6},
                            {"s", second},
                            {"m", 60 * second},
                            {"min", 60 * second},
                            {"h", 3'600 * second},
                            {"d", 86'400 * second},
                            {"w", 604'800 * second}};
  constexpr auto most = static_cast<double>(read::fine_duration::longest.count());
  std::size_t const end = text.find_first_not_of("0123456789.");
  double number = 0;
  if (end == 0 || !trace2::read::number_from(text.substr(0, end), number)) return {};
  std::string_view const name = end == text.npos ? std::string_view{} : text.substr(end);
  for (unit const& known : units)
    if (name == known.name && number * known.nanoseconds < most)
      return read::fine_duration{read::nanoseconds{std::llround(number * known.nanoseconds)}};
  return {};
}

std::optional<std::int64_t> parse_moment(std::string_view text, std::int64_t now) {
  if (text == "now") return now;
  if (auto const moment = read::parse_time(text)) return moment;
  std::string_view const length =
      text.ends_with(" ago") ? text.substr(0, text.size() - std::string_view{" ago"}.size()) : text;
  bool const has_unit = !length.empty() && is_lower(length.back());
  if (auto const before = has_unit ? parse_length(length) : std::nullopt)
    return now - before->in_microseconds();
  if (auto const spoken = parse_spoken_moment(text, now)) return spoken;

  // Parsed as a time of UTC, which checks its form, and then moved to the local time zone.
  std::string whole{text};
  constexpr std::size_t date_only = std::string_view{"2000-01-31"}.size();
  constexpr std::size_t without_seconds = std::string_view{"2000-01-31 12:34"}.size();
  bool const is_of_today = whole.size() > 2 && whole[2] == ':';
  if (is_of_today) whole.insert(0, read::local_text(now / 1'000'000, "%Y-%m-%dT"));
  if (whole.size() == date_only) whole += "T00:00";
  if (whole.size() == without_seconds) whole += ":00";
  auto const as_utc = read::parse_time(whole + "Z");
  if (!as_utc) return {};
  std::int64_t const fraction = *as_utc % 1'000'000;
  std::int64_t const seconds = (*as_utc - fraction) / 1'000'000;
  std::time_t const moment = local_moment(seconds);
  return moment == -1 ? std::optional<std::int64_t>{} : std::int64_t{moment} * 1'000'000 + fraction;
}

// ---- selected_processes.hpp ----

bool selected_processes::keeps(read::occurrence const& what) {
  if (!leaves_out_) return true;
  return keeps_process(what.sid, what.wall.value_or(read::moment{})) && selection_.wants(what);
}

bool selected_processes::keeps_process(std::string_view sid, read::moment at) {
  if (!selection_.chooses_commands()) return true;
  if (sid != latest_ || latest_.empty()) {
    latest_is_kept_ = decide(sid, at);
    latest_ = sid;
  }
  is_any_kept_ = is_any_kept_ || latest_is_kept_;
  return latest_is_kept_;
}

void selected_processes::choose(std::string_view sid) {
  if (chosen_.find(hashed_sid{sid}) != chosen_.end()) return;
  if (memory_.take(sid.size() + per_text))
    chosen_.emplace(sid);
  else
    ++left_out_;
}

void selected_processes::chooser::process_ended(read::traced_process& process) {
  if (to_.selection_.chooses(process, process.tag)) to_.choose(process.sid);
}

std::uint64_t selected_processes::hash_of_nothing() {
  static std::uint64_t const key = read::table_hash{}("session ids");
  return key;
}

std::uint64_t selected_processes::hash_of(std::string_view text, std::uint64_t of_before) {
  std::uint64_t const factor = hash_of_nothing() | 1;
  for (char const c : text) {
    of_before = (of_before ^ static_cast<unsigned char>(c)) * factor;
    of_before ^= of_before >> 32;
  }
  return of_before;
}

bool selected_processes::decide(std::string_view sid, read::moment at) {
  // The tracker refuses such an event, and says so.
  if (sid.size() > longest_sid) return true;
  hashed_sid const whole{sid};
  if (auto const known = decided_.find(whole); known != decided_.end()) return known->second;
  bool is_kept = false;
  std::uint64_t hash = hash_of_nothing();
  for (std::size_t end = 0; !is_kept && end != sid.npos;) {
    std::size_t const begin = std::exchange(end, sid.find('/', end + 1));
    hash = hash_of(sid.substr(begin, end - begin), hash);
    is_kept = is_chosen(hashed_sid{sid.substr(0, end), hash}, at);
  }
  std::size_t const size = sid.size() + per_text;
  if (decisions_.left() < size) {
    decided_.clear();
    decisions_ = read::memory_budget{read::limits::selection_memory / 2};
  }
  if (decisions_.take(size)) decided_.emplace(kept_sid{sid, whole.hash}, is_kept);
  return is_kept;
}

bool selected_processes::is_chosen(hashed_sid const& sid, read::moment at) const {
  if (selection_.needs_ends()) return chosen_.find(sid) != chosen_.end();
  // The decision about the parent counts: the time may be that of an event of its child.
  if (auto const known = decided_.find(sid); known != decided_.end()) return known->second;
  return selection_.admits(sid.text, at);
}

// ---- lost_lines.hpp ----

void lost_lines::note(read::occurrence const& event, read::text_target of) {
  auto const* const told = event.get<trace2::event::data>();
  if (told == nullptr || told->category != "trace2") return;
  bool const is_event = of == read::text_target::event;
  if (told->key != (is_event ? "lost_lines/event" : "lost_lines/perf")) return;
  auto const* const value = told->value.as_text();
  std::int64_t lines = 0;
  if (value != nullptr && trace2::read::number_from(*value, lines) && lines > 0)
    count_ = read::saturating_add(count_, lines);
}

// ---- twice_told.hpp ----

void twice_told::note(std::string_view sid, teller by) {
  auto* const known = entry_of(by_sid_, read::table_hash{}(sid));
  if (known != nullptr && known->add(by)) ++count_;
}

void twice_told::note(read::occurrence const& what, teller by) {
  auto const* const start = what.get<trace2::event::start>();
  if (start == nullptr) return;
  if (by != teller::perf) note(what.sid, by);
  if (!what.wall || !what.t_abs) return;
  std::string key = std::to_string(what.t_abs->in_microseconds());
  for (std::string_view const argument : start->argv) key.append(1, '\0').append(argument);
  entry* const known = entry_of(by_start_, read::table_hash{}(key));
  if (known == nullptr) return;
  if (known->tellers == 0) known->wall = *what.wall;
  int const before = known->tellers;
  if (!is_near(known->wall, *what.wall) || !known->add(by)) return;
  // Of all three, it is counted when the second one tells.
  if (by == teller::perf || before == as_bit(teller::perf)) ++count_of_perf_;
}

bool twice_told::entry::add(teller by) noexcept {
  int const before = tellers;
  tellers |= as_bit(by);
  return before != 0 && before != tellers;
}

twice_told::entry* twice_told::entry_of(entries& all, std::size_t hash) {
  auto const known = all.find(hash);
  if (known != all.end()) return &known->second;
  return all.size() < most ? &all[hash] : nullptr;
}

bool twice_told::is_near(read::moment one, read::moment other) noexcept {
  constexpr read::nanoseconds day{86'400'000'000'000};
  constexpr read::nanoseconds near{1'000'000'000};
  return ((one - other + near) % day + day) % day < 2 * near;
}

// ---- repeated_sessions.hpp ----

bool repeated_sessions::knows(read::occurrence const& what) {
  // Fragments of a session begin otherwise: what follows there is new.
  bool const begins =
      what.get<trace2::event::version>() != nullptr || what.get<trace2::event::start>() != nullptr;
  session* const known = session_of(what, begins);
  if (known == nullptr) return false;
  session& of = *known;
  std::uint64_t const mark = mark_of(what);
  if (begins && of.events != 0 && mark == of.first && of.origin != files_) {
    if (!std::exchange(of.is_counted, true)) ++count_;
    of.file = files_;
    of.again = of.of_copy = 0;
    of.is_different = false;
  }
  bool const is_in_copy = of.file == files_ && (of.is_different || of.again < of.events);
  if (is_in_copy) {
    of.of_copy = joined(of.of_copy, mark);
    of.is_different = of.is_different || (++of.again == of.events && of.of_copy != of.all);
    return true;
  }
  if (of.events++ == 0) {
    of.first = mark;
    of.origin = files_;
  }
  of.all = joined(of.all, mark);
  ++of.again;
  of.of_copy = of.all;
  return false;
}

repeated_sessions::session* repeated_sessions::session_of(read::occurrence const& what,
                                                          bool begins) {
  if (latest_ != nullptr && latest_sid_ == what.sid) return latest_;
  std::size_t const hash = read::table_hash{}(what.sid);
  auto found = sessions_.find(hash);
  if (found == sessions_.end()) {
    if (!begins || sessions_.size() == most) return nullptr;
    found = sessions_.try_emplace(hash).first;
  }
  latest_sid_ = what.sid;
  return latest_ = &found->second;
}

std::uint64_t repeated_sessions::mark_of(read::occurrence const& what) noexcept {
  auto const time =
      static_cast<std::uint64_t>(what.wall.value_or(read::moment{}).since_epoch().count());
  return joined(joined(time, what.event.index()),
                what.event_name.size() << 32 | what.thread.size());
}

std::uint64_t repeated_sessions::joined(std::uint64_t marks, std::uint64_t next) noexcept {
  return (marks ^ next) * 0x9E3779B97F4A7C15 + (marks >> 32);
}

}  // namespace trace2::program
