// The commands of a trace as a list: one row for each process.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/time/utc_time.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/export/left_out.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/selection.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/reflect.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// A command. Its wall time is in seconds in JSON and CSV.
struct listed_command {
  std::string begin{};
  read::fine_duration wall{};
  std::optional<int> code{};
  std::string_view state{};
  std::string command{};
  std::string repository{};  ///< path of the worktree; empty if no event tells it
  std::string sid{};
  std::optional<std::uint32_t> pid{};
  std::int64_t at{};  ///< the beginning in nanoseconds since the epoch
};
BOOST_DESCRIBE_STRUCT(listed_command, (), (begin, wall, code, state, command, repository, sid, pid))

/// The orders of a list.
enum class list_order : unsigned char { newest, oldest, slowest, fastest };

/// Collects the chosen commands of a trace. Use it with a tracker, whatever the selection needs:
/// one reading is enough. Memory: about `most_bytes` for the first rows of the order; the rows
/// beyond are counted.
class command_list : public read::tracker_visitor {
 public:
  /// `most`: the rows that are wanted.
  command_list(read::selection of, list_order order,
               std::size_t most = std::numeric_limits<std::size_t>::max(),
               std::size_t most_bytes = read::limits::export_memory)
      : selection_{std::move(of)},
        order_{order},
        wanted_{most},
        most_{most},
        most_bytes_{most_bytes} {}
  command_list(command_list const&) = delete;
  command_list& operator=(command_list const&) = delete;

  void event(read::moment const& now) {
    selection_.note(now, now.process.tag);
    if (auto const* const start = now.occurrence.get<event::start>())
      texts_of(now.process).command = read::command_text(start->argv, longest);
    else if (auto const* const repo = now.occurrence.get<event::def_repo>())
      note_repository(texts_of(now.process).repository, repo->worktree);
  }

  void process_ended(read::traced_process& process) {
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

  /// The rows in their order, at most as many as wanted. Call it once, behind the tracker's
  /// `finish`.
  std::vector<listed_command> take() {
    keep(most_);
    std::uint64_t const lines = std::min<std::uint64_t>(count_, wanted_);
    left_out_ = exporter::left_out{}.add("commands", lines - rows_.size());
    for (listed_command& row : rows_) {
      char text[detail::max_time_size];
      row.begin.assign(text, detail::put(text, detail::utc_time{read::whole_microseconds(row.at)}));
    }
    return std::move(rows_);
  }

  /// The number of commands that are chosen, also beyond the wanted rows.
  std::uint64_t count() const noexcept { return count_; }
  /// The wanted commands for which there was no room.
  exporter::left_out const& left_out() const noexcept { return left_out_; }

 private:
  static constexpr std::size_t longest = 300;  ///< bytes of a text

  struct texts {
    std::string command{};
    std::string repository{};
  };

  /// The tracker bounds the number of running processes.
  texts& texts_of(read::traced_process const& process) { return running_[process.number]; }

  static void note_repository(std::string& to, std::string_view worktree) {
    if (to.empty()) to = read::cut_text_visibly(worktree, longest);
  }

  void add(read::traced_process const& process, texts of) {
    ++count_;
    listed_command row{
        .wall = read::fine_duration::nanoseconds(process.last - process.begin, process.is_fine),
        .state = read::name_of(process.state),
        .command = of.command.empty() ? process.name() : std::move(of.command),
        .repository = std::move(of.repository),
        .sid = process.sid,
        .at = process.begin};
    if (process.code >= 0) row.code = process.code;
    if (std::uint32_t const pid = process.pid(); pid != 0) row.pid = pid;
    bytes_ += size_of(row);
    rows_.push_back(std::move(row));
    constexpr std::size_t least = 1'024;
    if (rows_.size() / 2 >= std::max(most_, least)) keep(most_);
    if (bytes_ <= most_bytes_) return;
    most_ = std::min(rows_.size() / 2, most_);
    keep(most_);
  }

  static std::size_t size_of(listed_command const& row) {
    // A vector that grows holds up to three times its elements for a moment.
    return 3 * sizeof row + row.command.capacity() + row.repository.capacity() + row.sid.capacity();
  }

  /// Keeps the first rows of the order.
  void keep(std::size_t count) {
    std::stable_sort(rows_.begin(), rows_.end(),
                     [this](auto const& a, auto const& b) { return precedes(a, b); });
    rows_.resize(std::min(count, rows_.size()));
    bytes_ = 0;
    for (listed_command const& row : rows_) bytes_ += size_of(row);
  }

  bool precedes(listed_command const& a, listed_command const& b) const noexcept {
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

  read::selection selection_;
  list_order order_;
  std::size_t wanted_;
  std::size_t most_;  ///< rows to keep: fewer than wanted when they find no room
  std::size_t most_bytes_;
  std::unordered_map<std::uint32_t, texts> running_;
  std::vector<listed_command> rows_;
  std::size_t bytes_ = 0;
  std::uint64_t count_ = 0;
  exporter::left_out left_out_;
};

}}}  // namespace trace2::v0::exporter
