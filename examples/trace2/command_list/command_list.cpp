// Defines what command_list.hpp, list_text.hpp declare.
#include "command_list/command_list.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "command_list/list_text.hpp"
#include "output/utc_text.hpp"
#include "statistics/stable_sort.hpp"

namespace trace2::program {

// ---- command_list.hpp ----

command_list::command_list(selection of, list_order order, std::size_t most, std::size_t most_bytes)
    : selection_{std::move(of)},
      order_{order},
      wanted_{most},
      most_{most},
      most_bytes_{most_bytes} {}

void command_list::event(read::traced_event const& now) {
  selection_.note(now, now.process.tag);
  if (auto const* const start = now.occurrence.get<event::start>())
    texts_of(now.process).command = read::shown_command(start->argv, longest);
  else if (auto const* const repo = now.occurrence.get<event::def_repo>())
    note_repository(texts_of(now.process).repository, repo->worktree);
}

void command_list::process_ended(read::traced_process& process) {
  auto const known = running_.find(process.number);
  texts of;
  if (known != running_.end()) {
    of = std::move(known->second);
    running_.erase(known);
  }
  if (!selection_.chooses(process, process.tag) || !selection_.has_wanted_events(process.tag))
    return;
  add(process, std::move(of));
}

std::vector<listed_command> command_list::take() {
  keep(most_);
  std::uint64_t const lines = std::min<std::uint64_t>(count_, wanted_);
  left_out_ = program::left_out{}.add("commands", lines - rows_.size());
  for (listed_command& row : rows_) row.begin = utc_text(row.at);
  return std::move(rows_);
}

void command_list::note_repository(std::string& to, std::string_view worktree) {
  if (to.empty()) to = read::cut_text_visibly(worktree, longest);
}

void command_list::add(read::traced_process const& process, texts of) {
  ++count_;
  listed_command row{.wall = read::fine_duration{process.last - process.begin, process.is_fine},
                     .state = read::name_of(process.state),
                     .command = of.command.empty() ? process.name() : std::move(of.command),
                     .repository = std::move(of.repository),
                     .sid = process.sid,
                     .at = process.begin};
  row.code = process.code;
  if (std::uint32_t const pid = process.pid(); pid != 0) row.pid = pid;
  bytes_ += size_of(row);
  rows_.push_back(std::move(row));
  constexpr std::size_t least = 1'024;
  if (rows_.size() / 2 >= std::max(most_, least)) keep(most_);
  if (bytes_ <= most_bytes_) return;
  most_ = std::min(rows_.size() / 2, most_);
  keep(most_);
}

std::size_t command_list::size_of(listed_command const& row) {
  // A vector that grows holds up to three times its elements for a moment.
  return 3 * sizeof row + row.command.capacity() + row.repository.capacity() + row.sid.capacity();
}

void command_list::keep(std::size_t count) {
  sort_stably(rows_, [this](auto const& a, auto const& b) { return precedes(a, b); });
  rows_.resize(std::min(count, rows_.size()));
  bytes_ = 0;
  for (listed_command const& row : rows_) bytes_ += size_of(row);
}

bool command_list::precedes(listed_command const& a, listed_command const& b) const noexcept {
  auto const wall = [](listed_command const& of) { return of.wall.in_nanoseconds(); };
  switch (order_) {
    case list_order::newest:
      return a.at > b.at;
    case list_order::oldest:
      return a.at < b.at;
    case list_order::slowest:
      return wall(a) > wall(b);
    default:
      return wall(a) < wall(b);
  }
}

// ---- list_text.hpp ----

std::string_view without_directory(std::string_view command) noexcept {
  std::string_view const program = command.substr(0, command.find(' '));
  std::size_t const slash = program.rfind('/');
  if (program.starts_with('/') && slash + 1 < program.size()) command.remove_prefix(slash + 1);
  return command;
}

void write_list(sink& to, std::vector<listed_command> const& rows, std::uint64_t count,
                text_style style, std::size_t width) {
  constexpr std::size_t date = std::string_view{"2000-01-31"}.size();
  constexpr std::size_t narrow = 5;  // parts of the width, one of which a repository may take
  bool const is_one_day = std::all_of(rows.begin(), rows.end(), [&](listed_command const& row) {
    return read::shown_moment(row.at).substr(0, date) ==
           read::shown_moment(rows.front().at).substr(0, date);
  });
  std::string title = std::to_string(count) + (count == 1 ? " command" : " commands");
  if (is_one_day && !rows.empty())
    title.append(" of ").append(read::shown_moment(rows.front().at).substr(0, date));
  auto const cells_of = [&](listed_command const& row) {
    std::string const when = read::shown_moment(row.at);
    return table::cells{when.substr(is_one_day ? date + 1 : 0), table::cell::time(row.wall),
                        read::shown_exit(row.code, row.state),
                        read::shortened_in_front(read::shown_text(row.repository), width / narrow),
                        read::shown_text(without_directory(row.command))};
  };
  if (count == 0) return;
  to.write(style.bold(title) + "\n");
  table{"", {"when", "wall", "exit", "repository", "command"}, {"repository"}}
      .with_texts({"repository"})
      .write(to, rows, cells_of, rows.size(), style, count - rows.size(), width);
}

}  // namespace trace2::program
